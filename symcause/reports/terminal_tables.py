"""Tables as lines of a terminal report: wrapped to its width, with nothing cut.

A table that is too wide has its headings broken at spaces, then within words of two parts; if that is not
enough, its columns are parted into blocks one below the other, each beginning with the labels of the rows;
and where even one column beside the labels is too much, every row is a list of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from textwrap import wrap

from symcause.scoring.score_table import Table

_GAP = "  "
_SPACES = r"(?=\s)"
_PARTS = r"(?=\s)|(?<=/)|(?<=[a-z])(?=[A-Z])"

Grid = Sequence[Sequence[str]]


def text_table(table: Table, left: Sequence[bool], width: int | None) -> str:
    """The table within *width* characters (None: as wide as it is); *left* columns are flush left."""
    grid = [table.columns, *(tuple(cell.shown for cell in row) for row in table.rows)]
    room = width or 0
    body = _block(grid, left, None)
    for breaks in (_SPACES, _PARTS):
        if width is not None and _wide(body) > width:
            body = _block(grid, left, breaks)
    if width is not None and _wide(body) > width:
        body = _parted(grid, left, room) or _value_lines(grid, room)
    return "\n".join(
        [*_cell_lines(table.title, width), *body, *_cell_lines(table.note or "", width)]
    )


def _cell_lines(text: str, width: int | None) -> list[str]:
    if not text:
        return []
    return [text] if width is None else wrap(text, width, break_on_hyphens=False)


def _wide(lines: Sequence[str]) -> int:
    return max(map(len, lines))


def _block(grid: Grid, left: Sequence[bool], breaks: str | None) -> list[str]:
    heads = [_broken(head, breaks) if breaks else [head] for head in grid[0]]
    tall = max(map(len, heads))
    above = [[""] * (tall - len(head)) + head for head in heads]
    rows = [*zip(*above, strict=True), *grid[1:]]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    sides = (f"{{:{'<' if flush else '>'}{s}}}" for s, flush in zip(widths, left, strict=True))
    line = _GAP.join(sides)
    lines = [line.format(*row).rstrip() for row in rows]
    return [*lines[:tall], _GAP.join("-" * size for size in widths), *lines[tall:]]


def _broken(head: str, breaks: str) -> list[str]:
    """A heading over several lines, none longer than its longest part.

    >>> _broken("Parent map exact | valid", _SPACES)
    ['Parent', 'map', 'exact |', 'valid']
    >>> _broken("HeldoutExact (reached/claimed)", _PARTS)
    ['Heldout', 'Exact', '(reached/', 'claimed)']
    """
    parts = [part for part in re.split(breaks, head) if part]
    room = max((len(part.strip()) for part in parts), default=0) + 1
    lines = [""]
    for part in parts:
        if len(lines[-1] + part) <= room:
            lines[-1] += part
        else:
            lines.append(part.strip())
    return lines


def _parted(grid: Grid, left: Sequence[bool], width: int) -> list[str]:
    """Blocks of columns one below the other, each behind the labels; [] if there is no room."""
    labels = len(list(takewhile(bool, left))) or 1
    lines: list[str] = []
    columns = list(range(labels, len(left)))
    while columns:
        taken: list[int] = []
        found: list[str] = []
        for size in range(1, len(columns) + 1):
            places = [*range(labels), *columns[:size]]
            part = [[row[i] for i in places] for row in grid]
            block = _block(part, [left[i] for i in places], _PARTS)
            if _wide(block) > width:
                break
            taken, found = columns[:size], block
        if not taken:
            return []
        lines += ["", *found] if lines else found
        columns = columns[len(taken) :]
    return lines


def _value_lines(grid: Grid, width: int) -> list[str]:
    """One value per line; long ones go on below, indented."""
    heads, rows = grid[0], grid[1:]
    names = max(map(len, heads))
    lines: list[str] = []
    for row in rows:
        if lines:
            lines.append("")
        for head, text in zip(heads, row, strict=True):
            lines += _item(head, text, names, max(width, 8))
    return lines


def _item(head: str, text: str, names: int, width: int) -> Iterator[str]:
    if names + len(_GAP) + len(text) <= width:
        yield head.ljust(names) + _GAP + text
        return
    yield from wrap(head, width, break_on_hyphens=False)
    yield from wrap(text, width, initial_indent=_GAP, subsequent_indent=_GAP)
