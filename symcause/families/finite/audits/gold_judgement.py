"""The judgement of gold: how far it comes, what it replays, and what it violates in the class."""

from __future__ import annotations

from symcause.audits.verdicts import Verdict
from symcause.errors import LimitError
from symcause.families.finite.documents.audit_document import GoldPart
from symcause.families.finite.documents.model_part import total_size
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.scoring.answer_check import JudgedModel, gold_model
from symcause.families.finite.scoring.class_objections import class_objections
from symcause.families.finite.scoring.row_replay import split_replay
from symcause.mechanisms.tables.table_models import TableModel


def gold_part(problem: FiniteProblem, judged: JudgedModel | None = None) -> GoldPart | None:
    """What is known about gold; None where there is none."""
    judged = judged or gold_model(problem)
    if judged is None:
        return None
    if judged.model is None:
        return GoldPart(valid=False, stage=judged.stage, reason=judged.reason)
    train = split_replay(problem, judged.model, problem.training)
    heldout = split_replay(problem, judged.model, problem.heldout)
    objections, reason = _objections(problem, judged.model), None
    if train.wrong is not None:
        world, row = train.wrong
        reason = f"gold does not explain worlds[{world}].rows[{row}]"
    return GoldPart(
        valid=train.exact,
        stage=judged.stage,
        reason=reason,
        train_exact=train.exact,
        heldout_exact=train.exact and heldout.exact if problem.heldout else None,
        in_class=None if objections is None else not objections,
        objections=objections,
        total_size=total_size(problem, judged.model),
    )


def _objections(problem: FiniteProblem, model: TableModel) -> tuple[str, ...] | None:
    """What gold violates; None where its class is too large to look at."""
    try:
        return class_objections(problem, model)
    except LimitError:
        return None


def model_verdict(gold: GoldPart | None, count: int | None, *, several: bool = False) -> Verdict:
    """The verdict about the model; *several*: two members are known, whatever the count."""
    if gold is not None and not gold.valid:
        return Verdict.INVALID
    if gold is not None and gold.in_class is False:
        return Verdict.GOLD_OUTSIDE
    if count is None or (gold is not None and gold.in_class is None):
        return Verdict.AMBIGUOUS if several else Verdict.UNKNOWN
    if count == 0:
        return Verdict.INCONSISTENT
    return Verdict.UNIQUE if count == 1 else Verdict.AMBIGUOUS
