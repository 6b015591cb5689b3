"""The layout of marks: where each stands in a table of two questions, whatever is switched.

Places and sizes depend on the marks and on those that explain all evidence, never on the switches: a mark
that goes comes back to its place. Widths of texts are reckoned by letters: the page's script (``space.js``)
reckons the same way, and a test compares the places.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, sqrt
from typing import NamedTuple

from symcause.reports.space_drawing.drawn_space import SpaceDrawing

LETTER, LINE, GAP = 7.6, 15.0, 6.0
"""Pixels that a letter of a label takes, that a line is high, and between cells."""

NARROW = 620.0
"""Pixels below which there are rows only, with their labels above them."""

_LABELS, _WRAPPED, _TOP = 210.0, 150.0, 22.0


class Cell(NamedTuple):
    """A combination of answers that some mark has."""

    row: int
    column: int
    x: float
    y: float
    width: float
    height: float


class Spot(NamedTuple):
    """Where a mark stands, and its radius."""

    x: float
    y: float
    radius: float


class Label(NamedTuple):
    """The lines of an answer and where they begin; the number stands in the line below (or at the end)."""

    lines: tuple[str, ...]
    x: float
    y: float


class Layout(NamedTuple):
    """A whole table: its questions, size, labels, cells and marks."""

    rows: int | None
    columns: int | None
    width: float
    height: float
    pitch: float
    narrow: bool
    row_labels: tuple[Label, ...]
    column_labels: tuple[Label, ...]
    cells: tuple[Cell, ...]
    spots: tuple[Spot, ...]


def wrapped(text: str, width: float) -> list[str]:
    """A label in lines, broken behind spaces and commas.

    >>> wrapped("(and X1 (not X2))", 80)
    ['(and X1', '(not X2))']
    """
    lines, line, word = list[str](), "", ""
    for i, letter in enumerate(text):
        word += letter
        if letter not in " ," and i < len(text) - 1:
            continue
        if line and len((line + word).strip()) * LETTER > width:
            lines.append(line.strip())
            line = word
        else:
            line += word
        word = ""
    return [*lines, line.strip()]


def laid_out(drawing: SpaceDrawing, width: float, target: float) -> Layout:
    """The table of the two most telling questions in this width, about as high as the target."""
    narrow = width < NARROW
    rows = drawing.rows
    columns = None if rows is None or narrow else drawing.columns[rows]
    marks = range(len(drawing.marks))
    at_row = [0 if rows is None else drawing.answer(rows, i) for i in marks]
    at_column = [0 if columns is None else drawing.answer(columns, i) for i in marks]
    row_texts = ("",) if rows is None else drawing.questions[rows].answers
    column_texts = ("",) if columns is None else drawing.questions[columns].answers
    count = [[0] * len(column_texts) for _ in row_texts]
    core = [[0] * len(column_texts) for _ in row_texts]
    for i in marks:
        count[at_row[i]][at_column[i]] += 1
        core[at_row[i]][at_column[i]] += not drawing.refuted[i]
    side = 0.0
    if not narrow and rows is not None:
        name = drawing.questions[rows].name
        longest = max(len(line) for text in row_texts for line in wrapped(text, _WRAPPED))
        side = min(_LABELS, max(longest, 14, len(name) + 2) * LETTER + 14)
    widths = _widths(count, column_texts if columns is not None else (), width - side)
    heads = [wrapped(t, w - 4) for t, w in zip(column_texts, widths, strict=True)]
    most = max(map(len, heads))
    above = 44 + most * LINE if columns is not None else 24.0 if rows is not None else 0.0
    top = _TOP if narrow else 0.0
    least = [
        18.0 if narrow else 14 + LINE * (len(wrapped(text, side - 12)) + 1) for text in row_texts
    ]
    pitch, heights = 13.0 if narrow else 22.0, least
    while True:
        heights = [
            max(h, _need(c, s, widths, pitch)) for h, c, s in zip(least, count, core, strict=True)
        ]
        whole = sum(heights) + (GAP + top) * len(heights) + above
        if pitch <= 4 or heights == least or whole <= target:
            break
        pitch -= 0.25
    xs = [side + sum(widths[:j]) + GAP * j for j in range(len(widths))]
    ys = [above + top * (k + 1) + sum(heights[:k]) + GAP * k for k in range(len(heights))]
    cells = tuple(
        Cell(k, j, xs[j], ys[k], widths[j], heights[k])
        for k, line in enumerate(count)
        for j, n in enumerate(line)
        if n
    )
    row_labels = tuple(
        Label((text,), 2, y - 6) if narrow else Label(tuple(wrapped(text, side - 12)), 0, y + LINE)
        for text, y in zip(row_texts, ys, strict=True)
    )
    column_labels = tuple(
        Label(tuple(head), x + 2, 33 + LINE * (most - len(head)))
        for head, x in zip(heads, xs, strict=True)
    )
    spots = _spots(drawing, (at_row, at_column), (xs, ys, widths), core, pitch)
    return Layout(
        rows,
        columns,
        width,
        whole,
        pitch,
        narrow,
        row_labels if rows is not None else (),
        column_labels if columns is not None else (),
        cells,
        spots,
    )


def _widths(count: Sequence[Sequence[int]], texts: Sequence[str], room: float) -> list[float]:
    """Of the columns: by the square root of the fullest cell, and never below the longest word."""
    number = len(count[0])
    room -= GAP * (number - 1)
    if number == 1:
        return [room]
    fullest = [sqrt(max(1, *(line[j] for line in count))) for j in range(number)]
    least = []
    for j in range(number):
        words = [len(word) * LETTER for word in texts[j].split(" ")]
        share = 14 if any(line[j] > 99 for line in count) else 11
        least.append(max(64.0, share * LETTER, *words) + 8)
    if sum(least) >= room:
        return [w * room / sum(least) for w in least]
    wanted = [max(m, room * f / sum(fullest)) for m, f in zip(least, fullest, strict=True)]
    slack = sum(wanted) - sum(least)
    over = sum(wanted) - room
    return [w - over * (w - m) / slack for w, m in zip(wanted, least, strict=True)]


def _large(pitch: float) -> float:
    """The pitch of marks that explain all evidence."""
    return min(24.0, 2.2 * pitch)


def _fitting(width: float, pitch: float) -> int:
    return max(1, floor((width - 8) / pitch))


def _need(
    count: Sequence[int], core: Sequence[int], widths: Sequence[float], pitch: float
) -> float:
    """How high a row must be."""
    big = _large(pitch)
    return 8 + max(
        big * ceil(s / _fitting(w, big)) + pitch * ceil((n - s) / _fitting(w, pitch))
        for n, s, w in zip(count, core, widths, strict=True)
    )


def _spots(
    drawing: SpaceDrawing,
    at: tuple[Sequence[int], Sequence[int]],
    grid: tuple[Sequence[float], Sequence[float], Sequence[float]],
    core: Sequence[Sequence[int]],
    pitch: float,
) -> tuple[Spot, ...]:
    """Inside a cell: those that explain all evidence first and large, then the others in their order."""
    xs, ys, widths = grid
    put = [[0] * len(widths) for _ in ys]
    spots = []
    for i, refuted in enumerate(drawing.refuted):
        k, j = at[0][i], at[1][i]
        place = put[k][j]
        put[k][j] += 1
        first, big = core[k][j], _large(pitch)
        step = pitch if refuted else big
        down = big * ceil(first / _fitting(widths[j], big)) if refuted else 0.0
        order = place - first if refuted else place
        line, along = divmod(order, _fitting(widths[j], step))
        radius = max(1.3, step * (0.38 if refuted else 0.36))
        spots.append(
            Spot(xs[j] + 4 + step * (along + 0.5), ys[k] + 4 + down + step * (line + 0.5), radius)
        )
    return tuple(spots)
