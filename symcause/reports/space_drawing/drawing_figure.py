"""The drawing figure of a space, for reports: evidence by letters and the table of marks in one picture."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from markupsafe import Markup

from symcause.audits.verdicts import THAT_EXPLAIN
from symcause.reports.figures.figure import NARROW, WIDE, Figure
from symcause.reports.space_drawing.drawing_sentences import (
    headline,
    share_words,
    subline,
    switch_words,
)
from symcause.reports.space_drawing.drawn_space import LETTERS, Experiment, SpaceDrawing
from symcause.reports.space_drawing.mark_layout import LINE, Layout, Spot, laid_out, wrapped
from symcause.reports.svg import drawing as svg_of
from symcause.reports.svg import number, tag

COLOURS = 5
"""Results of an experiment that have colours of their own."""

_SIDE = 248.0  # pixels of the evidence beside the table
_DIGIT = 5.5  # radius of a mark that holds a digit


def space_figure(
    drawing: SpaceDrawing, state: int | None = None, experiment: int | None = None
) -> Figure:
    """The picture in a state of the evidence: all of it is on unless somebody says otherwise."""
    on = drawing.every if state is None else state
    text = f"{drawing.count(on):,} {headline(drawing, on)}"
    shown = experiment if experiment is not None or not drawing.compared else drawing.chosen
    chosen = None if shown is None else drawing.experiments[shown]
    return Figure(
        key="space",
        title=f"The space of {drawing.title}",
        svg=_picture(drawing, on, WIDE, chosen),
        columns=("mark", "left", "ruled out by", *drawing.variables),
        rows=tuple(_row(drawing, on, i) for i in range(len(drawing.marks))),
        caption=subline(drawing, on),
        finding=text,
        narrow=_picture(drawing, on, NARROW, chosen),
        sheet=_picture(drawing, on, WIDE, chosen, headed=False),
    )


def _row(drawing: SpaceDrawing, state: int, mark: int) -> tuple[object, ...]:
    hit = [sets for sets in drawing.refuted[mark] if sets & state == sets]
    by = " or ".join(" with ".join(_letters(sets)) for sets in hit)
    made = (drawing.mechanisms[v][m] for v, m in enumerate(drawing.marks[mark]))
    texts = (one.text or one.causes for one in made)
    name = "gold" if mark == drawing.gold else str(mark + 1)
    return (name, "no" if hit else "yes", by, *texts)


def _letters(state: int) -> list[str]:
    return [letter for k, letter in enumerate(LETTERS) if state >> k & 1]


def _picture(
    drawing: SpaceDrawing,
    state: int,
    width: float,
    experiment: Experiment | None,
    *,
    headed: bool = True,
) -> Markup:
    """Number and finding above; the evidence beside the table, or above it where there is no room."""
    wide = width > 2 * NARROW
    count = drawing.count(state)
    text = headline(drawing, state)
    digits = f"{count:,}"
    parts, y = _head(drawing, state, width) if headed else ([], 0.0)
    table = laid_out(drawing, width - _SIDE if wide else width, 520.0 if wide else 560.0)
    evidence, end = _evidence(drawing, state, y, _SIDE - 24 if wide else width)
    parts += evidence
    top = y if wide else end + 14
    shift = _SIDE if wide else 0.0
    parts.append(
        tag(
            "g",
            *_table(drawing, table, state, experiment),
            class_="one" if count == 1 else None,
            transform=f"translate({number(shift)} {number(top)})",
        )
    )
    bottom = max(end, top + table.height) + 8
    legend, end = _legend(drawing, state, table, experiment, (shift, bottom, width))
    parts += legend
    return svg_of(width, end, f"{digits} {text}", *parts, class_="space")


def _head(drawing: SpaceDrawing, state: int, width: float) -> tuple[list[Markup], float]:
    """The number of members and the finding."""
    count = drawing.count(state)
    digits, text = f"{count:,}", headline(drawing, state)
    kind = "one" if count == 1 else "many" if count else "none"
    kind = "" if drawing.compared or (count and drawing.questioned) else kind
    parts = [tag("text", digits, x=0, y=46, class_=f"space-number {kind}")]
    beside = 30.0 * len(digits) + 16
    lines = _broken(text, width - beside, 10.2)
    under = _broken(subline(drawing, state), width - beside, 6.1)
    y = 22.0
    for line in lines:
        parts.append(tag("text", line, x=beside, y=y, class_="space-told"))
        y += 21
    for line in under:
        parts.append(tag("text", line, x=beside, y=y, class_="small"))
        y += LINE
    return parts, max(y, 60.0) + 16


def _broken(text: str, width: float, letter: float) -> list[str]:
    return wrapped(text, width * 7.6 / letter)


def _evidence(
    drawing: SpaceDrawing, state: int, y: float, width: float
) -> tuple[list[Markup], float]:
    """The pieces with their letters: filled while on, square where they are always on."""
    if not drawing.evidence:
        return [], y
    parts = [tag("text", "Evidence", x=0, y=y + 10, class_="strong")]
    y += 30
    for k, piece in enumerate(drawing.evidence):
        on = bool(state >> k & 1)
        look = f"space-key {'on' if on else 'off'}"
        if piece.fixed:
            parts.append(tag("rect", x=0, y=y - 14, width=20, height=20, rx=4, class_=look))
        else:
            parts.append(tag("circle", cx=10, cy=y - 4, r=9.5, class_=look))
        letter = "space-letter on" if on else "space-letter off"
        parts.append(tag("text", LETTERS[k], x=10, y=y, class_=letter))
        for line in _broken(piece.name, width - 30, 6.9):
            parts.append(tag("text", line, x=30, y=y))
            y += LINE
        detail = switch_words(drawing, state, k)
        parts.append(tag("text", detail, x=30, y=y, class_="small"))
        y += 23
    return parts, y - 8


def _table(
    drawing: SpaceDrawing, table: Layout, state: int, experiment: Experiment | None
) -> Iterator[Markup]:
    """Cells, labels with numbers, then the marks."""
    if table.rows is not None:
        yield tag("text", f"{drawing.questions[table.rows].name} ↓", x=0, y=13, class_="strong")
    if table.columns is not None:
        name, x = drawing.questions[table.columns].name, table.cells[0].x
        first = min((cell.x for cell in table.cells), default=x)
        yield tag("text", f"{name} →", x=first, y=13, class_="strong")
    for cell in table.cells:
        yield tag(
            "rect",
            x=cell.x,
            y=cell.y,
            width=cell.width,
            height=cell.height,
            rx=6,
            class_="space-cell",
        )
    for question, labels in ((table.rows, table.row_labels), (table.columns, table.column_labels)):
        for answer, label in enumerate(labels):
            assert question is not None, "labels are those of a question"
            for z, line in enumerate(label.lines):
                yield tag("text", line, x=label.x, y=label.y + LINE * z, class_="space-label")
            share = share_words(drawing, state, question, answer)
            if table.narrow:
                yield tag("text", share, x=table.width, y=label.y, class_="small end")
            else:
                down = label.y + LINE * len(label.lines)
                yield tag("text", share, x=label.x, y=down, class_="small")
    yield from _marks(drawing, table, state, experiment)


def _marks(
    drawing: SpaceDrawing, table: Layout, state: int, experiment: Experiment | None
) -> Iterator[Markup]:
    left = set(drawing.left(state))
    order = {} if experiment is None else dict(places(experiment, sorted(left)))
    for i, spot in enumerate(table.spots):
        if i not in left:
            yield _trace(drawing, table, state, i)
            continue
        place = None if experiment is None else order[experiment.of[i]]
        look = "space-mark"
        if place is not None:
            look += f" d{place}" if place < COLOURS else " other"
        if i == drawing.gold:
            yield tag("path", d=star(spot, max(5.0, spot.radius * 1.35)), class_=look)
        else:
            yield tag("circle", cx=spot.x, cy=spot.y, r=spot.radius, class_=look)
            if place is not None and place < COLOURS and spot.radius >= _DIGIT:
                yield tag("text", str(place + 1), x=spot.x, y=spot.y + 4, class_="space-digit")
    if drawing.gold is not None:
        spot = table.spots[drawing.gold]
        yield tag(
            "circle", cx=spot.x, cy=spot.y, r=max(7.0, spot.radius * 1.7), class_="space-gold"
        )


def _trace(drawing: SpaceDrawing, table: Layout, state: int, mark: int) -> Markup:
    """What a mark leaves that is ruled out: a ring, as large as that of every other one."""
    spot = table.spots[mark]
    look = " sole" if alone(drawing, state, mark) else ""
    radius = min(4.0, max(1.0, 0.3 * table.pitch))
    return tag("circle", cx=spot.x, cy=spot.y, r=radius, class_=f"space-ring{look}")


def alone(drawing: SpaceDrawing, state: int, mark: int) -> bool:
    """Does one piece of evidence alone stand against a mark that is ruled out?"""
    hit = [sets for sets in drawing.refuted[mark] if sets & state == sets]
    shared = hit[0]
    for sets in hit:
        shared &= sets
    return bool(shared)


def places(experiment: Experiment, left: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Every result that marks show, with its place by the number of these marks."""
    number: dict[int, int] = {}
    for i in left:
        number[experiment.of[i]] = number.get(experiment.of[i], 0) + 1
    order = sorted(number, key=lambda result: (-number[result], result))
    return ((result, place) for place, result in enumerate(order))


