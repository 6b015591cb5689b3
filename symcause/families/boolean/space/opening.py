"""The version space of a Boolean problem: exact, with disturbed cells, or with unobserved ones."""

from __future__ import annotations

from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.boolean_space import BooleanSpace


def open_space(problem: BooleanProblem, hypotheses: HypothesisClass | None = None) -> BooleanSpace:
    """The space of a problem in its own class, or in another one."""
    hypotheses = hypotheses or problem.default_class()
    if problem.holed:
        from symcause.families.boolean.space.holed_space import HoledSpace

        return HoledSpace(problem, hypotheses)
    if not hypotheses.errors:
        return BooleanSpace(problem, hypotheses)
    from symcause.families.boolean.space.erring_space import ErringSpace

    return ErringSpace(problem, hypotheses)
