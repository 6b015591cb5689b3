"""Stacked bars: one row a system, its answers by what became of them; lengths add up to one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.reports.figures.figure import Figure
from symcause.reports.svg import drawing, tag

if TYPE_CHECKING:
    from markupsafe import Markup

MOST_ROWS = 40
"""Rows drawn; the data hold all."""

_ROW, _LETTER, _PLOT, _THICK, _TOP = 30.0, 7.2, 500.0, 18.0, 40.0


@dataclass(frozen=True)
class Stack:
    """A system and how many of its answers are of each kind, in the order of the kinds."""

    name: str
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Stacks:
    """What the picture shows; *kinds* are (what it is called, class of its colour)."""

    key: str
    title: str
    kinds: Sequence[tuple[str, str]]
    rows: Sequence[Stack]
    caption: str = ""
    finding: str = ""
    facts: tuple[tuple[str, str], ...] = ()


def stack_figure(shown: Stacks) -> Figure | None:
    """The picture; None without rows."""
    if not shown.rows:
        return None
    rows = shown.rows[:MOST_ROWS]
    left = 16 + _LETTER * max(len(row.name) for row in rows)
    parts = _key(shown.kinds, left)
    for i, row in enumerate(rows):
        parts += _row(row, _TOP + i * _ROW, left, shown.kinds)
    names = [name for name, _ in shown.kinds]
    told = f"{shown.title}: " + "; ".join(
        f"{row.name} " + ", ".join(f"{n} {k}" for n, k in zip(row.counts, names, strict=True) if n)
        for row in rows
    )
    hidden = len(shown.rows) - len(rows)
    more = f" {hidden} further rows are in the data." if hidden else ""
    return Figure(
        shown.key,
        shown.title,
        drawing(left + _PLOT + 64, _TOP + _ROW * len(rows) + 4, told, *parts),
        ("system", *names),
        tuple((row.name, *row.counts) for row in shown.rows),
        shown.caption + more,
        shown.finding,
        shown.facts,
    )


def _key(kinds: Sequence[tuple[str, str]], left: float) -> list[Markup]:
    parts: list[Markup] = []
    x = left
    for name, colour in kinds:
        parts.append(tag("rect", x=x, y=6.0, width=12.0, height=12.0, class_=colour))
        parts.append(tag("text", name, x=x + 18, y=16.0))
        x += 40 + _LETTER * len(name)
    return parts


def _row(row: Stack, y: float, left: float, kinds: Sequence[tuple[str, str]]) -> list[Markup]:
    total = sum(row.counts)
    parts = [tag("text", row.name, x=0.0, y=y + 13)]
    parts.append(tag("text", f"n {total}", x=left + _PLOT + 10, y=y + 13, class_="small"))
    x = left
    for count, (name, colour) in zip(row.counts, kinds, strict=True):
        if not count:
            continue
        width = _PLOT * count / total
        told = tag("title", f"{count} of {total} {name}")
        bar = {"x": x, "y": y, "width": max(1.0, width - 1.5), "height": _THICK}
        parts.append(tag("rect", told, **bar, class_=colour))
        if width > _LETTER * len(str(count)) + 8:
            shade = "inside" if colour != "bar none" else "value"
            middle = x + width / 2
            parts.append(tag("text", str(count), x=middle, y=y + 13, class_=f"{shade} middle"))
        x += width
    return parts
