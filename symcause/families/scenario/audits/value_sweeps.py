"""Value sweeps in scenario audits: the value over one design variable at a time.

At a few points the value is known between proven bounds; between points that are no neighbours a bound
holds for every whole number there, so that nothing is drawn that was not proven. Variables without any
effect are left out. The work ends with its budget; variables that are claimed to be traps come first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.scenario.bounds import SWEEP_REACH, SWEPT_NUMBERS
from symcause.families.scenario.models.model_components import Boolean, Choice, Value
from symcause.families.scenario.models.rational_intervals import Interval
from symcause.families.scenario.optimum.design_boxes import settled
from symcause.families.scenario.problem.problem import Space, violations
from symcause.families.scenario.value.model_simplification import depends_on, fold
from symcause.families.scenario.value.valuer import ROUGH, Valuer
from symcause.families.scenario.value.work_tally import Bill

STEPS = 6
"""Equal steps of larger ranges; the value of the design itself comes on top."""

CELLS = 2 * ROUGH
"""Cells of a continuous draw: values for a picture."""


@dataclass(frozen=True)
class Point:
    """The value with the variable set to this."""

    at: Value
    value: Interval
    in_space: bool


@dataclass(frozen=True)
class Band:
    """Bounds for all whole numbers from *first* to *last*."""

    first: int
    last: int
    value: Interval


@dataclass(frozen=True)
class Sweep:
    """The values of one variable."""

    variable: str
    around: str
    points: tuple[Point, ...]
    bands: tuple[Band, ...] = ()


def sweeps(
    valuer: Valuer, space: Space, around: str, design: Mapping[str, Value], budget: Meter
) -> Iterator[Sweep | Unknown]:
    """The sweeps around one design; where the budget is for no more of them, what ran out."""
    problem, bill = valuer.problem, Bill(valuer.tally, budget)
    fixed = settled(problem, space)
    for name in sorted(problem.design, key=lambda name: name not in problem.claims.traps):
        others = {other: value for other, value in design.items() if other != name}
        if name in fixed or name not in depends_on(fold(problem, problem.final, others)):
            continue
        if bill.over:
            yield budget.shortage
            return
        yield _sweep(valuer, space, around, design, name)


def _sweep(
    valuer: Valuer, space: Space, around: str, design: Mapping[str, Value], name: str
) -> Sweep:
    at = _values(valuer, space, design, name)
    changed = [{**design, name: value} for value in at]
    points = [
        Point(value, interval, not violations(valuer.problem, one, space))
        for value, one, interval in zip(at, changed, valuer.many(changed, cells=CELLS), strict=True)
    ]
    gaps = []
    for one, other in pairwise(points):
        if isinstance(one.at, Fraction) and isinstance(other.at, Fraction):
            first, last = int(one.at) + 1, int(other.at) - 1
            if first <= last:
                gaps.append((first, last))
    intervals = valuer.bounds([{**design, name: gap} for gap in gaps]) if gaps else []
    bands = tuple(Band(*gap, value) for gap, value in zip(gaps, intervals, strict=True))
    return Sweep(name, around, tuple(points), bands)


def _values(valuer: Valuer, space: Space, design: Mapping[str, Value], name: str) -> list[Value]:
    domain = valuer.problem.domains(space)[name]
    if isinstance(domain, Boolean):
        return [False, True]
    if isinstance(domain, Choice):
        return list(domain.options)
    own = int(Fraction(str(design[name])))
    least = domain.least
    most = max(own, domain.default) + SWEEP_REACH if domain.most is None else domain.most
    if most - least < SWEPT_NUMBERS:
        return [Fraction(value) for value in range(least, most + 1)]
    steps = {least + round(Fraction((most - least) * i, STEPS)) for i in range(STEPS + 1)}
    return [Fraction(value) for value in sorted(steps | {own})]
