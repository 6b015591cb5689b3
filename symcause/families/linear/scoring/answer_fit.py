"""The fit of a linear answer: whether the evidence admits all that it states.

``check``, ``score`` and what they say of support judge an answer by this module, so they cannot differ.
"""

from __future__ import annotations

from symcause.answers import Unknown
from symcause.errors import SymcauseError
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.scoring.answer_claims import ClaimedModel
from symcause.families.linear.space.hypothesis_fit import Fit, fits
from symcause.families.linear.space.membership_objections import (
    class_objections,
    reading_objection,
    wrong_readings,
)
from symcause.models.hypotheses import Hypothesis


def fit_of(
    problem: LinearProblem, claim: ClaimedModel, hypothesis: Hypothesis, steps: int = 0
) -> Fit | Unknown:
    """What speaks against the *hypothesis* of an answer; where all equations are stated they are run.

    *steps* are for a smallest set of rows that rules it out.
    """
    if claim.model is None:
        return fits(problem, hypothesis, steps=steps)
    if problem.disturbed and problem.rounding:
        return Unknown("rounded readings under a hidden disturbance")
    wrong = wrong_readings(problem, claim.model)
    outside = class_objections(problem, claim.model)
    return Fit((*outside, *map(reading_objection, wrong)), wrong)


def does_fit(problem: LinearProblem, claim: ClaimedModel) -> bool | None:
    """Does the evidence admit the answer? None where it states no model, or where nobody can tell."""
    if claim.hypothesis is None or not problem.has_evidence:
        return None
    try:
        fit = fit_of(problem, claim, claim.hypothesis)
    except SymcauseError:
        return None
    return None if isinstance(fit, Unknown) else fit.fits
