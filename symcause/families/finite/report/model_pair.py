"""The model pair of a finite report page: the stored model and its nearest rival, or two answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UnsetType

from symcause.families.finite.documents.question_documents import (
    FiniteAlternatives,
    FiniteSeparate,
)
from symcause.families.finite.documents.separation_part import ExperimentPart, WitnessPart
from symcause.families.finite.scoring.answer_check import judged_model
from symcause.models.prose.intervention_text import intervention_text
from symcause.reports.figures.model_contrast import Contrast, OneModel

if TYPE_CHECKING:
    from symcause.families.finite.space.space_choice import AnySpace
    from symcause.mechanisms.tables.table_models import TableModel
    from symcause.reports.space_drawing.evidence_board import EvidenceBoard


def rival(board: EvidenceBoard[AnySpace], answer: FiniteAlternatives) -> Contrast | None:
    """The nearest other model, against the one that all are compared with."""
    near = next(iter(answer.alternatives), None)
    if near is None or isinstance(answer.reference, UnsetType):
        return None
    problem = board.space.problem
    first, second = (
        judged_model(problem, {"roots": list(one.roots), "mechanisms": dict(one.mechanisms)}).model
        for one in (answer.reference, near)
    )
    if first is None or second is None:
        return None
    name = "gold" if board.gold() is not None else "a model"
    names = (name, "the nearest other")
    return _pair(board, (first, second), names, near.experiment, near.witness)


def compared(
    board: EvidenceBoard[AnySpace], answer: FiniteSeparate, models: tuple[TableModel, ...]
) -> Contrast | None:
    """Two answers under the experiment that tells them apart."""
    if len(models) != 2:
        return None
    names = ("the first", "the second")
    return _pair(board, (models[0], models[1]), names, answer.experiment, answer.witness)


def _pair(
    board: EvidenceBoard[AnySpace],
    models: tuple[TableModel, TableModel],
    names: tuple[str, str],
    experiment: ExperimentPart | None,
    witness: WitnessPart | None,
) -> Contrast | None:
    """None where it is a state, not a cell, that only one of them shows."""
    if experiment is None or witness is None or isinstance(witness.differences, UnsetType):
        return None
    if isinstance(witness.root_assignment, UnsetType):
        return None
    given = {**witness.root_assignment, **experiment.assignments}
    cells = witness.differences
    shown = (
        {**given, **{one.variable: one.reference for one in cells}},
        {**given, **{one.variable: one.alternative for one in cells}},
    )
    made = [
        dict(zip(board.variables, (one.text or "" for one in board.told(model)), strict=True))
        for model in models
    ]
    first, second = (
        OneModel(name, values, _edges(model), texts)
        for name, values, model, texts in zip(names, shown, models, made, strict=True)
    )
    doing = intervention_text(experiment.assignments) if experiment.assignments else "only looking"
    where = ", ".join(
        f"{name}={value}"
        for name, value in witness.root_assignment.items()
        if name not in experiment.assignments
    )
    text = f"under {doing}, where {where}" if where else f"under {doing}"
    return Contrast(text, board.variables, frozenset(given), (first, second))


def _edges(model: TableModel) -> frozenset[tuple[str, str]]:
    return frozenset((p, v) for v, made in model.functions.items() for p in made.parents)
