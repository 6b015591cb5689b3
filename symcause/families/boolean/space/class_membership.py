"""Membership of a Boolean model in a class, decided without opening the version space."""

from __future__ import annotations

from symcause.families.boolean.models.replay import replays_exactly
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.knowledge_rules import violations
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence


def is_member(
    problem: BooleanProblem, hypotheses: HypothesisClass, model: BooleanSCM
) -> bool | None:
    """Membership without the space; None where AST bounds would have to be looked up."""
    bound = hypotheses.max_parents
    if bound is not None and any(len(f.parents) > bound for f in model.functions.values()):
        return False
    if not replays_exactly(model, problem.training, problem.variables):
        return False
    if hypotheses.knowledge and violations(hypotheses.knowledge, model):
        return False
    if not hypotheses.tabled:
        return True
    book = Evidence(problem).catalogue
    writables = [
        book.writable(f, hypotheses.max_ast, hypotheses.max_depth) for f in model.functions.values()
    ]
    return False if False in writables else None if None in writables else True
