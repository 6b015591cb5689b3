"""Stacked bars of scores: one row per system, its answers by what became of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import TYPE_CHECKING

from symcause.bounds.reports_bounds import BAR_ROWS
from symcause.reports.figures.figure import LETTER, NARROW, WIDE, Figure
from symcause.reports.svg import drawing, tag

if TYPE_CHECKING:
    from markupsafe import Markup

_ROW, _LINE, _THICK, _TOTAL = 30.0, 16.0, 18.0, 52.0
_LIGHT = ("bar none", "bar lost half", "bar unheld")  # colours on which dark text stands


@dataclass(frozen=True)
class Stack:
    """A system and how many of its answers are of each kind, in the order of the kinds."""

    name: str
    counts: tuple[int, ...]
    group: str = ""


@dataclass(frozen=True)
class Stacks:
    """What the picture shows; *kinds* are (what it is called, class of its colour).

    *meanings*, by kind, are told of the kinds that occur.
    """

    key: str
    title: str
    kinds: Sequence[tuple[str, str]]
    rows: Sequence[Stack]
    caption: str = ""
    finding: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    meanings: Mapping[str, str] = field(default_factory=dict)

    @property
    def whole_caption(self) -> str:
        """The caption, with what the kinds in use mean."""
        used = [
            name for i, (name, _) in enumerate(self.kinds) if any(r.counts[i] for r in self.rows)
        ]
        return " ".join(filter(None, (self.caption, *(self.meanings.get(name) for name in used))))


def stack_figure(shown: Stacks) -> Figure | None:
    """The picture; None without rows."""
    if not shown.rows:
        return None
    rows = shown.rows[:BAR_ROWS]
    hidden = len(shown.rows) - len(rows)
    grouped = any(row.group for row in shown.rows)
    more = f" {hidden} further rows are in the data." if hidden else ""
    return Figure(
        shown.key,
        shown.title,
        _drawn(shown, rows, narrow=False),
        (*(("group",) if grouped else ()), "system", *(name for name, _ in shown.kinds)),
        tuple((*((row.group,) if grouped else ()), row.name, *row.counts) for row in shown.rows),
        shown.whole_caption + more,
        shown.finding,
        shown.facts,
        _drawn(shown, rows, narrow=True),
    )


def _drawn(shown: Stacks, rows: Sequence[Stack], *, narrow: bool) -> Markup:
    """The picture; a *narrow* one has names above the bars."""
    left = 0.0 if narrow else 16 + LETTER * max(len(row.name) for row in rows)
    width = NARROW if narrow else max(WIDE, left + 300 + _TOTAL)
    long = NARROW if narrow else width - left - _TOTAL
    used = [kind for i, kind in enumerate(shown.kinds) if any(row.counts[i] for row in rows)]
    parts, y = _key(used, left, width)
    for i, row in enumerate(rows):
        if row.group and (i == 0 or row.group != rows[i - 1].group):
            parts.append(tag("text", row.group, x=0.0, y=y + 13, class_="strong"))
            y += 24
        names = wrap(row.name, int((NARROW - _TOTAL) / LETTER)) if narrow else [row.name]
        for line, name in enumerate(names):
            parts.append(tag("text", name, x=0.0, y=y + 13 + _LINE * line))
        total = f"n {sum(row.counts)}"
        parts.append(tag("text", total, x=width, y=y + 13, class_="small end"))
        y += _LINE * len(names) + 4 if narrow else 0
        parts += _bars(row, y, left, long, shown.kinds)
        y += _ROW
    kinds = [name for name, _ in shown.kinds]
    text = f"{shown.title}: " + "; ".join(
        f"{row.name} " + ", ".join(f"{n} {k}" for n, k in zip(row.counts, kinds, strict=True) if n)
        for row in rows
    )
    return drawing(width, y, text, *parts)


def _key(kinds: Sequence[tuple[str, str]], left: float, width: float) -> tuple[list[Markup], float]:
    """What colours mean, in as many lines as it takes, and where the rows begin."""
    parts: list[Markup] = []
    x, y = left, 6.0
    for name, colour in kinds:
        if x > left and x + 18 + LETTER * len(name) > width:
            x, y = left, y + 20
        parts.append(tag("rect", x=x, y=y, width=12.0, height=12.0, class_=colour))
        parts.append(tag("text", name, x=x + 18, y=y + 10))
        x += 34 + LETTER * len(name)
    return parts, y + 34


def _bars(
    row: Stack, y: float, left: float, long: float, kinds: Sequence[tuple[str, str]]
) -> list[Markup]:
    parts: list[Markup] = []
    total, x = sum(row.counts), left
    for count, (name, colour) in zip(row.counts, kinds, strict=True):
        if not count:
            continue
        width = long * count / total
        svg = tag("title", f"{count} of {total} {name}")
        place = {"x": x, "y": y, "width": max(1.0, width - 1.5), "height": _THICK}
        parts.append(tag("rect", svg, **place, class_=colour))
        label = str(count)
        if width > LETTER * len(label) + 8:
            shade = "value" if colour in _LIGHT else "inside"
            middle = x + width / 2
            parts.append(tag("text", label, x=middle, y=y + 13, class_=f"{shade} middle"))
        x += width
    return parts
