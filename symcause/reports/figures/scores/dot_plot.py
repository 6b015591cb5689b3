"""The dot plot of scores: one row per system, with its interval and a comparison.

Rows come sorted; their names stand in full on the left (on a telephone above their row), their numbers on
the right. A ring on the same row is the same system under another measure; a dashed line across all rows is
what an answer without any knowledge gets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING

from symcause.bounds.reports_bounds import DOT_ROWS
from symcause.reports.figures.axes import Scale, spelled, ticks
from symcause.reports.figures.figure import LETTER, NARROW, WIDE, Figure
from symcause.reports.svg import drawing, number, tag
from symcause.scoring.bootstrap import Interval

if TYPE_CHECKING:
    from markupsafe import Markup

_ROW, _LINE, _NUMBERS = 30.0, 16.0, 136.0
_STRONG = LETTER * 1.12  # a letter of a group's name


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
    facts: tuple[tuple[str, str], ...] = ()
    ends: tuple[float, float] = (0.0, 1.0)


def dot_figure(shown: Dots) -> Figure | None:
    """The picture; None without rows."""
    if not shown.rows:
        return None
    rows = shown.rows[:DOT_ROWS]
    hidden = len(shown.rows) - len(rows)
    more = f" {hidden} further rows are in the data." if hidden else ""
    return Figure(
        shown.key,
        shown.title,
        _drawn(shown, rows, narrow=False),
        ("group", "system", shown.measure, "low", "high", "problems", shown.other or "other"),
        tuple(
            (r.group, r.name, r.value.value, r.value.low, r.value.high, r.value.problems, r.other)
            for r in shown.rows
        ),
        shown.caption + more,
        shown.finding,
        shown.facts,
        _drawn(shown, rows, narrow=True),
    )


def _drawn(shown: Dots, rows: Sequence[Dot], *, narrow: bool) -> Markup:
    """The picture; a *narrow* one has names and numbers above the rows."""
    left, right = 8.0, NARROW - 8
    if not narrow:
        left = 20 + LETTER * max(len(row.name) for row in rows)
        right = max(WIDE, left + 300 + _NUMBERS) - _NUMBERS
    width = NARROW if narrow else right + _NUMBERS
    across = Scale(*shown.ends, left, right)
    top = 46.0 + _LINE * len(shown.lines)
    parts, y = [*_key(shown, left)], top
    marks: list[Markup] = []
    for i, row in enumerate(rows):
        if row.group and (i == 0 or row.group != rows[i - 1].group):
            for words in wrap(row.group, int(width / _STRONG)):
                marks.append(tag("text", words, x=0.0, y=y + 12, class_="strong"))
                y += _LINE
            y += 8
        names = wrap(row.name, int((NARROW - _NUMBERS) / LETTER)) if narrow else [row.name]
        for line, name in enumerate(names):
            at = {"x": left + 6 if narrow else 0.0, "y": y + 16 + _LINE * line}
            marks.append(tag("text", name, **at, **({"class_": "clear"} if narrow else {})))
        where = NARROW - _NUMBERS + 12 if narrow else right + 12
        marks += _numbers(row, where, y + 16, signed=shown.ends[0] < 0, clear=narrow)
        y += _LINE * len(names) + 2 if narrow else 0
        marks += _row(row, y + 12, across)
        y += _ROW
    for i, (name, value) in enumerate(shown.lines):
        parts += _across(f"{name} {value:.2f}", across(value), 44 + _LINE * i, y, across)
    text = f"{shown.title}: " + "; ".join(f"{row.name} {row.value.value:.2f}" for row in rows)
    return drawing(width, y + 24, text, *_frame(across, top - 8, y), *parts, *marks)


def _key(shown: Dots, left: float) -> list[Markup]:
    parts = [
        tag("circle", cx=left + 5, cy=14.0, r=4.2, class_="d0"),
        tag("text", shown.measure, x=left + 16, y=18.0),
    ]
    if shown.other:
        at = left + 36 + LETTER * len(shown.measure)
        parts.append(tag("circle", cx=at + 5, cy=14.0, r=6.0, class_="ring"))
        parts.append(tag("text", shown.other, x=at + 16, y=18.0))
    return parts


def _frame(across: Scale, top: float, bottom: float) -> list[Markup]:
    parts: list[Markup] = []
    for tick in ticks(across.low, across.high):
        x = across(tick)
        line = f"M{number(x)} {number(top)}V{number(bottom)}"
        parts.append(tag("path", d=line, class_="axis" if tick == 0 else "grid"))
        parts.append(tag("text", spelled(tick), x=x, y=bottom + 16, class_="small middle"))
    return parts


def _across(label: str, x: float, top: float, bottom: float, across: Scale) -> list[Markup]:
    """A dashed line, its label on the side that has more room."""
    before = x - across.start > across.end - x
    place = {"x": x - 5 if before else x + 5, "y": top + 6}
    return [
        tag("path", d=f"M{number(x)} {number(top)}V{number(bottom)}", class_="rule"),
        tag("text", label, **place, class_="small end" if before else "small"),
    ]


def _row(row: Dot, y: float, across: Scale) -> list[Markup]:
    interval, parts = row.value, []
    x = across(interval.value)
    if row.other is not None:
        reach = f"M{number(x)} {number(y)}H{number(across(row.other))}"
        parts.append(tag("path", d=reach, class_="grid"))
    if interval.low is not None and interval.high is not None:
        reach = f"M{number(across(interval.low))} {number(y)}H{number(across(interval.high))}"
        parts.append(tag("path", d=reach, class_="whisker s0"))
    if row.other is not None:
        svg = tag("title", f"{row.other:.3f}")
        parts.append(tag("circle", svg, cx=across(row.other), cy=y, r=6.6, class_="ring"))
    dot = tag("circle", tag("title", interval.mean_text()), cx=x, cy=y, r=4.2, class_="d0")
    return [*parts, dot]


def _numbers(row: Dot, x: float, y: float, *, signed: bool, clear: bool) -> list[Markup]:
    """What the row comes to; *clear* of the lines of the plot, where it stands on them."""
    kind = " clear" * clear
    shown = f"{row.value.value:{'+.2f' if signed else '.2f'}}" + (
        "" if row.other is None else f" ({row.other:.2f})"
    )
    parts = [tag("text", shown, x=x, y=y, class_=f"value{kind}")]
    if row.value.problems:  # one thing alone is no sample
        parts.append(tag("text", f"n {row.value.problems}", x=x + 78, y=y, class_=f"small{kind}"))
    return parts
