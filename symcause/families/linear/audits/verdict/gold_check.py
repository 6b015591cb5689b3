"""The check of gold in a linear audit: whether the true equations are legal and fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symcause.errors import LimitError, ProblemError
from symcause.families.linear.documents.audit_document import GoldPart
from symcause.families.linear.problem.evidence_replay import reactor_target
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.membership_objections import (
    class_objections,
    reading_objection,
    wrong_readings,
)


def gold_part(problem: LinearProblem) -> GoldPart | None:
    """Is gold legal, does it fit the evidence and the class, does it give the reactor's target?

    The range of bases belongs to the class: with crystals out of it gold is still right about the evidence.
    Null where that takes too long to tell: rounded readings and a disturbance that hardly shows.
    """
    if problem.gold is None:
        return None
    try:
        model = problem.gold_model()
    except ProblemError:
        return GoldPart(valid=False, train_exact=False, heldout_exact=None, in_class=False)
    assert model is not None
    try:
        true = replace(problem.disclosed, bases=None)
        fits = None if problem.obstacle else not wrong_readings(true, model)
        within = not fits or problem.bases is None or not wrong_readings(problem, model)
    except LimitError:
        fits, within = None, True
    stated, predicted = problem.gold.reactor_target, reactor_target(problem, model)
    return GoldPart(
        valid=fits,
        train_exact=fits,
        heldout_exact=None if stated is None or predicted is None else stated == predicted,
        in_class=within and next(class_objections(problem, model), None) is None,
    )


def gold_faults(problem: LinearProblem, part: GoldPart) -> Iterator[str]:
    """What a check that failed has against gold, one objection after the other."""
    try:
        model = problem.gold_model()
    except ProblemError as error:
        yield str(error)
        return
    assert model is not None
    if part.train_exact is False:
        true = replace(problem.disclosed, bases=None)
        yield from (str(reading_objection(wrong)) for wrong in wrong_readings(true, model))
    if not part.in_class:
        yield from map(str, class_objections(problem, model))
