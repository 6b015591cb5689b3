"""Scores of answers to linear and quadratic episodes: the reactor's target and the hypothesis.

The target of an answer is *exact* if it equals gold's, and *within tolerance* if it is less than 5 off,
as the released environment has it. A hypothesis that breaks the schema scores 0 on structure.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import asdict, replace

from symcause.answers import Unknown
from symcause.errors import SymcauseError, UsageError
from symcause.families.linear.documents.metrics import MetricsPart
from symcause.families.linear.documents.scope import FAMILY
from symcause.families.linear.documents.score import LinearScore
from symcause.families.linear.problem.metrics import PUBLISHED_TARGET_TOLERANCE, compare, is_near
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.problem.replay import reactor_target
from symcause.families.linear.scoring.answering import read_claim
from symcause.families.linear.space.opening import open_space


def score_answer(
    problem: LinearProblem,
    text: str,
    *,
    model: str | None = None,
    tolerance: Fraction = PUBLISHED_TARGET_TOLERANCE,
) -> LinearScore:
    """The answer in *text*, given by *model*, against the problem's gold."""
    true = problem.gold_model()
    if true is None:
        raise UsageError("an answer is scored against gold: the problem has none", value=problem.id)
    assert problem.gold is not None
    claim = read_claim(problem, text)
    truth = problem.gold.reactor_target
    if truth is None:
        truth = reactor_target(problem, true)
    known = claim.prediction is not None and truth is not None
    score = LinearScore(
        family=FAMILY,
        problem=problem.id,
        model=model,
        variables=len(problem.variables),
        valid=claim.hypothesis is not None,
        reason=claim.reason,
        target_exact=known and claim.prediction == truth,
        target_within=claim.prediction is not None
        and truth is not None
        and is_near(claim.prediction, truth, tolerance),
    )
    if claim.hypothesis is None:
        return score
    metrics = MetricsPart.of(compare(claim.hypothesis, true, problem.family))
    return replace(score, **asdict(metrics))


def graphs_left(problem: LinearProblem) -> int | None:
    """How many graphs explain the problem's evidence; None without evidence or beyond reach."""
    if not problem.has_evidence:
        return None
    try:
        count = open_space(problem).count()
    except SymcauseError:
        return None
    return None if isinstance(count, Unknown) else count
