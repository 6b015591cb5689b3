"""Separable: are two members told apart by an admissible single-variable experiment?

Agreement with one fixed member under every admissible experiment is an equivalence relation, so it is
enough to compare everything with a single reference: if no member is separated from it, no two members
are separated from each other. Near alternatives are tried first; if none of them separates, the joint
SAT query decides. Where it cannot (classes bounded by AST size) and the space is small, every member is
compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symcause.answers import Sat, Unknown
from symcause.errors import LimitError
from symcause.families.boolean.audits.alternatives import ShownAlternative, show
from symcause.families.boolean.models.experiments import Separation, best_experiment
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.joint import JointSearch, Separated
from symcause.families.boolean.space.space import VersionSpace

MOST_LISTED = 2000
"""Most members that are compared one by one."""


def separable(
    problem: BooleanProblem,
    hypotheses: HypothesisClass,
    reference: BooleanSCM,
    shown: Sequence[ShownAlternative],
    space: VersionSpace | None = None,
) -> bool | Unknown | ShownAlternative:
    """True or False, or a separated alternative that the near ones did not include.

    *reference* must be a member, and *shown* single-variable separations of other members from it.
    """
    if any(a.separation is not None and len(a.separation.experiment.targets) == 1 for a in shown):
        return True
    found = JointSearch(problem, hypotheses).separated(reference)
    if isinstance(found, Sat):
        assert isinstance(found.model, Separated)
        return _shown(problem, found.model)
    if isinstance(found, Unknown):
        return found if space is None else _by_listing(space, reference, found)
    return False


def _shown(problem: BooleanProblem, found: Separated) -> ShownAlternative:
    """The alternative with its best experiment, or with the one found if there are too many roots."""
    shown = show(problem, found.reference, found.alternative)
    if shown.separation is not None:
        return shown
    separation = Separation(found.experiment, None, None, found.witness)
    return replace(shown, separation=separation, separation_known=True)


def _by_listing(
    space: VersionSpace, reference: BooleanSCM, unknown: Unknown
) -> bool | Unknown | ShownAlternative:
    if space.count > MOST_LISTED:
        return unknown
    try:
        for member in space.members():
            if member != reference and best_experiment(reference, member) is not None:
                return show(space.problem, reference, member)
    except LimitError as error:
        return Unknown(str(error))
    return False
