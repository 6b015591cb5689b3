"""Open the version space of a Boolean problem: ``symcause.space(problem, max_parents=2)``."""

from __future__ import annotations

from symcause.audits.question import refuse_values
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.questions.options import ClassOptions
from symcause.families.boolean.space.boolean_space import BooleanSpace


def open_space(
    problem: BooleanProblem,
    *,
    max_parents: int | str | None = None,
    max_ast: int | None = None,
    max_depth: int | None = None,
    setting: str | None = None,
) -> BooleanSpace:
    """The space in the class and the setting asked for; what is not asked for is the problem's own."""
    asked = ClassOptions(max_parents, max_ast, max_depth, setting)
    refuse_values(ClassOptions, vars(asked))
    problem = asked.applied(problem)
    return BooleanSpace(problem, asked.hypotheses(problem))
