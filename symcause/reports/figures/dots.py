"""A dot plot: one row a system, a filled dot with its interval, and what it is to be compared with.

Rows come sorted; their names stand in full on the left, their numbers on the right. A ring on the same row
is the same system under another measure; a dashed line across all rows is what an answer without any
knowledge gets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from symcause.reports.figures.axes import Scale, spelled, ticks
from symcause.reports.figures.figure import Figure
from symcause.reports.svg import drawing, number, tag
from symcause.scoring.statistics import Interval

if TYPE_CHECKING:
    from markupsafe import Markup

MOST_ROWS = 40
"""Rows drawn; the data hold all."""

_ROW, _LETTER, _PLOT, _SHOWN = 30.0, 7.2, 440.0, 150.0


@dataclass(frozen=True)
class Dot:
    """A system: its value with an interval, the same under another measure, and a group of rows."""

    name: str
    value: Interval
    other: float | None = None
    group: str = ""


@dataclass(frozen=True)
class Dots:
    """What a dot plot shows: the measure of the dots, that of the rings, lines across, what it finds."""

    key: str
    title: str
    measure: str
    rows: Sequence[Dot]
    other: str = ""
    lines: Sequence[tuple[str, float]] = ()
    caption: str = ""
    finding: str = ""
    facts: tuple[tuple[str, str], ...] = field(default=())


def dot_figure(shown: Dots) -> Figure | None:
    """The picture, on a scale from 0 to 1; None without rows."""
    if not shown.rows:
        return None
    rows = shown.rows[:MOST_ROWS]
    left = 24 + _LETTER * max(len(label) for label in (*_labels(rows), "group"))
    across = Scale(0, 1, left, left + _PLOT)
    top = 46.0 + 16 * len(shown.lines)
    ys, heads, bottom = _places(rows, top)
    parts = [*_key(shown, left), *_frame(across, top - 12, bottom)]
    for i, (name, value) in enumerate(shown.lines):
        x = across(value)
        parts.append(tag("path", d=f"M{number(x)} {44 + 16 * i}V{number(bottom)}", class_="rule"))
        side = "end" if value > 0.5 else ""
        at = x - 5 if side else x + 5
        label = f"{name} {value:.2f}"
        parts.append(tag("text", label, x=at, y=50.0 + 16 * i, class_=f"small {side}".strip()))
    parts += [tag("text", head, x=0.0, y=y, class_="label") for head, y in heads]
    for row, y in zip(rows, ys, strict=True):
        parts += _row(row, y, across)
    hidden = len(shown.rows) - len(rows)
    more = f" {hidden} further rows are in the data." if hidden else ""
    told = f"{shown.title}: " + "; ".join(f"{row.name} {row.value.value:.2f}" for row in rows)
    return Figure(
        shown.key,
        shown.title,
        drawing(left + _PLOT + _SHOWN, bottom + 24, told, *parts),
        ("group", "system", shown.measure, "low", "high", "problems", shown.other or "other"),
        tuple(
            (r.group, r.name, r.value.value, r.value.low, r.value.high, r.value.problems, r.other)
            for r in shown.rows
        ),
        shown.caption + more,
        shown.finding,
        shown.facts,
    )


def _labels(rows: Sequence[Dot]) -> Iterator[str]:
    for row in rows:
        yield row.name
        yield row.group


def _places(rows: Sequence[Dot], top: float) -> tuple[list[float], list[tuple[str, float]], float]:
    """Where rows and the heads of their groups stand, and where the last one ends."""
    ys: list[float] = []
    heads: list[tuple[str, float]] = []
    y = top
    for i, row in enumerate(rows):
        if row.group and (i == 0 or row.group != rows[i - 1].group):
            heads.append((row.group, y + 12))
            y += 24
        ys.append(y + 12)
        y += _ROW
    return ys, heads, y


def _key(shown: Dots, left: float) -> list[Markup]:
    parts = [
        tag("circle", cx=left + 5, cy=14.0, r=5.0, class_="d0"),
        tag("text", shown.measure, x=left + 16, y=18.0),
    ]
    if shown.other:
        at = left + 36 + _LETTER * len(shown.measure)
        parts.append(tag("circle", cx=at + 5, cy=14.0, r=4.6, class_="ring"))
        parts.append(tag("text", shown.other, x=at + 16, y=18.0))
    return parts


def _frame(across: Scale, top: float, bottom: float) -> list[Markup]:
    parts: list[Markup] = []
    for tick in ticks(0, 1):
        x = across(tick)
        line = f"M{number(x)} {number(top)}V{number(bottom)}"
        parts.append(tag("path", d=line, class_="axis" if tick == 0 else "grid"))
        parts.append(tag("text", spelled(tick), x=x, y=bottom + 16, class_="small middle"))
    return parts


def _row(row: Dot, y: float, across: Scale) -> list[Markup]:
    found = row.value
    x = across(found.value)
    parts = [tag("text", row.name, x=0.0, y=y + 4)]
    if row.other is not None:
        reach = f"M{number(x)} {number(y)}H{number(across(row.other))}"
        parts.append(tag("path", d=reach, class_="grid"))
    if found.low is not None and found.high is not None:
        reach = f"M{number(across(found.low))} {number(y)}H{number(across(found.high))}"
        parts.append(tag("path", d=reach, class_="whisker s0"))
    if row.other is not None:
        told = tag("title", f"{row.other:.3f}")
        parts.append(tag("circle", told, cx=across(row.other), cy=y, r=4.6, class_="ring"))
    parts.append(tag("circle", tag("title", found.shown()), cx=x, cy=y, r=5.0, class_="d0"))
    shown = f"{found.value:.2f}"
    if row.other is not None:
        shown += f" ({row.other:.2f})"
    end = across(1.0) + 12
    parts.append(tag("text", shown, x=end, y=y + 4, class_="value"))
    return [*parts, tag("text", f"n {found.problems}", x=end + 84, y=y + 4, class_="small")]
