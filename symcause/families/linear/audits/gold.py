"""What can be said about the true equations of a problem."""

from __future__ import annotations

from symcause.errors import ProblemError
from symcause.families.linear.documents.audit import GoldPart
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.problem.replay import reactor_target
from symcause.families.linear.space.membership import class_objections, wrong_readings


def gold_part(problem: LinearProblem) -> GoldPart | None:
    """Is gold legal, does it fit the evidence and the class, does it give the reactor's target?

    Under a hidden disturbance rounded readings leave open what they would be without it, and nobody can
    tell whether gold fits.
    """
    if problem.gold is None:
        return None
    try:
        model = problem.gold_model()
    except ProblemError:
        return GoldPart(valid=False, train_exact=False, heldout_exact=None, in_class=False)
    assert model is not None
    hazy = bool(problem.obstacle) or (problem.disturbed and problem.rounding > 0)
    fits = None if hazy else not wrong_readings(problem, model)
    stated, predicted = problem.gold.reactor_target, reactor_target(problem, model)
    return GoldPart(
        valid=fits,
        train_exact=fits,
        heldout_exact=None if stated is None or predicted is None else stated == predicted,
        in_class=next(class_objections(problem, model), None) is None,
    )
