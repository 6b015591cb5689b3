"""The value axis of a scenario report: rows of designs on one scale with the threshold.

Every value is drawn with its proven interval: a thin bar behind the mark, or a thick one where the row is
an interval and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.families.scenario.report.plot_bounds import Ends, spelled_ends
from symcause.reports.figures.axes import Scale, spelled, ticks
from symcause.reports.figures.figure import Figure
from symcause.reports.svg import drawing, number, tag

if TYPE_CHECKING:
    from markupsafe import Markup

_TOP = 52.0


@dataclass(frozen=True)
class Room:
    """How much there is: where the axis begins and ends, and whether labels stand above their rows."""

    left: float
    right: float
    width: float
    row: float
    above: bool


WIDE = Room(190.0, 550.0, 720.0, 28.0, above=False)
NARROW = Room(8.0, 330.0, 340.0, 42.0, above=True)


@dataclass(frozen=True)
class Mark:
    """One value in a row; *style* is that of the pictures: s0 blue, s4 red, s5 grey; hollow or filled."""

    value: Ends
    told: str
    style: int = 0
    hollow: bool = False


@dataclass(frozen=True)
class Row:
    """A design (or a set of them) and its values; a *spread* is an interval without a mark."""

    label: str
    marks: tuple[Mark, ...]
    spread: bool = False


@dataclass(frozen=True)
class Ranked:
    """A picture of rows: its names, the threshold, and where the optimum is claimed to be."""

    key: str
    title: str
    told: str
    threshold: float | None = None
    claimed: Ends | None = None
    heads: tuple[tuple[str, Mark], ...] = ()  # a legend, where rows have several marks


def ranked_figure(rows: Sequence[Row], ranked: Ranked, room: Room = WIDE) -> Figure | None:
    """The rows in the order given, on a scale that holds everything."""
    if not rows:
        return None
    across = _scale(rows, ranked, room)
    bottom = _TOP + room.row * len(rows)
    parts: list[Markup] = []
    if ranked.claimed is not None:
        parts += _claimed(ranked.claimed, across, bottom)
    for tick in ticks(across.low, across.high, 6 if room.above else 8):
        x = across(tick)
        parts.append(tag("path", d=f"M{number(x)} {_TOP - 6}V{number(bottom)}", class_="grid"))
        parts.append(tag("text", spelled(tick), x=x, y=bottom + 17, class_="small middle"))
    if not room.above:
        parts.append(tag("text", "value", x=room.right + 14, y=bottom + 17, class_="small"))
    if ranked.threshold is not None:
        x = across(ranked.threshold)
        parts.append(tag("path", d=f"M{number(x)} {_TOP - 14}V{number(bottom)}", class_="cursor"))
        text = f"threshold {ranked.threshold:g}"
        parts.append(tag("text", text, x=x, y=_TOP - 19, class_=_side(x, room)))
    for i, row in enumerate(rows):  # over the line, so that no label is struck through
        parts += _row(row, _TOP + room.row * i, across, room)
    parts += _legend(ranked.heads, room.left, bottom + 38)
    height = bottom + (50 if ranked.heads else 28)
    return Figure(
        ranked.key,
        ranked.title,
        drawing(room.width, height, ranked.told, *parts),
        ("design", "what", "low", "high"),
        tuple((row.label, mark.told, *mark.value) for row in rows for mark in row.marks),
        ranked.told,
    )


def _scale(rows: Sequence[Row], ranked: Ranked, room: Room) -> Scale:
    named = [end for row in rows for mark in row.marks for end in mark.value]
    named += [] if ranked.threshold is None else [ranked.threshold]
    named += ranked.claimed or ()
    pad = max((max(named) - min(named)) * 0.06, 0.01)
    low, high = max(0.0, min(named) - pad), min(1.0, max(named) + pad)
    return Scale(low, high, room.left, room.right)


def _claimed(claimed: Ends, across: Scale, bottom: float) -> list[Markup]:
    left, right = (across(end) for end in claimed)
    box = {"x": left, "y": _TOP - 6, "width": max(right - left, 2.0), "height": bottom - _TOP + 6}
    middle = min((left + right) / 2, across.end - 52)
    text = tag("text", "optimum as claimed", x=middle, y=14.0, class_="small middle")
    line = f"M{number((left + right) / 2)} 18V{number(_TOP - 8)}"
    return [tag("rect", **box, class_="bar none"), text, tag("path", d=line, class_="grid")]


def _side(x: float, room: Room) -> str:
    """Text over a line, kept within the picture."""
    return "end" if x > room.right - 44 else "middle" if x > room.left + 44 else ""


def _row(row: Row, top: float, across: Scale, room: Room) -> list[Markup]:
    y = top + (28 if room.above else 13)
    base = top + 14 if room.above else y + 4
    text = " → ".join(spelled_ends(mark.value) for mark in row.marks)
    shown = row.label if len(row.label) <= 30 else row.label[:29] + "…"
    if room.above:
        value = tag("tspan", f"  {text}", class_="value", font_weight="600")
        parts = [tag("text", tag("title", row.label), shown, value, x=room.left, y=base)]
    else:
        parts = [tag("text", tag("title", row.label), shown, x=0.0, y=base)]
        parts.append(tag("text", text, x=room.right + 14, y=base, class_="value"))
    if len(row.marks) > 1:
        xs = [across(sum(mark.value) / 2) for mark in row.marks]
        line = f"M{number(min(xs))} {number(y)}H{number(max(xs))}"
        parts.append(tag("path", d=line, class_="whisker s5"))
    for mark in row.marks:
        low, high = (across(end) for end in mark.value)
        line = f"M{number(low)} {number(y)}H{number(high)}"
        svg = tag("title", f"{row.label}, {mark.told}: {spelled_ends(mark.value, 4)}")
        if row.spread:
            kind = f"series s{mark.style} span"
            parts.append(tag("path", svg, d=line, class_=kind))
            continue
        parts.append(tag("path", d=line, class_=f"whisker s{mark.style}"))
        parts.append(_dot(mark, (low + high) / 2, y, svg))
    return parts


def _dot(mark: Mark, x: float, y: float, *inside: Markup) -> Markup:
    kind = f"whisker s{mark.style}" if mark.hollow else f"d{mark.style}"
    return tag("circle", *inside, cx=x, cy=y, r=5.0, class_=kind)


def _legend(heads: Sequence[tuple[str, Mark]], left: float, y: float) -> list[Markup]:
    parts = []
    for i, (text, mark) in enumerate(heads):
        x = left + 150 * i
        parts += [_dot(mark, x + 5, y - 4), tag("text", text, x=x + 16, y=y, class_="label")]
    return parts
