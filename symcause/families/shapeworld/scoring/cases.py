"""Cases as the published tables count them.

Accuracy is right / all, where no result counts as wrong. A standard error is the sample deviation over
cases, divided by the square root of their number, as in the release.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from symcause.families.shapeworld.documents.score import ShapeWorldScore
from symcause.scoring.statistics import Total


@dataclass(frozen=True)
class Case:
    """One case of one system."""

    model: str
    problem: str
    structure: str
    truth: bool
    right: bool
    interventions: int
    error: bool
    template: str | None = None

    @staticmethod
    def of_score(score: ShapeWorldScore) -> Case | None:
        """A case of a scored answer; None where the truth is not known or only failures are."""
        if score.truth is None or score.failure:
            return None
        return Case(
            score.model,
            score.problem,
            score.structure or "",
            score.truth == "yes",
            score.right is True,
            score.interventions,
            score.answer is None or score.mark is not None,
            score.template,
        )


def accuracy(cases: Sequence[Case], truth: bool | None = None) -> Fraction | None:
    """The share of right cases, of all or of those with this truth."""
    chosen = [case.right for case in cases if truth is None or case.truth is truth]
    return Fraction(sum(chosen), len(chosen)) if chosen else None


def standard_error(cases: Sequence[Case]) -> float | None:
    """Of the accuracy: sample deviation over cases, divided by the root of their number."""
    share, count = accuracy(cases), len(cases)
    if share is None or count < 2:
        return None
    return sqrt(share * (1 - share) / (count - 1))


def by_problem(cases: Sequence[Case]) -> dict[int, Total]:
    """Right answers by problem, for a bootstrap that resamples problems."""
    places = {name: i for i, name in enumerate(sorted({case.problem for case in cases}))}
    totals: dict[int, Total] = {}
    for case in cases:
        old = totals.get(places[case.problem], Total(0.0, 0))
        totals[places[case.problem]] = Total(old.sum + case.right, old.count + 1)
    return totals


def constant(cases: Iterable[Case], answer: bool) -> list[Case]:
    """What a system would get that always answers the same, without any intervention."""
    name = f"always {'yes' if answer else 'no'}"
    return [
        Case(name, case.problem, case.structure, case.truth, case.truth is answer, 0, False)
        for case in cases
    ]
