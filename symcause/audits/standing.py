"""Where an answer stands in the version space: a member, the only one, or one of how many?"""

from __future__ import annotations

from dataclasses import dataclass

from symcause.audits.alternatives import ShownAlternative, alternatives, corners, show
from symcause.errors import LimitError
from symcause.models.replay import replays_exactly
from symcause.models.scm import BooleanSCM
from symcause.problems.boolean import BooleanProblem
from symcause.problems.classes import HypothesisClass
from symcause.spaces import Sat, Unknown, Unsat
from symcause.spaces.boolean.joint import JointSearch
from symcause.spaces.boolean.space import VersionSpace
from symcause.spaces.boolean.writing import spelled


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
    try:
        space = VersionSpace.of(problem, hypotheses)
    except LimitError as error:
        return _by_sat(problem, hypotheses, model, str(error))
    if model not in space:
        return Standing(model, False, None, space.count, None)
    nearest = next(alternatives(space, model), None)
    return Standing(model, True, space.count == 1, space.count, nearest)


def _by_sat(
    problem: BooleanProblem, hypotheses: HypothesisClass, model: BooleanSCM, reason: str
) -> Standing:
    """Beyond counting: is there another member at all?"""
    count = Unknown(reason)
    bound = hypotheses.max_parents
    small = bound is None or all(len(f.parents) <= bound for f in model.functions.values())
    if not small or not replays_exactly(model, problem.training, problem.variables):
        return Standing(model, False, None, count, None)
    if hypotheses.tabled:
        return Standing(model, None, None, count, None)
    found = JointSearch(problem, hypotheses).other(model)
    if isinstance(found, Sat):
        assert isinstance(found.model, BooleanSCM)
        return Standing(model, True, False, count, show(problem, model, found.model))
    if isinstance(found, Unsat):
        return Standing(model, True, True, 1, None)
    return Standing(model, True, None, found, None)
