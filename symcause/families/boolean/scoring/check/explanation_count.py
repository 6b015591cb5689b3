"""Explanation count beside a Boolean answer: is it in the class, is it unique, how many others fit.

How many there are is a property of the problem, and counting them is the business of others (scoring
knows no version spaces); here the number meets the answer. A valid answer that explains the training
worlds is a member of the problem's own class unless one of its mechanisms has too many functional parents,
or is against what is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symcause.errors import LimitError
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.knowledge_rules import violations
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.check_result import CheckResult


@dataclass(frozen=True)
class Explanations:
    """How many models of a problem's own class explain its training worlds; None: not known.

    *several*, more than one, may be known where the number is not.
    """

    count: int | None
    several: bool | None
    reason: str | None = None


def standing(problem: BooleanProblem, result: CheckResult, known: Explanations) -> dict[str, Any]:
    """``in_class``, ``unique`` and ``other_explanations`` of an answer.

    The first is null for an answer that is not valid or whose parents are not known, the others outside
    the class and where they are not known. For Alternative-SCM tasks ``unique`` is null: another model is
    what they ask for.
    """
    unknown = {"in_class": None, "unique": None, "other_explanations": None}
    if result.scm is None or (result.explains and result.scm.undecided):
        return unknown
    try:
        inside = result.explains and within_bounds(problem, result.scm)
    except LimitError:
        return unknown
    if not inside:
        return unknown | {"in_class": False}
    if known.count == 0:
        raise AssertionError(f"{problem.id}: an explanation where there is none: {result.scm}")
    hidden = problem.is_alternative_task or known.several is None
    return {
        "in_class": True,
        "unique": None if hidden else not known.several,
        "other_explanations": None if known.count is None else known.count - 1,
    }


def within_bounds(problem: BooleanProblem, model: BooleanSCM) -> bool:
    """True if the problem's own class admits the mechanisms: their functional parents, what is known."""
    bound = problem.default_class().max_parents
    if bound is not None and any(len(f.parents) > bound for f in model.functions.values()):
        return False
    return not problem.knowledge or not violations(problem.knowledge, model)
