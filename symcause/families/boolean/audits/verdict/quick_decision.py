"""Quick decision of the verdict on a large Boolean problem, before any members are counted.

By exchange (docs/theory/counting.md, Proposition 5) a member has another one over its roots iff *one* of
its mechanisms can be another, with parents outside the descendants of its variable: one local question a
variable, whatever their number. So "unique" is said without counting, and "ambiguous" with the one
mechanism that can change; how many models there are is filled in afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from symcause.answers import Sat, Unsat
from symcause.families.boolean.audits.alternatives.alternative_models import ShownAlternative, show
from symcause.families.boolean.bounds import QUICK_VARIABLES
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.knowledge_rules import searchable
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.class_membership import is_member
from symcause.families.boolean.space.joint.joint_search import JointSearch


@dataclass(frozen=True)
class AtOnce:
    """A member, and another one or none.

    *reference* is gold if it is a member (*inside*), else some member; *count* is 0 or 1 where that is all.
    """

    problem: BooleanProblem
    inside: bool | None
    reference: BooleanSCM | None
    other: BooleanSCM | None = None
    count: int | None = None

    @cached_property
    def alternative(self) -> ShownAlternative | None:
        """The other one with its best experiment."""
        if self.reference is None or self.other is None:
            return None
        return show(self.problem, self.reference, self.other)


def at_once(
    problem: BooleanProblem, hypotheses: HypothesisClass, gold: BooleanSCM | None
) -> AtOnce | None:
    """What the joint search says; None where it settles nothing, or would not be the quicker way.

    Under hidden roots only gold's own are looked at: other root sets may be many.
    """
    hidden = problem.disclosure.roots is None
    if len(problem.variables) < QUICK_VARIABLES or not searchable(hypotheses):
        return None
    inside = None if gold is None else is_member(problem, hypotheses, gold)
    if hidden and not inside:
        return None
    joint, reference = JointSearch(problem, hypotheses), gold if inside else None
    if reference is None:
        sat = joint.member()
        if not isinstance(sat, Sat):
            none = isinstance(sat, Unsat)
            return AtOnce(problem, inside, None, count=0) if none else None
        assert isinstance(sat.model, BooleanSCM)
        reference = sat.model
    second = joint.other(reference, over_its_roots=hidden)
    if isinstance(second, Sat):
        assert isinstance(second.model, BooleanSCM)
        return AtOnce(problem, inside, reference, second.model)
    alone = isinstance(second, Unsat) and not hidden
    return AtOnce(problem, inside, reference, count=1) if alone else None
