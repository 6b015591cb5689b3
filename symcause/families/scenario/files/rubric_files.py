"""Rubric files of scenarios: criteria with weights, and panels with mean verdicts.

The most points are the sum of the positive weights; a file that gives another number is refused.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction

from msgspec import Struct

from symcause.errors import ProblemError, SymcauseError
from symcause.families.scenario.files.document_structs import Number
from symcause.families.scenario.files.run_files import FORMAT, read_verdict
from symcause.families.scenario.files.term_reader import read_number_at
from symcause.families.scenario.models.agent_runs import Criterion, Rubric, Run
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.formats.answer_files.predictions import Prediction
from symcause.formats.struct_decoder import decode

PANEL = "panel"
"""What the runs of a panel are runs of: it names no scenario."""


class CriterionDocument(Struct, frozen=True):
    """What is asked for."""

    id: str
    dimension: str
    weight: Number
    mandatory: bool = False


class PanelDocument(Struct, frozen=True):
    """Mean verdicts of one model; what was published beside them is left for comparison."""

    model: str
    criteria: dict[str, Number]
    n_sessions: int | None = None
    dimensions: dict[str, Number] = {}
    points_norm: Number | None = None


class RubricDocument(Struct, frozen=True):
    """A rubric, with a panel or without."""

    criteria: tuple[CriterionDocument, ...]
    max_points: Number | None = None
    models: tuple[PanelDocument, ...] = ()


@dataclass(frozen=True)
class Panel:
    """A rubric and one run a model, made of mean verdicts."""

    rubric: Rubric
    runs: tuple[Run, ...] = ()


def read_rubric(document: object, file: str | None = None) -> Panel:
    """The rubric that a decoded JSON document describes, and its panel if it holds one."""
    read = decode(document, RubricDocument, file=file)
    try:
        return _panel(read)
    except SymcauseError as error:
        raise error.at(file=file) from None


def read_panel(document: object, file: str | None = None) -> ScenarioProblem:
    """A panel file where a problem is expected: the rubric is all that is known of the scenarios."""
    rubric = read_rubric(document, file).rubric
    return ScenarioProblem(PANEL, {}, (), "", panel=rubric)


def panel_predictions(document: object) -> list[Prediction]:
    """The answers in a panel file, one run a model."""
    read = decode(document, RubricDocument)
    _panel(read)
    predictions = []
    for model in read.models:
        verdicts = {name: str(value) for name, value in model.criteria.items()}
        run = {"format": FORMAT, "id": model.model, "scenario": PANEL, "model": model.model}
        text = json.dumps({**run, "verdicts": {PANEL: verdicts}}, ensure_ascii=False)
        predictions.append(Prediction(PANEL, model.model, text))
    return predictions


def _panel(read: RubricDocument) -> Panel:
    criteria = tuple(
        Criterion(c.id, c.dimension, read_number_at(c.weight, f"criteria[{i}].weight"), c.mandatory)
        for i, c in enumerate(read.criteria)
    )
    rubric = Rubric(criteria)
    if len({c.id for c in criteria}) < len(criteria):
        raise ProblemError("a criterion stands twice", place="criteria")
    if rubric.maximum <= 0:
        raise ProblemError("no criterion has a positive weight", place="criteria")
    if read.max_points is not None:
        said = read_number_at(read.max_points, "max_points")
        if said != rubric.maximum:
            raise ProblemError(
                "not the sum of the positive weights",
                place="max_points",
                value=str(said),
                remedy=f"the weights add up to {float(rubric.maximum):g}",
            )
    return Panel(rubric, tuple(_mean(m, f"models[{i}]") for i, m in enumerate(read.models)))


def _mean(read: PanelDocument, place: str) -> Run:
    verdicts: dict[str, Fraction] = {
        criterion: read_verdict(value, f"{place}.criteria.{criterion}")
        for criterion, value in read.criteria.items()
    }
    return Run(id=read.model, scenario=PANEL, model=read.model, verdicts={PANEL: verdicts})
