"""Separation of a model from some member: by joint search, else by a comparison of all members.

In classes with bounds on the written form the search may find only models that the class cannot write
(:mod:`.joint_search`), and it does not know rules. Where the space is small, every member is compared.
"""

from __future__ import annotations

from symcause.answers import Sat, SolverAnswer, Unknown, Unsat
from symcause.errors import LimitError
from symcause.families.boolean.bounds import SEPARATED_MEMBERS
from symcause.families.boolean.models.experiments import best_experiment
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.knowledge_rules import searchable
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.joint.joint_search import JointSearch, Separated


def separated(
    problem: BooleanProblem,
    hypotheses: HypothesisClass,
    reference: BooleanSCM,
    counted: ExactSpace | None = None,
) -> Separated | Unsat | Unknown:
    """A member that one variable's intervention tells from the reference; *counted* is the space, if its
    size is known.
    """
    answer: SolverAnswer = Unknown("too many members to compare, and SAT knows no such class")
    if searchable(hypotheses):
        answer = JointSearch(problem, hypotheses).separated(reference)
    if isinstance(answer, Sat):
        assert isinstance(answer.model, Separated)
        return answer.model
    if isinstance(answer, Unsat) or counted is None or counted.count > SEPARATED_MEMBERS:
        return answer
    told = (best_separation(reference, member) for member in counted.members())
    return next((one for one in told if not isinstance(one, Unsat)), Unsat())


def best_separation(first: BooleanSCM, second: BooleanSCM) -> Separated | Unsat | Unknown:
    """The best single-variable experiment between two models."""
    try:
        best = best_experiment(first, second)
    except LimitError as error:
        return Unknown(str(error))
    if best is None or best.witness is None:
        return Unsat()
    return Separated(first, second, best.experiment, best.witness)
