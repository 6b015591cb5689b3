"""Separability of alternatives: whether a single-variable experiment tells two Boolean members apart.

Agreement with one fixed member under every admissible experiment is an equivalence relation, so it is
enough to compare everything with a single reference: if no member is separated from it, no two members
are separated from each other. Near alternatives are tried first; if none of them separates, the joint
SAT query decides. Where it cannot (classes bounded by AST size) and the space is small, every member is
compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symcause.answers import Unknown
from symcause.families.boolean.audits.alternatives.alternative_models import ShownAlternative, show
from symcause.families.boolean.models.experiments import PairSeparation
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.joint.joint_search import Separated
from symcause.families.boolean.space.joint.member_separation import separated


def separable(
    problem: BooleanProblem,
    hypotheses: HypothesisClass,
    reference: BooleanSCM,
    shown: Sequence[ShownAlternative],
    space: ExactSpace | None = None,
) -> bool | Unknown | ShownAlternative:
    """True or False, or a separated alternative that the near ones did not include.

    *reference* must be a member, and *shown* single-variable separations of other members from it.
    """
    if any(a.separation is not None and len(a.separation.experiment.targets) == 1 for a in shown):
        return True
    found = separated(problem, hypotheses, reference, space)
    if isinstance(found, Separated):
        return _shown(problem, found)
    return found if isinstance(found, Unknown) else False


def _shown(problem: BooleanProblem, found: Separated) -> ShownAlternative:
    """The alternative with its best experiment, or with the one found if there are too many roots."""
    shown = show(problem, found.reference, found.alternative)
    if shown.separation is not None:
        return shown
    separation = PairSeparation(found.experiment, None, None, found.witness)
    return replace(shown, separation=separation, separation_known=True)
