"""Space choice: which version space a finite problem has, by whether all training cells were observed."""

from __future__ import annotations

from symcause.budgets import Meter
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.space.class_choices import Caps
from symcause.families.finite.space.finite_space import FiniteSpace
from symcause.families.finite.space.hole_space import HoleSpace

AnySpace = FiniteSpace | HoleSpace


def open_space(
    problem: FiniteProblem, caps: Caps | None = None, *, meter: Meter | None = None
) -> FiniteSpace | HoleSpace:
    """The space of all models of the declared class, within *caps*, that explain the training worlds."""
    kind = HoleSpace if problem.holed else FiniteSpace
    return kind(problem, caps or Caps(), meter=meter or Meter())
