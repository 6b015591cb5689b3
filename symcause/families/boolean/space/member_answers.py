"""Members of a Boolean space as answers, written in the operators of the problem."""

from __future__ import annotations

from symcause.families.boolean.catalogue import catalogue
from symcause.families.boolean.catalogue.expression_writer import write
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.expressions import spell


def written(problem: BooleanProblem, model: BooleanSCM) -> Answer:
    """A model as an answer to the problem, with the shortest known expressions."""
    book = catalogue(problem.operators, problem.constants)
    mechanisms = {
        v: write(f, book, via=_mentionable(problem, v, model)) for v, f in model.functions.items()
    }
    return Answer(mechanisms, model.roots if problem.disclosure.roots is None else None)


def spelled(problem: BooleanProblem, model: BooleanSCM) -> dict[str, str]:
    """The mechanisms of a model as S-expressions."""
    return {v: spell(e) for v, e in written(problem, model).mechanisms.items()}


def _mentionable(problem: BooleanProblem, variable: str, model: BooleanSCM) -> str | None:
    """A root that a constant mechanism of this variable may mention."""
    known = variable in problem.variables
    admissible = problem.disclosure.admissible(variable) if known else model.roots
    return next((root for root in model.roots if root in admissible), None)
