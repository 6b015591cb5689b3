"""The check view: a page about one checked Boolean answer, with its worlds, graph and player.

Variables, worlds and models go by position; the first model is the answer, the others are what it is
compared with. A cell is *wrong* where the answer gives another value than the world has: run from the roots
or, in training worlds whose cells may be disturbed, mechanism by mechanism on what was observed.
"""

from __future__ import annotations

from collections.abc import Mapping

from symcause.audits.abstention_story import abstention_story
from symcause.errors import LimitError
from symcause.families.boolean.bounds import STRIP_ROWS
from symcause.families.boolean.documents.check_document import BooleanCheck, NearestPart
from symcause.families.boolean.documents.question_results import AlternativePart
from symcause.families.boolean.models.replay import replay
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Split
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.report.page.check_sentences import (
    compared_with,
    facts,
    headline,
    notes,
    sentence,
    tone,
)
from symcause.families.boolean.report.page.packed_models import read_model
from symcause.families.boolean.report.page.page_entries import (
    View,
    alternative_view,
    model_view,
    world_view,
)
from symcause.families.boolean.report.story.check_story import check_story
from symcause.families.boolean.scoring.check.funnel import Stage
from symcause.families.boolean.space.noise.cell_disturbance import disturbance
from symcause.models.expressions import spell
from symcause.reports.figures.check_stages import stages_figure
from symcause.reports.figures.figure import figure_view
from symcause.reports.views.abstention_view import abstained_view
from symcause.reports.views.edge_view import compared_graph
from symcause.reports.views.metadata_view import metadata_text
from symcause.reports.views.result_view import story_view

Cell = tuple[int, int, str]


def check_view(document: BooleanCheck, problem: BooleanProblem) -> View | None:
    """Everything that the page of a checked answer shows; None for what is told, not drawn."""
    if document.abstained and isinstance(document.edges_left, dict):
        story = abstention_story(document, (("class", str(document.scope)),))
        return abstained_view(story, problem.variables, document.edges_left, problem.gold_scm)
    if not document.valid and not document.abstained:
        return _stopped(document)
    if document.mechanisms is None or document.roots is None or document.is_identification:
        return None
    answer = read_model(document.mechanisms, document.roots)
    if answer is None:
        return None
    place = {name: i for i, name in enumerate(problem.variables)}
    name = compared_with(document)
    other = problem.reference_scm if document.is_alternative else problem.gold_scm
    beside = document.beside if isinstance(document.beside, AlternativePart) else None
    changed = () if beside is None else beside.changed
    rows = sum(len(world.rows) for world in problem.worlds)
    return {
        "kind": "boolean-check",
        "id": document.problem,
        "headline": headline(document),
        "tone": str(tone(document)),
        "sentence": sentence(document),
        "facts": [list(fact) for fact in facts(document)],
        "notes": list(notes(document)),
        "next": _steps(document),
        "vars": list(problem.variables),
        "latent": [place[name] for name in problem.latent],
        "worlds": [world_view(world, place) for world in problem.worlds],
        "wrong": _wrong(document, problem, answer, place),
        "scored": [v in answer.functions for v in problem.variables],
        "tolerated": bool(document.within and not document.train_exact),
        "unit": "row" if rows <= STRIP_ROWS else "world",
        "graph": compared_graph(problem.variables, answer, other, name, marked=changed),
        "other": None if other is None else name,
        "differing": [place[v] for v in changed],
        **_models(document, problem, answer, name),
        "metadata": metadata_text(problem.metadata),
    }


_STAGES = {
    Stage.EXTRACTED_JSON: ("a JSON object", "there is no JSON object"),
    Stage.SCHEMA: ("of the asked form", "it has another form"),
    Stage.KEYS: (
        "a mechanism for each variable, and no other",
        "mechanisms are missing or too many",
    ),
    Stage.PARSE: ("mechanisms that can be read", "a mechanism cannot be read"),
    Stage.LEGAL: (
        "that mention allowed variables only",
        "a mechanism mentions what it may not",
    ),
    Stage.ACYCLIC: ("and form no cycle", "the mechanisms form a cycle"),
}
"""What an answer needs, in the order in which it is looked at, and what is said where it fails."""


def _stopped(d: BooleanCheck) -> View:
    """How far an answer came that is no model."""
    stage = Stage(d.stage)
    names = tuple(name for name, _ in _STAGES.values())
    picture = stages_figure(names, list(_STAGES).index(stage), "How far the answer came")
    return {
        **story_view(check_story(d)),
        "id": d.problem,
        "headline": f"Not valid: {_STAGES[stage][1]}",
        "sentence": f"{d.reason}.",
        "main": figure_view(picture),
    }


def _models(
    d: BooleanCheck, problem: BooleanProblem, answer: BooleanSCM, name: str
) -> dict[str, object]:
    """The answer, what it is compared with, and what tells each from it."""
    place = {v: i for i, v in enumerate(problem.variables)}
    assert d.mechanisms is not None
    models: list[View | None] = [model_view(answer, d.mechanisms, "the answer", problem)]
    views: list[View] = []
    nearest = d.nearest_alternative
    for label, part in ((name, d.beside), ("nearest other explanation", nearest)):
        if not isinstance(part, AlternativePart):
            continue
        model = read_model(part.mechanisms, part.roots)
        texts = part.mechanisms if isinstance(part, NearestPart) else _own(problem, part, name)
        models.append(None if model is None else model_view(model, texts, label, problem))
        views.append({**alternative_view(part, len(models) - 1, place), "label": label})
    return {"models": models, "alternatives": views}


def _own(problem: BooleanProblem, part: AlternativePart, name: str) -> Mapping[str, str]:
    """Gold's mechanisms as gold writes them."""
    gold = problem.gold
    if name != "gold" or gold is None:
        return part.mechanisms
    return {v: spell(mechanism) for v, mechanism in gold.mechanisms.items()}


def _wrong(
    d: BooleanCheck, problem: BooleanProblem, answer: BooleanSCM, place: Mapping[str, int]
) -> list[list[int]] | None:
    """The wrong cells by position of world, row and variable; None where nobody can tell."""
    try:
        return [[w, r, place[v]] for w, r, v in wrong_cells(d, problem, answer)]
    except LimitError:
        return None


def wrong_cells(d: BooleanCheck, problem: BooleanProblem, answer: BooleanSCM) -> list[Cell]:
    """Where the answer gives another value than the worlds have.

    Raises LimitError where a row has too many unobserved cells.
    """
    local = bool(problem.errors or (d.within and not d.train_exact))
    cells: list[Cell] = []
    for w, world in enumerate(problem.worlds):
        if world.holes is not None or (local and world.split is Split.TRAIN):
            cells += [(w, r, v) for _, r, v in disturbance(problem, answer, (world,)).disturbed]
            continue
        for v, errors in replay(answer, world, problem.variables).errors:
            cells += [(w, r, v) for r in range(len(world.rows)) if errors >> r & 1]
    return sorted(cells, key=lambda cell: (cell[0], cell[1], problem.variables.index(cell[2])))


def _steps(d: BooleanCheck) -> list[str]:
    if d.unique or d.is_alternative:
        return []
    return ["see what the worlds settle, and what not: symcause audit PROBLEM --html FILE"]
