"""The choice of a linear space: with or without a hidden disturbance."""

from __future__ import annotations

from fractions import Fraction

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.linear.problem.class_override import restricted
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.hidden.hidden_space import HiddenSpace
from symcause.families.linear.space.hidden.hidden_target import hidden_target_range
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.target_range import Ends, TargetRange, target_ends, target_range


def open_space(
    problem: LinearProblem,
    *,
    max_parents: int | str | None = None,
    coefficients: str | None = None,
    min_effect: str | Fraction | None = None,
    target_may_cause: bool = False,
    semantics: str | None = None,
    engine: str = "auto",
    meter: Meter | None = None,
) -> LinearSpace | HiddenSpace:
    """The version space: factorised, or one formula where a disturbance has acted.

    Its work is charged to a *meter*, that of the question which it is opened for.
    """
    problem = restricted(
        problem,
        max_parents=max_parents,
        coefficients=coefficients,
        min_effect=min_effect,
        target_may_cause=target_may_cause,
        semantics=semantics,
    )
    if problem.disturbed:
        return HiddenSpace(problem, meter=meter)
    return LinearSpace(problem, engine=engine, meter=meter)


def range_of_target(space: LinearSpace | HiddenSpace) -> TargetRange | Unknown | None:
    """The range of the reactor's target, whichever kind of space it is."""
    if isinstance(space, HiddenSpace):
        return hidden_target_range(space)
    return target_range(space)


def ends_of_target(space: LinearSpace | HiddenSpace) -> Ends | Unknown | None:
    """Its least and greatest value alone, which takes less where engines are exact."""
    if not isinstance(space, HiddenSpace):
        return target_ends(space)
    found = hidden_target_range(space)
    return (found.low, found.high) if isinstance(found, TargetRange) else found
