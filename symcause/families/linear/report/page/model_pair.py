"""The model pair of a linear report page: gold and its nearest rival, or two answers, by what they read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symcause.errors import SymcauseError
from symcause.families.linear.documents.alternatives_document import (
    Equations,
    LinearAlternatives,
    LinearSeparation,
    Reading,
)
from symcause.families.linear.scoring.answer_claims import read_model
from symcause.models.prose.intervention_text import intervention_text
from symcause.reports.figures.model_contrast import Contrast, OneModel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from symcause.families.linear.models.crystals import CrystalModel
    from symcause.families.linear.problem.problem import LinearProblem


def rival(problem: LinearProblem, answer: LinearAlternatives) -> Contrast | None:
    """The nearest other model, against the one that all are compared with."""
    near = next(iter(answer.alternatives), None)
    if near is None or near.experiment is None or near.readings is None:
        return None
    name = "a model" if problem.gold_model() is None else "gold"
    models, names = (answer.against, near.model), (name, "the nearest other")
    return _pair(problem, models, names, near.experiment.assignments, near.readings)


def compared(problem: LinearProblem, answer: LinearSeparation) -> Contrast | None:
    """Two answers under the intervention that tells them apart."""
    if answer.models is None or answer.experiment is None or answer.readings is None:
        return None
    names = ("the first", "the second")
    return _pair(problem, answer.models, names, answer.experiment.assignments, answer.readings)


def _pair(
    problem: LinearProblem,
    models: tuple[Equations, Equations],
    names: tuple[str, str],
    done: Mapping[str, str],
    readings: tuple[Reading, Reading],
) -> Contrast | None:
    try:
        read = [read_model(problem, one) for one in models]
    except SymcauseError:
        return None
    first, second = (
        OneModel(
            name, reads, frozenset(model.edges), {v: one.get(v, "0") for v in problem.variables}
        )
        for name, reads, model, one in zip(names, readings, read, models, strict=True)
    )
    where = f"under {intervention_text(done)}"
    return Contrast(where, problem.variables, frozenset(done), (first, second))


def _made(problem: LinearProblem, model: CrystalModel, texts: Equations) -> dict[str, str]:
    """Equations of what has causes; the rest has a base that differs from crystal to crystal."""
    caused = {effect for _, effect in model.edges}
    return {name: texts[name] if name in caused else "no cause" for name in problem.variables}
