"""Where an answer stands among the models that explain its problem.

How many there are is a property of the problem, and counting them is the business of others (scoring
knows no version spaces); here the number meets the answer. A valid answer that replays the training
worlds exactly is a member of the problem's own class unless one of its mechanisms has too many
functional parents.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.results import CheckResult


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

    The first is null for an answer that is not valid, the others outside the class and where they are
    not known. For Alternative-SCM tasks ``unique`` is null: another model is what they ask for.
    """
    if result.scm is None:
        return {"in_class": None, "unique": None, "other_explanations": None}
    if not result.train_exact or not within_bounds(problem, result.scm):
        return {"in_class": False, "unique": None, "other_explanations": None}
    if known.count == 0:
        raise AssertionError(f"{problem.id}: an explanation where there is none: {result.scm}")
    hidden = problem.is_alternative_task or known.several is None
    return {
        "in_class": True,
        "unique": None if hidden else not known.several,
        "other_explanations": None if known.count is None else known.count - 1,
    }


def within_bounds(problem: BooleanProblem, model: BooleanSCM) -> bool:
    """True if no mechanism has more functional parents than the problem's own class admits."""
    bound = problem.default_class().max_parents
    return bound is None or all(len(f.parents) <= bound for f in model.functions.values())
