"""Where an answer stands in the version space: a member, the only one, or one of how many?"""

from __future__ import annotations

from dataclasses import dataclass

from symcause.answers import Unknown
from symcause.families.boolean.audits.alternatives import ShownAlternative, alternatives, corners
from symcause.families.boolean.audits.decision import decide
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.evidence import Evidence
from symcause.families.boolean.space.writing import spelled


@dataclass(frozen=True)
class Standing:
    """``in_class`` and ``unique`` are None where they are not known; ``unique`` also outside."""

    model: BooleanSCM
    in_class: bool | None
    unique: bool | None
    count: int | Unknown
    nearest: ShownAlternative | None

    def to_dict(self, problem: BooleanProblem) -> dict[str, object]:
        unknown = isinstance(self.count, Unknown)
        gold = problem.gold_scm
        nearest = None
        if self.nearest is not None:
            nearest = {**self.nearest.to_dict(problem), "against": spelled(problem, self.model)}
        return {
            "in_class": self.in_class,
            "unique": self.unique,
            "count": None if unknown else self.count,
            "count_reason": self.count.reason if isinstance(self.count, Unknown) else None,
            "nearest_alternative": nearest,
            "gold_corners": None if gold is None else corners(gold, self.model),
        }


def standing(
    problem: BooleanProblem, model: BooleanSCM, hypotheses: HypothesisClass | None = None
) -> Standing:
    """Place a legal model in the space of the problem."""
    hypotheses = hypotheses or problem.default_class()
    found = decide(problem, hypotheses, Evidence(problem), model)
    if not found.gold_is_member:
        return Standing(model, found.gold_is_member, None, found.count, None)
    nearest = found.other
    if nearest is None and found.space is not None and found.several:
        nearest = next(alternatives(found.space, model), None)
    unique = None if found.several is None else not found.several
    return Standing(model, True, unique, found.count, nearest)
