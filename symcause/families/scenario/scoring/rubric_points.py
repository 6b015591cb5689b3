"""Rubric points in scenario scoring: means of the judges by criterion, then points.

    points = Σ weight · value,   normalised = points / Σ positive weights

>>> from fractions import Fraction as F
>>> marks(DEFAULT_RUBRIC, {"one": {"CR1": F(1)}, "two": {"CR1": F(0), "DU1": F(1)}}).points
Fraction(3, 1)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from symcause.families.scenario.models.agent_runs import (
    CAUSAL,
    DATA,
    DEFAULT_RUBRIC,
    EXPERIMENT,
    REFLECTION,
    Rubric,
)

Verdicts = Mapping[str, Mapping[str, Fraction]]


@dataclass(frozen=True)
class Marks:
    """The points of one run."""

    points: Fraction
    maximum: Fraction
    dimensions: Mapping[str, Fraction]  # share of the positive weights of a dimension
    scored: Mapping[str, Fraction]  # points of a dimension
    mandatory: bool | None  # all mandatory criteria satisfied; None if there are none

    @property
    def normalised(self) -> Fraction:
        return self.points / self.maximum


def marks(rubric: Rubric, verdicts: Verdicts) -> Marks:
    """The points that a panel of judges gives; a criterion that nobody judged counts as not satisfied."""
    values = {criterion.id: _mean(criterion.id, verdicts) for criterion in rubric.criteria}
    scored: dict[str, Fraction] = {}
    shares: dict[str, Fraction] = {}
    for dimension in rubric.dimensions:
        own = [c for c in rubric.criteria if c.dimension == dimension]
        scored[dimension] = sum((c.weight * values[c.id] for c in own), Fraction(0))
        most = sum((c.weight for c in own if c.weight > 0), Fraction(0))
        shares[dimension] = scored[dimension] / most if most else Fraction(0)
    needed = [values[c.id] for c in rubric.criteria if c.mandatory]
    return Marks(
        sum(scored.values(), Fraction(0)),
        rubric.maximum,
        shares,
        scored,
        all(value == 1 for value in needed) if needed else None,
    )


def _mean(criterion: str, verdicts: Verdicts) -> Fraction:
    said = [judge.get(criterion, Fraction(0)) for judge in verdicts.values()]
    return sum(said, Fraction(0)) / len(said) if said else Fraction(0)


HIGH = Fraction(9)
"""Points from which a lost run counts as well reasoned (the paper says 9 of 22; here 9 of 16)."""


def pattern(marked: Marks, survival: Fraction | None, won: bool) -> str | None:
    """The failure pattern of a lost run, None if none applies.

    The definitions are the paper's. The order and the bound in D are ours: as printed, A and B already
    cover every run without causal reasoning.
    """
    scored = marked.scored
    if won or not {CAUSAL, EXPERIMENT, REFLECTION, DATA} <= scored.keys():
        return None
    low = survival is not None and survival < Fraction(1, 2)
    if marked.points >= HIGH and scored[REFLECTION] >= 1 and low:
        return "C"
    if scored[CAUSAL] == 0 and scored[DATA] >= Fraction(1, 2):
        return "D"
    if scored[CAUSAL] == 0 and scored[EXPERIMENT] >= 1:
        return "B"
    if scored[CAUSAL] == 0:
        return "A"
    if all(points > 0 for points in scored.values()) and marked.points < HIGH:
        return "E"
    return None


PATTERNS = ("A", "B", "C", "D", "E")
"""Failure patterns."""

PATTERN_NOTE = (
    "Patterns are the paper's; the order in which they are tried (C, D, B, A, E) and the bound in D "
    "are ours, because as printed A and B already cover every run without causal reasoning."
)

__all__ = ["DEFAULT_RUBRIC", "PATTERNS", "PATTERN_NOTE", "Marks", "marks", "pattern"]
