"""The reach of a criterion: whether anybody can know within the budget that it is met.

A criterion that is true in one of two rivals and false in the other is known by whoever tells the two
apart, and the other way round: so it is known at most as often as the true rival is named.
"""

from __future__ import annotations

from symcause.errors import SymcauseError
from symcause.families.scenario.budget.rival_set import Rivals
from symcause.families.scenario.documents.budget_document import BudgetPart, CriterionPart
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.value.claim_judge import FALSE, TRUE, UNKNOWN, Predicates
from symcause.families.scenario.value.valuer import Valuer

BEYOND = {"short": True, "enough": False, "history": False, "prior": False}
"""What a verdict says of a criterion that tells the rivals apart."""


def criteria(rivals: Rivals, part: BudgetPart) -> tuple[CriterionPart, ...]:
    """The claims of a scenario that are true in one of two rivals and false in the other."""
    if len(rivals.problems) != 2:
        return ()
    shown = part.views["shown"].name
    claims = (*rivals.first.claims.gold, *rivals.first.claims.distractors)
    criterions = []
    for claim in claims:
        words = tuple(_status(problem, claim.predicate) for problem in rivals.problems)
        if set(words) == {TRUE, FALSE}:
            criterions.append(
                CriterionPart(
                    id=claim.id,
                    statuses=words,
                    beyond=BEYOND.get(part.verdict),
                    most=None if shown is None else shown.power.high,
                )
            )
    return tuple(criterions)


def _status(problem: ScenarioProblem, predicate: str | None) -> str:
    try:
        return Predicates(Valuer(problem)).status(predicate)
    except SymcauseError:  # it speaks of a variable that a rival does not have
        return UNKNOWN
