"""The sheet of the dag family: a graph as an editable table with one row for each edge."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from symcause.errors import ProblemError
from symcause.formats.json_text import read_json
from symcause.formats.sheets import CHOICE, Column, Group, Row, Sheet


def sheet_of(document: Mapping[str, Any]) -> Sheet:
    """The edges of a node-link document."""
    names = tuple(str(node["id"]) for node in document["nodes"])
    ends = tuple(
        Column(name=name, kind=CHOICE, choices=("", *names)) for name in ("cause", "effect")
    )
    rows = tuple(
        Row(cells=(edge["source"], edge["target"]), label=_rest(edge)) for edge in document["edges"]
    )
    return Sheet(groups=(Group(key="edges", title="edges", columns=ends, rows=rows),))


def _rest(edge: Mapping[str, Any]) -> str:
    """What an edge has beside its ends (the marks of a drawn graph), kept in the label of its row."""
    rest = {key: value for key, value in edge.items() if key not in ("source", "target")}
    return json.dumps(rest) if rest else ""


def edited(document: Mapping[str, Any], sheet: Sheet) -> dict[str, Any]:
    """The document with the edges of the sheet; a row without an end is none yet."""
    rows = [row for group in sheet.lit for row in group.lit if all(row.cells)]
    for row in rows:
        if len(row.cells) != 2:
            raise ProblemError("an edge has two ends", place="edges", value=list(row.cells))
    edges = [{"source": row.cells[0], "target": row.cells[1], **_kept(row.label)} for row in rows]
    return {**document, "edges": edges}


def _kept(label: str) -> dict[str, Any]:
    found = read_json(label) if label else {}
    if not isinstance(found, dict):
        raise ProblemError("not the rest of an edge", place="edges", value=label)
    return found
