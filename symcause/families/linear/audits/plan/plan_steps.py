"""Steps of a linear plan: the interventions, and how many graphs are left after each."""

from __future__ import annotations

from dataclasses import dataclass

from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.problem import LinearProblem


@dataclass(frozen=True)
class PlannedStep:
    """One intervention; *left* is None where it depends on what is read."""

    intervention: Manipulation
    left: int | None
    settles: tuple[str, ...]


@dataclass(frozen=True)
class ShortestPlan:
    """Interventions after which *after* graphs are left (None: not known)."""

    steps: tuple[PlannedStep, ...]
    before: int
    after: int | None
    minimal: bool
    lower_bound: int
    tried: int
    reason: str | None = None
    problem: LinearProblem | None = None  # with what gold would show