def star(spot: Spot, radius: float) -> str:
    """A star of five points."""
    points = []
    for k in range(10):
        angle, size = pi * (k / 5 - 0.5), radius * 0.45 if k % 2 else radius
        points.append(f"{spot.x + size * cos(angle):.1f} {spot.y + size * sin(angle):.1f}")
    return f"M{'L'.join(points)}Z"


def _legend(
    drawing: SpaceDrawing,
    state: int,
    table: Layout,
    experiment: Experiment | None,
    at: tuple[float, float, float],
) -> tuple[list[Markup], float]:
    """What the signs mean that the picture has."""
    left = drawing.left(state)
    items: list[tuple[Markup, str]] = []
    if experiment is None:
        one = "" if drawing.count(state) != 1 else " one"
        dot = tag("circle", cx=7, cy=7, r=5, class_=f"space-mark{one}")
        known = "" if drawing.compared else THAT_EXPLAIN
        items.append((dot, f"one {drawing.noun[0]}{known}"))
    else:
        for result, place in places(experiment, left):
            if place < COLOURS:
                dot = tag("circle", cx=7, cy=7, r=6.5, class_=f"space-mark d{place}")
                digit = tag("text", str(place + 1), x=7, y=11, class_="space-digit")
                number_of = sum(experiment.of[i] == result for i in left)
                text = experiment.results[result] or "another result"
                text += "" if drawing.compared else f" · {number_of:,}"
                items.append((Markup("").join((dot, digit)), text))
    if drawing.gold is not None:
        items.append((tag("path", d=star(Spot(7, 7, 5), 5), class_="space-sign"), "gold"))
    if len(left) < len(drawing.marks):
        rows = any(re.search(r", row \d+$", piece.name) for piece in drawing.evidence)
        sign = tag("circle", cx=7, cy=7, r=3.5, class_="space-ring sole")
        items.append((sign, f"ruled out; dark: one {'row' if rows else 'piece'} alone suffices"))
    x, y, width = at
    start, parts = x, list[Markup]()
    for sign, text in items:
        size = 6.3 * len(text) + 34
        if x > start and x + size > width:
            x, y = start, y + 20
        parts.append(tag("g", sign, transform=f"translate({number(x)} {number(y)})"))
        parts.append(tag("text", text, x=x + 18, y=y + 11, class_="small"))
        x += size
    return parts, y + 24
