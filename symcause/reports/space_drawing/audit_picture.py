"""The picture of an audit: the space of an ambiguous verdict, in the class that was asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symcause.answers import Unknown
from symcause.audits.documents import AuditDocument, Result
from symcause.errors import SymcauseError
from symcause.registry import family_of, load
from symcause.reports.space_drawing.drawing_builder import space_drawing
from symcause.reports.space_drawing.drawn_space import SpaceDrawing
from symcause.reports.space_drawing.page_data import page_data

MOST_DRAWN = 30
"""Problems of one page whose spaces are drawn."""

OWN_PICTURE = ("trajectory", "episode")
"""Kinds of views whose picture is another one: the steps of a run."""

Opened = Callable[[Any], Any]
"""The version space of a problem in the class that was asked for."""


def audit_drawing(
    result: Result, problem: Any, opened: Opened | None = None
) -> SpaceDrawing | Unknown | None:
    """The drawing of an audit that leaves several members; Unknown: why not; None: nothing to draw.

    Without *opened* the problem's own class is meant; a space of another size than the audit's is refused.
    """
    if not isinstance(result, AuditDocument) or problem is None or result.settled is True:
        return None
    if result.count is None or result.count < 2:
        return None
    family = family_of(problem)
    if family.drawing is None or family.space is None:
        return None
    try:
        space = load(family.space)(problem) if opened is None else opened(problem)
    except SymcauseError as error:
        return Unknown(str(error))
    return space_drawing(space, str(result.problem), count=result.count)


def with_drawing(
    view: dict[str, object], result: Result, problem: Any, opened: Opened | None, drawn: int
) -> dict[str, object]:
    """The view of an audit with the data of its drawing, or with a note that says why there is none.

    *drawn* are the problems of the page whose spaces are drawn already.
    """
    if "views" in view or view.get("kind") in OWN_PICTURE:
        return view
    found: SpaceDrawing | Unknown | None
    if drawn < MOST_DRAWN:
        found = audit_drawing(result, problem, opened)
    else:
        several = isinstance(result, AuditDocument) and (result.count or 0) > 1
        found = Unknown(f"a page holds {MOST_DRAWN}; audit this problem alone") if several else None
    if found is None:
        return view
    if isinstance(found, Unknown):
        notes = view.get("notes")
        told = f"The space is not drawn: {found.reason.rstrip('.')}."
        return {**view, "notes": [*(notes if isinstance(notes, list) else ()), told]}
    return {**view, "space": page_data(found)}


def drawing_line(space: Any, title: str) -> dict[str, object]:
    """The data of a space's drawing, or why it is not drawn, as a page asks for it."""
    found = space_drawing(space, title)
    if isinstance(found, Unknown):
        return {"undrawn": found.reason.rstrip(".")}
    return {"drawing": page_data(found)}
