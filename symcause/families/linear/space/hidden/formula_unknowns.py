"""Unknowns of the formula of a linear space under a hidden disturbance."""

from __future__ import annotations

from fractions import Fraction

from symcause.families.linear.models.laboratory import EquationFamily
from symcause.families.linear.problem.problem import LinearProblem


class FormulaUnknowns:
    """Numbers of the unknowns."""

    def __init__(self) -> None:
        self.reals: dict[object, int] = {}
        self.booleans: dict[object, int] = {}

    def real(self, *key: object) -> int:
        return self.reals.setdefault(key, len(self.reals))

    def boolean(self, *key: object) -> int:
        return self.booleans.setdefault(key, len(self.booleans))


class DisturbedUnknowns:
    """Coefficients, edges, affected variables and the values of the disturbance, each with its number."""

    def __init__(self, problem: LinearProblem) -> None:
        assert problem.hidden is not None
        self.problem, self.hidden = problem, problem.hidden
        self.quadratic = problem.family is EquationFamily.QUADRATIC
        self.layout = FormulaUnknowns()
        self.steps = self._steps()
        self.products: list[tuple[int, int, int]] = []

    def _steps(self) -> list[int]:
        """For every chain state, how many interventions came before it or with it."""
        count, steps = 0, []
        for state in self.problem.chain:
            count += state.acted
            steps.append(count)
        return steps

    def weight(self, effect: str, cause: str) -> int:
        """The main coefficient of a cause."""
        return self.layout.real("w", effect, cause)

    def second(self, effect: str, cause: str) -> int:
        """Its linear coefficient in the quadratic family."""
        return self.layout.real("w", effect, cause, "second")

    def columns(self, name: str) -> list[int]:
        """All coefficients of a variable's equation, in the order of its features."""
        causes = self.problem.candidates(name)
        columns = [self.weight(name, cause) for cause in causes]
        if self.quadratic:
            columns += [self.second(name, cause) for cause in causes]
        return columns

    def edge(self, effect: str, cause: str) -> int:
        return self.layout.boolean("e", effect, cause)

    def node(self, name: str) -> int:
        return self.layout.boolean("n", name)

    def value(self, step: int, index: int) -> int:
        """Boolean: the disturbance after intervention *step* has its value number *index*."""
        return self.layout.boolean("h", step, index)

    def _affected(self, name: str) -> bool | None:
        nodes = self.hidden.nodes
        return None if nodes is None else name in nodes

    def values_of(self) -> list[int]:
        """The integers a main coefficient may have."""
        bounds = self.problem.coefficients
        size = bounds.min_effect or Fraction(1)
        low, high = bounds.minimum or 0, bounds.maximum or 0
        return [w for w in range(low, high + 1) if abs(w) >= size]
