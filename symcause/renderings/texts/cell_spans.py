"""Cell spans of a text: where each cell of the evidence stands, as the reader found it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from symcause.renderings.codec.text_reader import Span
from symcause.renderings.texts.description import Description
from symcause.renderings.texts.text_codec import read_text


class Mark(NamedTuple):
    """A piece of a text: a cell such as ``w2.r3.X5`` (world 2, row 3, variable X5), or a filler."""

    start: int
    end: int
    cell: str | None


def cell_spans(text: str, description: Description, variables: Mapping[str, str]) -> list[Mark]:
    """The cells and fillers of an accepted text, from its beginning to its end.

    *variables*: noun -> variable, so that a cell has one name in all renderings of a problem.
    """
    trace: list[Span] = []
    order = read_text(text, description, trace).order
    count: dict[str, int] = {}
    cells: list[Span] = []
    marks: list[Mark] = []
    for span in trace:
        if span.node == description.cells_node:  # readers are kept, and may hold an equal one
            cells.append(span)
        elif span.node == description.lines_node:
            kind = span.value[0]
            if not isinstance(kind, str):
                marks.append(Mark(span.start, span.end, None))
                continue
            if kind == "head":
                count["row"] = 0
            count[kind] = count.get(kind, 0) + 1
            place = f"w{count['head']}.r{count[kind]}" if kind == "row" else f"{kind}{count[kind]}"
            marks += _marks(cells, place, order, variables)
            cells = []
    return [*marks, *_marks(cells, "asked", order, variables)]


def _marks(
    cells: list[Span], place: str, order: tuple[str, ...], variables: Mapping[str, str]
) -> list[Mark]:
    return [
        Mark(cell.start, cell.end, f"{place}.{variables[noun]}")
        for cell, noun in zip(cells, order, strict=False)
    ]
