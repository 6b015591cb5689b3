"""Exact search baseline: one Boolean SCM from the version space, the simplest by default."""

from __future__ import annotations

import random
from enum import StrEnum

from symcause.answers import Sat, Unsat
from symcause.attempts.attempt_record import NONE, Attempt, AttemptBudget
from symcause.errors import LimitError
from symcause.families.boolean.models.replay import replays_exactly
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.joint.joint_search import JointSearch
from symcause.families.boolean.space.member_answers import written
from symcause.families.boolean.space.order.simplest_model import simplest
from symcause.families.boolean.space.order.size_sampler import WeightedSpace

_NO_MODEL = "no model of the class explains the training worlds"


class Preference(StrEnum):
    """Which explaining model to take."""

    AST = "ast"
    PARENTS = "parents"
    UNIFORM = "uniform"
    WEIGHTED = "weighted"


def solve(
    problem: BooleanProblem,
    hypotheses: HypothesisClass | None = None,
    preference: Preference = Preference.AST,
    seed: int = 0,
) -> Attempt:
    """One explaining SCM; ``solved`` is False with a note if there is none or none was found."""
    try:
        space = ExactSpace.of(problem, hypotheses)
        model, optimal = _choose(space, preference, seed)
    except LimitError as error:
        return _by_sat(problem, hypotheses, str(error))
    if model is None:
        return Attempt(status=NONE, note=_NO_MODEL)
    return _attempt(problem, model, optimal, preference)


def _choose(space: ExactSpace, preference: Preference, seed: int) -> tuple[BooleanSCM | None, bool]:
    if space.is_empty:
        return None, False
    if preference is Preference.UNIFORM:
        return space.draw(random.Random(seed)), False
    if preference is Preference.WEIGHTED:
        return WeightedSpace.of(space).draw(random.Random(seed)), False
    found = simplest(space, fewest_parents=preference is Preference.PARENTS)
    return (space.pick(), False) if found is None else (found.model, found.optimal)


def _by_sat(problem: BooleanProblem, hypotheses: HypothesisClass | None, why: str) -> Attempt:
    """Beyond the tables any member will do, unless a rule must admit it."""
    if hypotheses is not None and hypotheses.admits is not None:
        return Attempt(note=f"unknown: {why}")
    sat = JointSearch(problem, hypotheses).member()
    if isinstance(sat, Sat):
        assert isinstance(sat.model, BooleanSCM)
        return _attempt(problem, sat.model, False)
    if isinstance(sat, Unsat):
        return Attempt(status=NONE, note=_NO_MODEL)
    return Attempt(note=f"unknown: {why}; {sat.reason}")


def _attempt(
    problem: BooleanProblem,
    model: BooleanSCM,
    optimal: bool,
    preference: Preference | None = None,
) -> Attempt:
    if not replays_exactly(model, problem.training, problem.variables):
        raise AssertionError(f"not an explanation of {problem.id}: {model}")
    answer = written(problem, model)
    if preference is Preference.AST:
        return Attempt(answer, optimal=optimal, objective="ast", cost=answer.total_ast)
    if preference is Preference.PARENTS:
        edges = sum(len(function.parents) for function in model.functions.values())
        return Attempt(answer, optimal=optimal, objective="edges", cost=edges)
    return Attempt(answer)


def simplest_answer(
    problem: BooleanProblem, seed: int = 0, budget: AttemptBudget | None = None
) -> Attempt:
    """The baseline row: least total AST in the problem's own class."""
    return solve(problem)
