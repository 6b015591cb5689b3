"""The picture of a result: the space that its question is about, in the class that was asked for.

An audit that leaves several members shows them; so do other members that explain the evidence. The next
experiment colours them by what each would show. Further experiments that leave one member are pieces of
evidence beside the others: switched off, the members return. Two models that are told apart stand alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.documents import (
    AlternativesDocument,
    AuditDocument,
    DisambiguateDocument,
    Result,
    SeparateDocument,
)
from symcause.audits.experiments.experiment_document import NextDocument, NextExperiment
from symcause.bounds.reports_bounds import DRAWN_SPACES
from symcause.errors import SymcauseError
from symcause.registry import family_of, load
from symcause.reports.figures.figure import figure_view
from symcause.reports.figures.model_contrast import contrast_figure
from symcause.reports.space_drawing.drawing_builder import (
    board_drawing,
    load_board,
    space_drawing,
)
from symcause.reports.space_drawing.drawn_pair import pair_drawing
from symcause.reports.space_drawing.drawn_space import SpaceDrawing
from symcause.reports.space_drawing.evidence_board import EvidenceBoard
from symcause.reports.space_drawing.page_data import page_data

if TYPE_CHECKING:
    from symcause.audits.members import Members
    from symcause.formats.problems import Problem

OWN_PICTURE = ("trajectory", "episode")
"""Kinds of views whose picture is another one: the steps of a run."""

Opened = Callable[[Any], "Members[Any]"]
"""The version space of a problem in the class that was asked for."""

Compared = Callable[["Members[Any]"], tuple[Any, ...]]
"""The models that a question to an opened space compares."""


def result_drawing(
    result: Result,
    problem: object,
    opened: Opened | None = None,
    compared: Compared | None = None,
) -> SpaceDrawing | Unknown | None:
    """The drawing of a result about several members; Unknown: why not; None: nothing to draw.

    Without *opened* the problem's own class is meant; a space of another size than an audit's is refused.
    What tells two models apart is drawn with what *compared* gives.
    """
    if problem is None or not _several(result):
        return None
    family = family_of(problem)
    if family.drawing is None or family.space is None:
        return None
    best = result.best if isinstance(result, NextDocument) else None
    try:
        space = load(family.space)(cast("Problem", problem)) if opened is None else opened(problem)
        if isinstance(result, SeparateDocument):
            return _pair(result, space, () if compared is None else compared(space))
        if isinstance(result, DisambiguateDocument):
            return _strengthened(result, space)
    except SymcauseError as error:
        return Unknown(str(error))
    drawing = space_drawing(
        space,
        str(result.problem),
        count=None if isinstance(result, AlternativesDocument) else _number(result),
        advised=None if best is None else best.experiment,
    )
    if best is None or isinstance(drawing, Unknown):
        return drawing
    if not drawing.marks or len(drawing.left(drawing.every)) < 2:
        return None
    return _agreed(drawing, best)


def _pair(
    result: SeparateDocument, space: Members[Any], models: tuple[Any, ...]
) -> SpaceDrawing | Unknown | None:
    board = load_board(space)
    if len(models) != 2 or isinstance(board, Unknown):
        return None
    return pair_drawing(board, (models[0], models[1]), result, str(result.problem))


def _strengthened(
    result: DisambiguateDocument, space: Members[Any]
) -> SpaceDrawing | Unknown | None:
    """With the further experiments as evidence; else with what the first of them would show."""
    board = load_board(space)
    if isinstance(board, Unknown):
        return board
    title, stronger = str(result.problem), board.strengthened(result)
    if stronger is not None:
        drawing = board_drawing(stronger, title, count=result.count_after)
        return drawing if isinstance(drawing, Unknown) else _as_before(drawing, stronger, result)
    trial = board.begun(result)
    if trial is None:
        return None
    return board_drawing(board, title, count=result.count_before, trial=trial)


def _as_before(
    drawn: SpaceDrawing, board: EvidenceBoard, result: DisambiguateDocument
) -> SpaceDrawing | Unknown:
    """The drawing, unless without the further pieces it has another number than the result says."""
    further = range(len(drawn.evidence) - board.further, len(drawn.evidence))
    bare = drawn.every & ~sum(1 << k for k in further)
    if any(drawn.evidence[k].fixed for k in further) or result.count_before is None:
        return drawn
    if drawn.count(bare) != result.count_before:
        return Unknown(f"{drawn.count(bare)} members, not {result.count_before}")
    return drawn


def _several(result: Result) -> bool:
    """Are there several members to be drawn? Where the question itself could not tell, nobody is asked."""
    if isinstance(result, AuditDocument):
        return result.settled is not True and (result.count or 0) > 1
    if isinstance(result, AlternativesDocument):
        return bool(result.found) and bool(result.total)
    if isinstance(result, NextDocument):
        return bool(result.shrinks) and result.best is not None and _number(result) != 1
    if isinstance(result, DisambiguateDocument):
        return (result.count_before or 0) > 1 and result.count_after is not None
    return isinstance(result, SeparateDocument) and result.separated is True


def _number(result: Result) -> int | None:
    """The members that a result speaks of."""
    number: int | None = getattr(result, "count", None)
    return number


def _agreed(drawn: SpaceDrawing, best: NextExperiment) -> SpaceDrawing:
    """The drawing; without experiments unless the advised one leaves as many as the result says."""
    if drawn.sample is not None:
        return drawn
    if drawn.chosen is not None:
        results = drawn.experiments[drawn.chosen].of
        parts = Counter(results[mark] for mark in drawn.left(drawn.every))
        if best.most_left in (None, max(parts.values())):
            return drawn
    return replace(drawn, experiments=(), chosen=None)


def with_drawing(
    view: dict[str, object],
    result: Result,
    problem: object,
    opened: Opened | None,
    drawn: int,
    compared: Compared | None = None,
) -> dict[str, object]:
    """The view of a result with the data of its drawing, or with a note that says why there is none.

    *drawn* are the problems of the page whose spaces are drawn already.
    """
    if "views" in view or view.get("kind") in OWN_PICTURE:
        return view
    view = {**view, **_contrasted(result, problem, opened, compared)}
    drawing: SpaceDrawing | Unknown | None
    if drawn < DRAWN_SPACES:
        drawing = result_drawing(result, problem, opened, compared)
    else:
        text = f"a page holds {DRAWN_SPACES}; audit this problem alone"
        drawing = Unknown(text) if _several(result) else None
    if drawing is None:
        return view
    if isinstance(drawing, Unknown):
        notes = view.get("notes")
        text = f"The space is not drawn: {drawing.reason.rstrip('.')}."
        return {**view, "notes": [*(notes if isinstance(notes, list) else ()), text]}
    return {**view, "space": page_data(drawing)}


def _contrasted(
    result: Result, problem: object, opened: Opened | None, compared: Compared | None
) -> dict[str, object]:
    """Two models where they differ, drawn before the space that they are of."""
    if not isinstance(result, SeparateDocument | AlternativesDocument) or problem is None:
        return {}
    family = family_of(problem)
    if family.drawing is None or family.space is None:
        return {}
    try:
        space = load(family.space)(cast("Problem", problem)) if opened is None else opened(problem)
        models = () if compared is None else compared(space)
        board = load_board(space)
        contrast = None if isinstance(board, Unknown) else board.contrast(result, models)
    except SymcauseError:
        return {}
    return {} if contrast is None else {"contrast": figure_view(contrast_figure(contrast))}


def drawing_line(space: Members[Any], title: str) -> dict[str, object]:
    """The data of a space's drawing, or why it is not drawn, as a page asks for it."""
    drawing = space_drawing(space, title)
    if isinstance(drawing, Unknown):
        return {"undrawn": drawing.reason.rstrip(".")}
    return {"drawing": page_data(drawing)}
