"""The choice of a Boolean space: by what is noisy, unseen or indistinguishable."""

from __future__ import annotations

from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.families.boolean.models.scm import BEHAVIOUR, IDENTITY, BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.boolean_space import BooleanSpace
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence


def identity_of(problem: BooleanProblem) -> str:
    """The identity by which two models are the same unless somebody asks otherwise."""
    return BEHAVIOUR if problem.latent else IDENTITY


def open_space(
    problem: BooleanProblem,
    hypotheses: HypothesisClass | None = None,
    identity: str | None = None,
    evidence: Evidence | None = None,
    meter: Meter | None = None,
) -> BooleanSpace:
    """The space of a problem in its own class, or in another one; up to another identity.

    *evidence* are the training rows of the problem where they were read already. All questions to the
    space draw on its *meter*.
    """
    meter = meter or Meter()
    hypotheses = hypotheses or problem.default_class()
    if (identity or identity_of(problem)) == BEHAVIOUR:
        from symcause.families.boolean.space.behaviour_space import BehaviourSpace

        return BehaviourSpace(problem, hypotheses, meter=meter)
    if problem.holed:
        from symcause.families.boolean.space.hole_space import HoledSpace

        return HoledSpace(problem, hypotheses, meter=meter)
    if not hypotheses.errors:
        return BooleanSpace(problem, hypotheses, evidence, meter=meter)
    from symcause.families.boolean.space.noise_space import ErringSpace

    return ErringSpace(problem, hypotheses, meter=meter)


def explains(
    problem: BooleanProblem, hypotheses: HypothesisClass, model: BooleanSCM
) -> bool | None:
    """Is a model in the class, and does it explain the training rows? None where nobody can tell."""
    if not problem.holed and not hypotheses.errors:
        from symcause.families.boolean.space.exclusion import why_not

        return not why_not(problem, hypotheses, model)
    try:
        return model in open_space(problem, hypotheses)
    except LimitError:
        return None
