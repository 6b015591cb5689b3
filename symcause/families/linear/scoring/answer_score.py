"""The score of one linear answer: the reactor's target and the hypothesis against gold.

The target of an answer is the number that it states, else the one that its equation gives. It is *exact* if
it equals gold's, and *within tolerance* if it is less than 5 off, as the released environment has it. The
hypothesis is scored as the release does: from the edges and coefficients that it has, whatever else is
wrong with the record. That is said beside the numbers.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import asdict, replace

from symcause.errors import UsageError
from symcause.families.linear.documents.metrics_part import MetricsPart
from symcause.families.linear.documents.scope_part import FAMILY
from symcause.families.linear.documents.score_document import LinearScore
from symcause.families.linear.problem.evidence_replay import reactor_target
from symcause.families.linear.problem.hypothesis_metrics import (
    PUBLISHED_TARGET_TOLERANCE,
    compare,
    is_near,
)
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.scoring.answer_claims import ClaimedModel, predicted
from symcause.families.linear.scoring.answer_fit import does_fit


def score_claim(
    problem: LinearProblem,
    claim: ClaimedModel,
    *,
    model: str | None = None,
    tolerance: Fraction = PUBLISHED_TARGET_TOLERANCE,
) -> LinearScore:
    """The same of an answer that was read."""
    true = problem.gold_model()
    if true is None:
        raise UsageError("an answer is scored against gold: the problem has none", value=problem.id)
    assert problem.gold is not None
    truth = problem.gold.reactor_target
    if truth is None:
        truth = reactor_target(problem, true)
    said = predicted(problem, claim)
    alone = claim.prediction_alone and problem.reactor is not None
    score = LinearScore(
        family=FAMILY,
        problem=problem.id,
        model=model,
        variables=len(problem.variables),
        valid=claim.hypothesis is not None or alone,
        reason=None if alone else claim.reason,
        fits=False if alone else does_fit(problem, claim),  # no hypothesis is none that fits
        objections=claim.objections,
        target_exact=None if truth is None else said == truth,
        target_within=None
        if truth is None
        else said is not None and is_near(said, truth, tolerance),
    )
    if claim.disputed is not None:
        score = replace(score, disputed=claim.disputed)
    metrics = compare(claim.stated, true, problem.target, problem.family)
    return replace(score, **asdict(MetricsPart.of(metrics)))
