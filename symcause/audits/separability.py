"""Separable: are two members told apart by an admissible single-variable experiment?

Agreement with one fixed member under every admissible experiment is an equivalence relation, so it is
enough to compare everything with a single reference: if no member is separated from it, no two members
are separated from each other. Near alternatives are tried first; if none of them separates, the joint
SAT query decides.
"""

from __future__ import annotations

from collections.abc import Sequence

from symcause.audits.alternatives import ShownAlternative, show
from symcause.models.scm import BooleanSCM
from symcause.problems.boolean import BooleanProblem
from symcause.problems.classes import HypothesisClass
from symcause.spaces import Sat, Unknown
from symcause.spaces.boolean.joint import JointSearch, Separated


def separable(
    problem: BooleanProblem,
    hypotheses: HypothesisClass,
    reference: BooleanSCM,
    shown: Sequence[ShownAlternative],
) -> bool | Unknown | ShownAlternative:
    """True or False, or a separated alternative that the near ones did not include.

    *reference* must be a member, and *shown* single-variable separations of other members from it.
    """
    if any(a.separation is not None and len(a.separation.experiment.targets) == 1 for a in shown):
        return True
    found = JointSearch(problem, hypotheses).separated(reference)
    if isinstance(found, Sat):
        assert isinstance(found.model, Separated)
        return show(problem, reference, found.model.alternative)
    return found if isinstance(found, Unknown) else False
