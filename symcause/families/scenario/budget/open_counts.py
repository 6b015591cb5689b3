"""Open counts in the budget of a scenario: chances between proven ends, where nothing can be listed.

Between two rivals with p < q for sure, (p at least, q at most) tells at least as much as what is true, and
(p at most, q at least) at most as much. Where the ends overlap nothing is claimed from below.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from symcause.families.scenario.budget.policies.earlier_records import Block, Records
from symcause.families.scenario.budget.policies.ratio_classes import Experiment, join
from symcause.families.scenario.budget.view_laws import View
from symcause.families.scenario.models.model_components import Value
from symcause.families.scenario.models.rational_intervals import Interval
from symcause.families.scenario.problem.problem import FIRST_STAGE, ScenarioProblem
from symcause.families.scenario.value.valuer import Valuer

NOTHING: Experiment = ((Fraction(1), Fraction(1)),)
Pair = tuple[Interval, Interval]


def counts_view(problems: Sequence[ScenarioProblem], designs: Sequence[dict[str, Value]]) -> View:
    """The view in which two rivals are told apart by counts."""
    valuers = [Valuer(problem) for problem in problems]
    low: list[Experiment] = []
    high: list[Experiment] = []
    for design in designs:
        first, second = (valuer.value(design, FIRST_STAGE) for valuer in valuers)
        low.append(told_at_least((first, second)))
        high += told_at_most((first, second))
    return View(tuple(designs), tuple(low), tuple(high), _records(problems[0], valuers))


def told_at_least(values: Pair) -> Experiment:
    """An experiment that every pair of chances within the ends dominates."""
    first, second = values
    if first.high < second.low:
        return _coin(first.high, second.low)
    if first.low > second.high:
        return _coin(first.low, second.high)
    return NOTHING


def told_at_most(values: Pair) -> list[Experiment]:
    """Experiments one of which dominates the true one."""
    first, second = values
    found = []
    if first.low <= second.high:
        found.append(_coin(first.low, second.high))
    if first.high > second.low:
        found.append(_coin(first.high, second.low))
    return found


def _coin(first: Fraction, second: Fraction) -> Experiment:
    return (first, second), (1 - first, 1 - second)


def _records(problem: ScenarioProblem, valuers: Sequence[Valuer]) -> Records:
    """What the counts of the history tell."""
    history = problem.history
    if history is None:
        return Records(2)
    pairs: list[Pair] = []
    for entry, design in problem.policy():
        first, second = (v.value(design, FIRST_STAGE, force=entry.force) for v in valuers)
        pairs.append((first, second))
    low = [told_at_least(pair) for pair in pairs]
    high = [join(told_at_most(pair)) for pair in pairs]
    if history.cycle:
        turns = len(pairs)
        counts = [(history.records + turns - 1 - place) // turns for place in range(turns)]
        sides = (tuple(map(Block, side, counts)) for side in (low, high))
        return Records(2, *sides)
    whole = sum((entry.weight for entry in history.policy), Fraction(0))
    shares = [entry.weight / whole for entry in history.policy]
    blocks = ((Block(_mixed(side, shares), history.records),) for side in (low, high))
    return Records(2, *blocks)


def _mixed(laws: Sequence[Experiment], shares: Sequence[Fraction]) -> Experiment:
    """One of several experiments is drawn, and which one is told."""
    return tuple(
        tuple(share * chance for chance in law)
        for own, share in zip(laws, shares, strict=True)
        for law in own
    )
