"""The check of what baselines claim: to have the least there is, or that there is no model."""

from __future__ import annotations

from dataclasses import replace

from symcause.attempts.attempt_record import ANSWERED, NONE, Attempt
from symcause.families.boolean.baselines.exact_search import Preference, solve
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.checker import scorer_of
from symcause.families.boolean.scoring.check.explanation_count import within_bounds

REACHED, MISSED, UNKNOWN, UNCLAIMED = "reached", "missed", "unknown", "not claimed"
RIGHT, WRONG = "right", "wrong"
AST, EDGES = "ast", "edges"


def checked_optimum(problem: BooleanProblem, text: str, attempt: Attempt) -> str | None:
    """Has the answer the least of what it claims? By an exact search of the same class; None: no answer."""
    if attempt.status != ANSWERED:
        return None
    if not attempt.optimal:
        return UNCLAIMED
    objective = attempt.objective or AST
    judged = scorer_of(problem).check(text)
    if judged.scm is None or not judged.explains or not within_bounds(problem, judged.scm):
        return MISSED
    cost = _cost(objective, judged.total_ast, judged.scm)
    if attempt.cost is not None and attempt.cost != cost:
        return MISSED
    hypotheses = problem.default_class()
    if attempt.max_ast is not None:
        hypotheses = replace(hypotheses, max_ast=attempt.max_ast)
    preference = Preference.AST if objective == AST else Preference.PARENTS
    found = solve(problem, hypotheses, preference)
    if found.status == NONE:
        if attempt.max_ast is None:
            raise AssertionError(f"{problem.id}: an explanation where there is none")
        return MISSED  # its mechanisms are larger than it says
    if found.status != ANSWERED or not found.optimal:
        return UNKNOWN
    assert isinstance(found.answer, Answer)
    least = _cost(objective, found.answer.total_ast, problem.compiled(found.answer))
    if cost < least and attempt.max_ast is None:
        raise AssertionError(f"{problem.id}: {objective} {cost} is less than the least, {least}")
    return REACHED if cost == least else MISSED


def _cost(objective: str, ast: int | None, model: BooleanSCM) -> int:
    if objective == AST:
        assert ast is not None
        return ast
    return sum(len(function.parents) for function in model.functions.values())


def checked_none(problem: BooleanProblem, attempt: Attempt) -> str | None:
    """Is there really no model of the problem's own class? None: that was not claimed."""
    if attempt.status != NONE:
        return None
    found = solve(problem)
    return {ANSWERED: WRONG, NONE: RIGHT}.get(found.status, UNKNOWN)
