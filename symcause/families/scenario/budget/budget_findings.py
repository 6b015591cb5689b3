"""Budget findings: from rivals to the document that says what can be known."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from symcause.families.scenario.budget.budget_sentences import headline
from symcause.families.scenario.budget.policies.belief_ascent import NAME
from symcause.families.scenario.budget.policies.value_bounds import Worth
from symcause.families.scenario.budget.rival_set import Rivals
from symcause.families.scenario.budget.rival_views import WIN, Found, Told, found_views
from symcause.families.scenario.budget.view_laws import ALL, COUNTS, SHOWN
from symcause.families.scenario.documents.budget_document import (
    BudgetPart,
    Ends,
    FirstPart,
    InformsPart,
    NamePart,
    SelectionPart,
    SinglePart,
    UnitsPart,
    ViewPart,
    WinBudgetPart,
)
from symcause.families.scenario.documents.design_map import DesignMap
from symcause.families.scenario.models.model_components import Design
from symcause.families.scenario.models.rational_intervals import Interval, exactly, rounded

DIGITS = 6
"""Decimals of a bound."""

LONGEST_BINARY = 2**20
"""A power of two above this is the denominator of a float."""

CLOSE = Fraction(1, 10**4)
"""No share is given where less than this is missing."""

EQUAL = "the rivals show the same: nothing tells them apart"
WEAK = "the bound from above for three rivals or more is weak: on average 0.15 too high"


def budget_part(rivals: Rivals, level: str) -> BudgetPart:
    """What can be known within the budget."""
    found = found_views(rivals)
    views = {name: _view(view, found.perfect) for name, view in found.views.items()}
    part = BudgetPart(
        rivals=tuple(problem.id for problem in rivals.problems),
        prior=tuple(map(str, rivals.prior)),
        units=rivals.units,
        level=level,
        perfect=None if found.perfect is None else ends(found.perfect),
        views=views,
        selection=_selection(rivals, found),
        verdict=_verdict(rivals, found),
        notes=tuple(_notes(rivals, found)),
    )
    return replace(part, headline=headline(part))


def ends(interval: Interval, open: bool = False) -> Ends:
    """A number between two, as texts."""
    high = None if open else _text(interval.high, up=True)
    return Ends(low=_text(interval.low, up=False), high=high)


def _text(number: Fraction, up: bool) -> str:
    """A fraction in full, unless it is long or a binary float."""
    long = number.denominator
    binary = long > LONGEST_BINARY and long & (long - 1) == 0
    text = None if binary else exactly(number)
    return rounded(number, up, DIGITS) if text is None else text


def plain(design: Design) -> DesignMap:
    """A design as documents have it."""
    return {k: v if isinstance(v, bool | str) else int(v) for k, v in design.items()}


def _view(told: Told, perfect: Interval | None) -> ViewPart:
    seen, view = told.seen, told.view
    if seen is None:
        return ViewPart(status="unknown", reason=told.reason, linked=view.linked)
    win = seen.worth.get(WIN)
    return ViewPart(
        status="exact" if seen.exact else "bounded",
        reason=told.reason,
        linked=view.linked,
        maximal=tuple(plain(view.designs[place]) for place in seen.maximal),
        history=InformsPart(informs=seen.informs),
        name=_name(seen.worth[NAME], told.open),
        win=None if win is None or perfect is None else _win(win, perfect, told.open),
        first=None
        if seen.first is None
        else FirstPart(design=plain(view.designs[seen.first.design]), proven=seen.first.proven),
        single=None
        if seen.single is None
        else SinglePart(
            design=plain(view.designs[seen.single.design]),
            low=_text(seen.single.low, up=False),
        ),
    )


def _name(worth: Worth, open: bool) -> NamePart:
    return NamePart(
        start=ends(worth.start),
        power=ends(worth.power, open),
        adaptive=ends(worth.adaptive, open),
        minimax=None if worth.minimax is None else ends(worth.minimax),
        least=worth.least,
        curve=tuple(_point(n, Interval(low, high), open) for n, low, high in worth.curve),
    )


def _point(n: int, found: Interval, open: bool) -> UnitsPart:
    text = ends(found, open)
    return UnitsPart(units=n, low=text.low, high=text.high)


def _win(worth: Worth, perfect: Interval, open: bool) -> WinBudgetPart:
    known = worth.adaptive
    missing = Interval(max(perfect.low - known.high, Fraction(0)), perfect.high - known.low)
    return WinBudgetPart(
        start=ends(worth.start, open),
        power=ends(worth.power, open),
        adaptive=ends(worth.adaptive, open),
        regret=ends(missing if not open else Interval(Fraction(0), missing.high)),
        least=worth.least,
    )


def nested(rivals: Rivals) -> bool:
    """Does *all* tell at least what *shown* tells? Only if counts are told."""
    first = rivals.first
    return first.observe.counts and (first.history is None or first.tells_number)


def _selection(rivals: Rivals, found: Found) -> SelectionPart | None:
    """What seeing the lost would add."""
    shown, every = found.views[SHOWN], found.views[ALL]
    if shown.seen is None or every.seen is None or shown.open:
        return None
    one, two = shown.seen.worth[NAME], every.seen.worth[NAME]
    inside = nested(rivals)
    saved = None
    if one.least is not None and two.least is not None and None not in (one.least[1], two.least[1]):
        assert one.least[1] is not None and two.least[1] is not None
        saved = (one.least[0] - two.least[1], one.least[1] - two.least[0])
    return SelectionPart(
        nested=inside,
        start=ends(_less(two.start, one.start, inside)),
        power=ends(_less(two.adaptive, one.adaptive, inside)),
        units=saved,
        share=_share(two.adaptive, one.adaptive) if inside else None,
    )


def _less(first: Interval, second: Interval, inside: bool) -> Interval:
    """The difference; what tells more is never worth less."""
    low, high = first.low - second.high, first.high - second.low
    return (
        Interval(max(low, Fraction(0)), max(high, Fraction(0))) if inside else Interval(low, high)
    )


def _share(every: Interval, shown: Interval) -> Ends | None:
    """How much of what is missing the lost would tell."""
    if 1 - shown.high < CLOSE or every.low <= shown.high:
        return None
    low = 1 - (1 - every.low) / (1 - shown.high)
    high = 1 - (1 - every.high) / (1 - shown.low)
    least, most = max(low, Fraction(0)), min(high, Fraction(1))
    return Ends(
        low=rounded(least, up=False, digits=DIGITS), high=rounded(most, up=True, digits=DIGITS)
    )


def _verdict(rivals: Rivals, found: Found) -> str:
    level, shown = rivals.level, found.views[SHOWN]
    if max(rivals.prior) >= level:
        return "prior"
    if shown.seen is None:
        counts = found.views[COUNTS].seen
        told = rivals.first.observe.counts
        if counts is not None and told and counts.worth[NAME].power.low >= level:
            return "enough"
        return "unknown"
    worth = shown.seen.worth[NAME]
    if worth.start.low >= level:
        return "history"
    if worth.power.low >= level:
        return "enough"
    return "short" if worth.power.high < level and not shown.open else "unknown"


def _notes(rivals: Rivals, found: Found) -> list[str]:
    notes = []
    shown = found.views[SHOWN]
    seen = None if shown.open else shown.seen
    if seen is not None and seen.worth[NAME].power.high <= max(rivals.prior):
        notes.append(EQUAL)
    if len(rivals.prior) > 2:
        notes.append(WEAK)
    return notes
