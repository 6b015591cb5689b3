"""The relation pair of a ShapeWorld report page: gold and its nearest rival, or two answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symcause.families.shapeworld.documents.question_documents import (
    ShapeWorldAlternatives,
    ShapeWorldSeparate,
)
from symcause.families.shapeworld.models.causal_relations import Relation
from symcause.reports.figures.model_contrast import Contrast, OneModel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from symcause.families.shapeworld.documents.scope_part import ActionPart
    from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace
    from symcause.reports.space_drawing.evidence_board import EvidenceBoard

Moving = tuple[tuple[str, ...], tuple[str, ...]]


def rival(board: EvidenceBoard[ShapeWorldSpace], answer: ShapeWorldAlternatives) -> Contrast | None:
    """The nearest other relation, against the one that all are compared with."""
    near = next(iter(answer.alternatives), None)
    if near is None or not near.experiment or near.readings is None:
        return None
    models = [Relation.of(board.variables, pairs) for pairs in (answer.against, near.model.edges)]
    gold = board.gold()
    name = "gold" if gold is not None and gold == models[0] else "a relation"
    return _pair(board, models, (name, "the nearest other"), near.experiment, near.readings)


def compared(
    board: EvidenceBoard[ShapeWorldSpace], answer: ShapeWorldSeparate, models: Sequence[Relation]
) -> Contrast | None:
    """Two answers after the actions that tell them apart."""
    if len(models) != 2 or not answer.actions or answer.states is None:
        return None
    return _pair(board, models, ("the first", "the second"), answer.actions, answer.states)


def _pair(
    board: EvidenceBoard[ShapeWorldSpace],
    models: Sequence[Relation],
    names: tuple[str, str],
    actions: Sequence[ActionPart],
    moving: Moving,
) -> Contrast:
    shapes = board.variables
    first, second = (
        OneModel(
            name,
            {shape: "moves" if shape in seen else "still" for shape in shapes},
            frozenset(model.covers),
            {
                shape: ", ".join(made.parents) or "nothing else"
                for shape, made in zip(shapes, board.told(model), strict=True)
            },
        )
        for name, model, seen in zip(names, models, moving, strict=True)
    )
    where = f"after {', then '.join(map(str, actions))}"
    return Contrast(where, shapes, frozenset(), (first, second), verb="moved by")
