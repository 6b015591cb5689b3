"""The model pair of a Boolean report page: gold and its nearest rival, or two answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UnsetType

from symcause.errors import SymcauseError
from symcause.families.boolean.documents.question_results import (
    BooleanAlternatives,
    BooleanSeparate,
    WitnessPart,
)
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.value_simulation import simulated
from symcause.families.boolean.report.page.packed_models import read_model
from symcause.models.prose.intervention_text import intervention_text
from symcause.reports.figures.model_contrast import Contrast, OneModel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from symcause.families.boolean.space.boolean_space import BooleanSpace
    from symcause.reports.space_drawing.evidence_board import EvidenceBoard


def rival(board: EvidenceBoard[BooleanSpace], answer: BooleanAlternatives) -> Contrast | None:
    """The nearest other model, against the one that all are compared with."""
    near = next(iter(answer.alternatives), None)
    if near is None or near.experiment is None or near.witness is None or not answer.against:
        return None
    roots = [name for name in board.variables if name not in answer.against]
    first = read_model(answer.against, roots)
    second = read_model(near.mechanisms, near.roots)
    if first is None or second is None:
        return None
    gold = board.gold()
    name = "gold" if gold is not None and board.told(gold) == board.told(first) else "a model"
    given = near.experiment.assignments
    return _pair(board, (first, second), (name, "the nearest other"), given, near.witness)


def compared(
    board: EvidenceBoard[BooleanSpace], answer: BooleanSeparate, models: tuple[BooleanSCM, ...]
) -> Contrast | None:
    """Two answers under the experiment that tells them apart."""
    if len(models) != 2 or answer.experiment is None or answer.witness is None:
        return None
    names = ("the first", "the second")
    return _pair(
        board, (models[0], models[1]), names, answer.experiment.assignments, answer.witness
    )


def _pair(
    board: EvidenceBoard[BooleanSpace],
    models: tuple[BooleanSCM, BooleanSCM],
    names: tuple[str, str],
    done: Mapping[str, int] | None,
    witness: WitnessPart,
) -> Contrast | None:
    """None where no roots are known under which the two differ."""
    if isinstance(witness.root_assignment, UnsetType):
        return None
    roots, given = dict(witness.root_assignment), dict(done or {})
    shown = tuple(v for v in board.variables if v not in board.space.problem.latent)
    try:
        both = [simulated(model, roots, given) for model in models]
    except SymcauseError:
        return None
    made = [
        {
            name: one.text or one.causes
            for name, one in zip(board.variables, board.told(model), strict=True)
        }
        for model in models
    ]
    first, second = (
        OneModel(name, values, frozenset(model.edges), texts)
        for name, model, values, texts in zip(names, models, both, made, strict=True)
    )
    where = ", ".join(f"{name}={bit}" for name, bit in roots.items() if name not in given)
    doing = intervention_text(given) if given else "only looking"
    text = f"under {doing}, where {where}" if where else f"under {doing}"
    return Contrast(text, shown, frozenset((*roots, *given)), (first, second))
