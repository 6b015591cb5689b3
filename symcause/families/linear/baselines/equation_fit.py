"""The fit of an equation by least squares, in exact arithmetic, and a graph with it as an answer.

Rows compare readings in which the same base holds (:mod:`~space.local.evidence_rows`): differences within
one crystal, and for a variable that nobody controls differences between all readings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.scoring.answer_claims import hypothesis_of
from symcause.families.linear.space.local.evidence_rows import LinearRows, rows_of
from symcause.models.equations import Equation
from symcause.models.hypotheses import Hypothesis
from symcause.solvers.linear.rational_algebra import dot, solve

ZERO = Fraction(0)
_DIGITS = (0, 1, 2, 3, 4, 6)  # decimals of coefficients, the fewest that fit


@dataclass(frozen=True)
class Fit:
    """The coefficients of a parent set, and the largest residual of a row."""

    coefficients: tuple[Fraction, ...]
    residual: Fraction


class EquationRows:
    """The difference rows of one variable."""

    def __init__(self, problem: LinearProblem, variable: str) -> None:
        self.evidence: LinearRows = rows_of(problem, variable)
        self._rows = list(self.evidence.differences())

    @cached_property
    def tolerance(self) -> Fraction:
        """How far a row may be off: each of its two readings was rounded, and so was a base."""
        return 4 * self.evidence.half

    def fit(self, mask: int) -> Fit:
        """The least-squares fit over the parents in *mask*, written with as few decimals as fit as well."""
        columns = self.evidence.columns(mask)
        rows = [[features[c] for c in columns] for _, features in self._rows]
        values = [value for value, _ in self._rows]
        square = [[dot(a, b) for b in zip(*rows, strict=True)] for a in zip(*rows, strict=True)]
        right = [dot(a, values) for a in zip(*rows, strict=True)] if rows else []
        space = solve(square, right) if square else None
        point = list(space.point) if space is not None else [ZERO] * len(columns)
        whole = self._spread(columns, point)
        bound = max(self.tolerance, self._residual(whole)) if self.evidence.half else ZERO
        for digits in _DIGITS:
            near = [Fraction(round(x * 10**digits), 10**digits) for x in point]
            spread = self._spread(columns, near)
            if all(near) and self._residual(spread) <= bound:
                whole = spread
                break
        return Fit(whole, self._residual(whole))

    def _spread(self, columns: list[int], point: list[Fraction]) -> tuple[Fraction, ...]:
        chosen = [ZERO] * self.evidence.width
        for column, value in zip(columns, point, strict=True):
            chosen[column] = value
        return tuple(chosen)

    def _residual(self, coefficients: tuple[Fraction, ...]) -> Fraction:
        return max(
            (abs(value - dot(coefficients, features)) for value, features in self._rows),
            default=ZERO,
        )

    def equation(self, coefficients: tuple[Fraction, ...]) -> Equation:
        """With the mean base of the first crystal that has one."""
        first = next((row.group for row in self.evidence.rows if row.group is not None), None)
        bases = [
            row.value - dot(coefficients, row.features)
            for row in self.evidence.rows
            if row.group == first and first is not None
        ]
        base = sum(bases, ZERO) / len(bases) if bases else ZERO
        effects = self.evidence.effects(coefficients)
        return Equation.of(
            Fraction(round(base * 10**6), 10**6), {p: e for p, e in effects.items() if e}
        )


def graph_answer(problem: LinearProblem, parents: Mapping[str, tuple[str, ...]]) -> Hypothesis:
    """The graph, and the target's equation fitted to it unless a coefficient comes out as 0."""
    own = EquationRows(problem, problem.target)
    names = own.evidence.candidates
    mask = sum(1 << names.index(p) for p in parents[problem.target])
    equation = own.equation(own.fit(mask).coefficients)
    edges = tuple((p, v) for v in problem.variables for p in parents[v])
    if set(equation.parents) == set(parents[problem.target]):
        empty = {name: Equation() for name in problem.variables}
        stated = hypothesis_of(CrystalModel.of({**empty, problem.target: equation}), problem)
        return Hypothesis(problem.target, edges, stated.equation, stated.coefficients)
    return Hypothesis(problem.target, edges)
