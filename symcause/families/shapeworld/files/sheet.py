"""The sheet of a ShapeWorld problem file: what moved at the start and after each action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symcause.formats.sheets import CHOICE, NAMES, TEXT, Column, Field, Group, Row, Sheet, names_of

_ACTIONS = ("hold", "move", "")
_NOTHING, _UNSEEN, _INVALID = "nothing", "", "invalid"


def sheet_of(document: Mapping[str, Any]) -> Sheet:
    """The tables of a document in our format."""
    shapes = tuple(document["shapes"])
    question, initial = document["question"], document.get("initial")
    steps = tuple(_row(step) for step in document.get("transcript", ()))
    columns = (
        Column(name="action", kind=CHOICE, choices=_ACTIONS),
        Column(name="shape", kind=CHOICE, choices=(*shapes, "")),
        Column(name="then moving", kind=TEXT),
    )
    text = "names with commas, or nothing"
    return Sheet(
        fields=(
            Field(key="cause", title="does", value=question["cause"], kind=CHOICE, choices=shapes),
            Field(
                key="effect", title="move", value=question["effect"], kind=CHOICE, choices=shapes
            ),
            Field(
                key="initial",
                title="moving at the start",
                value=",".join(initial or ()),
                kind=NAMES,
                choices=shapes,
            ),
        ),
        groups=(
            Group(key="transcript", title="transcript", columns=columns, rows=steps, about=text),
        ),
    )


def _row(step: Mapping[str, Any]) -> Row:
    moving = step.get("moving")
    seen = _UNSEEN if moving is None else ",".join(moving) or _NOTHING
    label = _INVALID if step.get("invalid") else ""
    return Row(cells=(step.get("action") or "", step.get("shape") or "", seen), label=label)


def edited(document: Mapping[str, Any], sheet: Sheet) -> dict[str, Any]:
    """The document with what the sheet says in the places that it shows; its stored answer is kept."""
    found = dict(document)
    found["question"] = {"cause": sheet.field("cause"), "effect": sheet.field("effect")}
    initial = names_of(sheet.field("initial"))
    if initial or document.get("initial") is not None:
        found["initial"] = initial
    found["transcript"] = [_step(row) for group in sheet.lit for row in group.lit]
    return found


def _step(row: Row) -> dict[str, Any]:
    action, shape, seen = (*(cell.strip() for cell in row.cells), "", "", "")[:3]
    step: dict[str, Any] = {}
    if action:
        step["action"] = action
    if shape:
        step["shape"] = shape
    if seen != _UNSEEN:
        step["moving"] = [] if seen == _NOTHING else names_of(seen)
    return {**step, "invalid": True} if row.label == _INVALID else step
