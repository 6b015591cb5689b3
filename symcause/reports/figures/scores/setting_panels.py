"""Panels of scores, one per setting: the same systems in the same order, on one scale.

A dot with its interval is the measure by which systems are ordered; a ring and a diamond are two further
ones. Where these are over fewer cases than the dot, that number stands beside them. Where a system has no
answers its place is empty, and a dash says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING

from symcause.bounds.reports_bounds import PANEL_ROWS
from symcause.models.number_phrases import plural
from symcause.reports.figures.axes import Scale, spelled
from symcause.reports.figures.figure import LETTER, NARROW, WIDE, Figure, lines
from symcause.reports.svg import drawing, number, tag
from symcause.scoring.bootstrap import Interval

if TYPE_CHECKING:
    from markupsafe import Markup

_ROW, _LINE, _NUMBER, _LEAST = 26.0, 16.0, 40.0, 150.0
_TICKS = (0.0, 0.5, 1.0)
_REACH = 10.0  # of the largest mark, with its line: so far marks stay from the edge


@dataclass(frozen=True)
class Marks:
    """A system in a setting: its value with an interval, and the same under further measures.

    *over* are the numbers of cases that ring and diamond are over, where these are fewer than the dot's.
    """

    value: Interval
    ring: float | None = None
    diamond: float | None = None
    over: tuple[int | None, int | None] = (None, None)

    @property
    def few(self) -> str:
        """Over how many cases ring and diamond are, in a few signs; empty where over all."""
        counts = ((sign, n) for sign, n in zip("○◇", self.over, strict=True) if n is not None)
        return " ".join(f"{sign} n {n}" if n else f"{sign} none" for sign, n in counts)


@dataclass(frozen=True)
class Panels:
    """What is shown: *measures* name the dot, the ring and the diamond."""

    key: str
    title: str
    measures: tuple[str, ...]
    panels: Sequence[str]
    rows: Sequence[str]
    cells: Mapping[tuple[str, str], Marks]
    caption: str = ""
    finding: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    unit: str = "problem"  # what intervals are over


def panel_figure(shown: Panels) -> Figure | None:
    """The picture, on scales from 0 to 1; None without rows."""
    if not shown.cells:
        return None
    hidden = len(shown.rows) - PANEL_ROWS
    more = f" {hidden} further rows are in the data." if hidden > 0 else ""
    drawn = shown.rows[:PANEL_ROWS]
    if any((panel, row) not in shown.cells for panel in shown.panels for row in drawn):
        more = f" –: no answers.{more}"
    return Figure(
        shown.key,
        shown.title,
        _drawn(shown, narrow=False),
        ("setting", "system", *_heads(shown)),
        tuple(_data(shown)),
        shown.caption + more,
        shown.finding,
        shown.facts,
        _drawn(shown, narrow=True),
    )


def _heads(shown: Panels) -> tuple[str, ...]:
    rest = [head for name in shown.measures[1:] for head in (name, f"{name}: fewer cases")]
    return (shown.measures[0], "low", "high", "problems", *rest)


def _data(shown: Panels) -> Iterator[tuple[object, ...]]:
    for panel in shown.panels:
        for row in shown.rows:
            if (marks := shown.cells.get((panel, row))) is not None:
                interval = marks.value
                both = (marks.ring, marks.over[0], marks.diamond, marks.over[1])
                rest = both[: 2 * (len(shown.measures) - 1)]
                yield (
                    panel,
                    row,
                    interval.value,
                    interval.low,
                    interval.high,
                    interval.problems,
                    *rest,
                )


def _drawn(shown: Panels, *, narrow: bool) -> Markup:
    rows = shown.rows[:PANEL_ROWS]
    left = 0.0 if narrow else 20 + LETTER * max(map(len, rows))
    right = _numbers(shown)
    most = 1 if narrow else max(1, int((WIDE - left) / (_LEAST + right)))
    bands = -(-len(shown.panels) // most)
    each = -(-len(shown.panels) // bands)  # as even as can be
    wide = NARROW if narrow else max(_LEAST + right, (WIDE - left) / each)
    parts, y = _key(shown.measures, left, left + wide * each)
    for band in range(bands):
        panels = shown.panels[band * each : (band + 1) * each]
        bottom = y
        for place, panel in enumerate(panels):
            part, bottom = _panel(shown, panel, rows, (left + wide * place, y, wide), narrow)
            parts += part
        if not narrow:
            top = y + _LINE * _tall(shown.panels, wide) + 10
            names = [tag("text", row, x=0.0, y=top + _ROW * i + 16) for i, row in enumerate(rows)]
            parts += names
        y = bottom + 34
    text = f"{shown.title}: " + "; ".join(
        f"{row} in {panel} {marks.value.value:.2f}" for (panel, row), marks in shown.cells.items()
    )
    return drawing(left + wide * each, y - 10, text, *parts)


def _numbers(shown: Panels) -> float:
    """Room for the numbers at the right of a panel."""
    return _NUMBER + LETTER * max(len(marks.few) for marks in shown.cells.values())


def _key(measures: Sequence[str], left: float, right: float) -> tuple[list[Markup], float]:
    parts: list[Markup] = []
    x, y = left, 14.0
    for i, name in enumerate(measures):
        if x > left and x + _REACH + 12 + LETTER * len(name) > right:
            x, y = left, y + 20
        parts += [_mark(i, x + _REACH, y, ""), tag("text", name, x=x + _REACH + 12, y=y + 4)]
        x += _REACH + 34 + LETTER * len(name)
    return parts, y + 20


def _tall(panels: Sequence[str], wide: float) -> int:
    return max(len(_titled(panel, wide)) for panel in panels) + 1


def _titled(panel: str, wide: float) -> list[str]:
    return lines(panel, wide - 12)


def _panel(
    shown: Panels,
    panel: str,
    rows: Sequence[str],
    place: tuple[float, float, float],
    narrow: bool,
) -> tuple[list[Markup], float]:
    """One panel at (left, top, width), and where it ends."""
    x, top, wide = place
    title = _titled(panel, wide)
    parts = [
        tag("text", line, x=x, y=top + 12 + _LINE * i, class_="strong")
        for i, line in enumerate(title)
    ]
    parts.append(
        tag("text", _answers(shown, panel), x=x, y=top + 12 + _LINE * len(title), class_="small")
    )
    y = top + _LINE * (len(title) + 1 if narrow else _tall(shown.panels, wide)) + 10
    across = Scale(0, 1, x + _REACH, x + wide - _numbers(shown) - 12)
    marks: list[Markup] = []
    start = y
    for row in rows:
        cell = shown.cells.get((panel, row))
        if narrow:
            if cell is None:
                continue
            for line in wrap(row, int(NARROW / LETTER)):
                marks.append(tag("text", line, x=x, y=y + 14, class_="clear"))
                y += _LINE
        marks += _cell(cell, y + 12, across)
        y += _ROW
    for tick in _TICKS:
        at = number(across(tick))
        kind = "axis" if tick == 0 else "grid"
        parts.append(tag("path", d=f"M{at} {number(start)}V{number(y)}", class_=kind))
        label = tag("text", spelled(tick), x=across(tick), y=y + 14, class_="small middle")
        parts.append(label)
    return [*parts, *marks], y


def _answers(shown: Panels, panel: str) -> str:
    sizes = {marks.value.problems for (name, _), marks in shown.cells.items() if name == panel}
    low, high = min(sizes), max(sizes)
    return plural(high, shown.unit) if low == high else f"{low}–{plural(high, shown.unit)}"


def _cell(marks: Marks | None, y: float, across: Scale) -> list[Markup]:
    right = across.end + 12
    if marks is None:
        return [tag("text", "–", x=right, y=y + 4, class_="small")]
    interval, parts = marks.value, []
    if interval.low is not None and interval.high is not None:
        reach = f"M{number(across(interval.low))} {number(y)}H{number(across(interval.high))}"
        parts.append(tag("path", d=reach, class_="whisker s0"))
    for i, value, over in ((2, marks.diamond, marks.over[1]), (1, marks.ring, marks.over[0])):
        if value is not None:
            text = f"{value:.3f}" if over is None else f"{value:.3f} of {over}"
            parts.append(_mark(i, across(value), y, text))
    parts.append(_mark(0, across(interval.value), y, interval.mean_text()))
    parts.append(tag("text", f"{interval.value:.2f}", x=right, y=y + 4, class_="value"))
    if marks.few:
        parts.append(tag("text", marks.few, x=right + _NUMBER - 8, y=y + 4, class_="small"))
    return parts


def _mark(kind: int, x: float, y: float, told: str) -> Markup:
    """A dot, a ring or a diamond; rings are larger, so that a dot on them hides nothing."""
    title = [tag("title", told)] if told else []
    if kind == 0:
        return tag("circle", *title, cx=x, cy=y, r=4.2, class_="d0")
    if kind == 1:
        return tag("circle", *title, cx=x, cy=y, r=6.4, class_="ring")
    shape = f"M{number(x)} {number(y - 8.5)}l8.5 8.5l-8.5 8.5l-8.5 -8.5z"
    return tag("path", *title, d=shape, class_="diamond")
