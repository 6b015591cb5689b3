"""Rival views: what shown records, counts and everything prove of the rivals of a scenario."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from symcause.budgets import Meter
from symcause.errors import UsageError
from symcause.families.scenario.bounds import CHECK_STEPS, LISTED_DESIGNS
from symcause.families.scenario.budget.open_counts import counts_view
from symcause.families.scenario.budget.policies.belief_ascent import NAME
from symcause.families.scenario.budget.policies.design_values import DesignValues, curve_units
from symcause.families.scenario.budget.policies.dichotomy import Dichotomy
from symcause.families.scenario.budget.policies.payoff_vectors import Payoff, naming
from symcause.families.scenario.budget.policies.ratio_classes import reduced
from symcause.families.scenario.budget.policies.several_rivals import SeveralRivals
from symcause.families.scenario.budget.policies.value_bounds import Seen, Single, Worth
from symcause.families.scenario.budget.rival_set import Rivals
from symcause.families.scenario.budget.view_laws import COUNTS, VIEWS, Laws, View
from symcause.families.scenario.budget.win_payoffs import perfect, win_payoff
from symcause.families.scenario.models.model_components import Value
from symcause.families.scenario.models.rational_intervals import Interval
from symcause.families.scenario.models.term_evaluation import Inexact
from symcause.families.scenario.optimum.design_list import designs
from symcause.families.scenario.optimum.optimum_search import Optimum, Search
from symcause.families.scenario.problem.problem import Space, violations
from symcause.families.scenario.value.fleet_chances import winning
from symcause.families.scenario.value.valuer import Valuer

WIN = "win"
NOT_LISTED = "the units cannot be listed"
ONLY_PAIRS = "three rivals or more are compared only where all units can be listed"
MANY = f"more than {LISTED_DESIGNS:,} designs: only single ones are looked at"
"""Why there is nothing to say of a view, or no more."""


@dataclass(frozen=True)
class Told:
    """What a view tells, and of which designs; *reason* says why it tells nothing, or no more."""

    view: View
    seen: Seen | None
    reason: str | None = None
    open: bool = False  # nothing is claimed from above


@dataclass(frozen=True)
class Found:
    """All views, and the chance to win of somebody who knows which rival it is."""

    views: Mapping[str, Told]
    perfect: Interval | None


def found_views(rivals: Rivals) -> Found:
    """What is proven of rivals, by view."""
    listed = _designs(rivals)
    if listed is None:
        return _large(rivals)
    payoffs = {NAME: naming(len(rivals.problems))}
    win = win_payoff(rivals.problems, listed)
    if win is not None:
        payoffs[WIN] = win
    best = None if win is None else perfect(win, rivals.prior)
    try:
        laws = Laws(rivals.problems, listed)
    except Inexact as error:
        return Found(_unlisted(rivals, listed, payoffs, f"{NOT_LISTED}: {error}"), best)
    views: dict[str, Told] = {}
    for name in VIEWS:
        view = laws.view(name)
        if view.reason is not None:
            views[name] = Told(view, None, view.reason)
            continue
        alike = next((told for told in views.values() if _same(told.view, view)), None)
        seen = _seen(rivals, view, payoffs) if alike is None else alike.seen
        views[name] = Told(view, seen)
    return Found(views, best)


def _same(first: View, second: View) -> bool:
    """Do two views tell the same?"""
    return first.designs == second.designs and _plain_view(first) == _plain_view(second)


def _plain_view(view: View) -> object:
    blocks = () if view.records is None else (*view.records.low, None, *view.records.high)
    laws = [None if block is None else (reduced(block.law), block.records) for block in blocks]
    return [*map(reduced, view.low)], [*map(reduced, view.high)], laws


def _seen(rivals: Rivals, view: View, payoffs: Mapping[str, Payoff]) -> Seen:
    assert view.records is not None
    if len(rivals.prior) == 2:
        first, second = rivals.prior
        two = Dichotomy(
            view.low,
            view.high,
            view.records,
            (first, second),
            rivals.units,
            rivals.level,
            payoffs,
        )
        return two.seen()
    more = SeveralRivals(
        view.low, view.high, view.records, rivals.prior, rivals.units, rivals.level, payoffs
    )
    return more.seen()


def _designs(rivals: Rivals) -> list[dict[str, Value]] | None:
    """The designs, None if there are too many."""
    found = designs(rivals.first, Space.DECLARED, 5 * LISTED_DESIGNS)
    if found == []:
        raise UsageError("no design meets the constraints", value=rivals.first.id)
    return None if found is None or len(found) > LISTED_DESIGNS else found


def _unlisted(
    rivals: Rivals, some: Sequence[dict[str, Value]], payoffs: Mapping[str, Payoff], why: str
) -> dict[str, Told]:
    """Counts alone: the units cannot be listed."""
    views = {name: Told(View(), None, why) for name in VIEWS}
    if len(rivals.problems) > 2:
        return {name: Told(View(), None, ONLY_PAIRS) for name in VIEWS}
    view = counts_view(rivals.problems, some)
    return views | {COUNTS: Told(view, _seen(rivals, view, payoffs))}


def _large(rivals: Rivals) -> Found:
    """A space of too many designs: what single ones prove from below."""
    some, best = _single_designs(rivals)
    payoffs = {NAME: naming(len(rivals.problems))}
    win = win_payoff(rivals.problems, some)
    if win is not None:
        payoffs[WIN] = win
    try:
        laws = Laws(rivals.problems, some)
        views = {name: laws.view(name) for name in VIEWS}
    except Inexact as error:
        why = f"{NOT_LISTED}: {error}" if len(rivals.problems) == 2 else ONLY_PAIRS
        views = {name: View(reason=why) for name in VIEWS}
        if len(rivals.problems) == 2:
            views[COUNTS] = counts_view(rivals.problems, some)
    told = {
        name: Told(view, None, view.reason)
        if view.reason is not None
        else Told(view, _from_below(rivals, view, payoffs), MANY, open=True)
        for name, view in views.items()
    }
    return Found(told, best)


def _single_designs(rivals: Rivals) -> tuple[list[dict[str, Value]], Interval | None]:
    """Default, the designs of the history and the best known ones; and what knowing all would win."""
    first = rivals.first
    found = [first.default, *(design for _, design in first.policy())]
    asked, ends = first.evaluate, [Fraction(0), Fraction(0)]
    for problem, share in zip(rivals.problems, rivals.prior, strict=True):
        last: Optimum = deque(Search(Valuer(problem), Space.DECLARED).run(Meter(CHECK_STEPS)), 1)[0]
        found.append(last.design)
        if asked is not None:
            ends[0] += share * winning(last.value, asked).low
            ends[1] += share * winning(last.best, asked).high
    kept = [d for d in found if not violations(first, d, Space.DECLARED)]
    every = [d for place, d in enumerate(kept) if d not in kept[:place]]
    return every, None if asked is None else Interval(*ends)


def _from_below(rivals: Rivals, view: View, payoffs: Mapping[str, Payoff]) -> Seen:
    assert view.records is not None
    own = [reduced(numbers) for numbers in view.low]
    values = DesignValues(own, view.records, rivals.prior, rivals.units, payoffs)
    start = _seen(replace(rivals, units=0), view, {NAME: payoffs[NAME]}).worth[NAME].start
    worth: dict[str, Worth] = {}
    for name in payoffs:
        low, one = values.best(name, rivals.units)[1], Fraction(1)
        begin = start if name == NAME else Interval(values.best(name, 0)[1], one)
        points = tuple((n, values.along(name, n), one) for n in curve_units(rivals.units))
        least = (int(begin.high < rivals.level), values.enough(name, rivals.level))
        whole = Interval(low, one)
        worth[name] = Worth(begin, whole, whole, least, None, points)
    place, low = values.best(NAME, rivals.units)
    informed = view.records.informs
    return Seen(False, (), informed, worth, None, Single(place, low))
