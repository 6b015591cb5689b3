"""The power figure of a scenario report: how often the true rival is named, over the units.

One line a view, drawn as a band from what one design proves to what no policy exceeds; the level is a line,
and the units that reach it are marked.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from symcause.families.scenario.budget.budget_sentences import units_text
from symcause.families.scenario.documents.budget_document import BudgetPart, NamePart, UnitsPart
from symcause.families.scenario.report.budget_story import VIEW_NAMES
from symcause.families.scenario.report.figures.value_axis import WIDE, Room
from symcause.reports.figures.axes import Scale, spelled, ticks
from symcause.reports.figures.figure import Figure
from symcause.reports.svg import drawing, number, tag

if TYPE_CHECKING:
    from markupsafe import Markup

STYLES = {"shown": 0, "counts": 5, "all": 1}
"""Blue, grey and red."""

_HEIGHT, _LEFT, _TOP, _BOTTOM = 300.0, 44.0, 40.0, 256.0
_ROW, _WORD = 15.0, 64.0


def power_figure(part: BudgetPart, room: Room = WIDE) -> Figure | None:
    """The power over the units; None if no view tells anything."""
    drawn = {name: view.name for name, view in part.views.items() if view.name and view.name.curve}
    if not drawn:
        return None
    level = float(Fraction(part.level))
    lowest = min(_end(point.low) for own in drawn.values() for point in own.curve)
    up = Scale(min(lowest, level) - 0.01, 1.0, _BOTTOM, _TOP)
    across = Scale(0.0, float(max(part.units, 1)), _LEFT, room.width - 14)
    parts = _axes(up, across, level, part.level)
    rows: list[tuple[object, ...]] = []
    seen: dict[tuple[UnitsPart, ...], str] = {}
    for view in drawn:
        seen.setdefault(drawn[view].curve, view)
    for i, name in enumerate(seen.values()):
        alike = [VIEW_NAMES[other] for other in drawn if drawn[other].curve == drawn[name].curve]
        label = ", ".join(alike)
        parts += _series(drawn[name], label, STYLES[name], across, up)
        parts += _marks(drawn[name], label, STYLES[name], across, _BOTTOM - 6 - _ROW * i)
        x = _LEFT + i * (room.width - _LEFT) / 3
        parts.append(tag("path", d=f"M{number(x)} 14h18", class_=f"series s{STYLES[name]}"))
        parts.append(tag("text", label, x=x + 24, y=18.0, class_="label"))
    for name, own in drawn.items():
        rows += [(VIEW_NAMES[name], p.units, p.low, p.high) for p in own.curve]
        rows += [
            (f"{VIEW_NAMES[name]}, units for {part.level}", n, None, None) for n in own.least or ()
        ]
    text = f"{part.headline}. How often the true rival is named over the units: " + "; ".join(
        f"{VIEW_NAMES[name]}: {units_text(own.least)} for {part.level}"
        for name, own in drawn.items()
    )
    svg = drawing(room.width, _HEIGHT, text, *parts)
    columns = ("what is told", "units", "at least", "at most")
    return Figure("power", "Power over units", svg, columns, tuple(rows), text)


def _end(text: str) -> float:
    return float(Fraction(text))


def _axes(up: Scale, across: Scale, level: float, label: str) -> list[Markup]:
    parts = []
    for tick in ticks(up.low, up.high, 6):
        y = up(tick)
        line = f"M{_LEFT} {number(y)}H{number(across.end)}"
        parts.append(tag("path", d=line, class_="grid"))
        parts.append(tag("text", spelled(tick), x=_LEFT - 6, y=y + 4, class_="small end"))
    for tick in ticks(0.0, across.high, 8):
        parts.append(
            tag("text", spelled(tick), x=across(tick), y=_BOTTOM + 17, class_="small middle")
        )
    parts.append(tag("text", "units", x=across.end, y=_BOTTOM + 34, class_="small end"))
    y = up(level)
    line = f"M{_LEFT} {number(y)}H{number(across.end)}"
    parts.append(tag("path", tag("title", f"level {label}"), d=line, class_="cursor"))
    parts.append(tag("text", label, x=across.end, y=y - 5, class_="small end"))
    return parts


def _series(own: NamePart, label: str, style: int, across: Scale, up: Scale) -> list[Markup]:
    low = [(across(p.units), up(_end(p.low))) for p in own.curve]
    high = [(across(p.units), up(_end(p.high or "1"))) for p in own.curve]
    area = _path([*low, *reversed(high)]) + "Z"
    svg = tag("title", f"{label}: from one design to any policy")
    parts = [tag("path", svg, d=area, class_=f"d{style}", opacity="0.22")]
    parts.append(tag("path", d=_path(low), class_=f"series s{style}"))
    return parts


def _marks(own: NamePart, label: str, style: int, across: Scale, y: float) -> list[Markup]:
    """The units that reach the level, on a row of their own: a range beside its two ends."""
    known = [n for n in own.least or () if n is not None]
    if not known:
        return []
    said = tag("title", f"{label}: {units_text(own.least)} units")
    line = "".join(f"M{number(across(n))} {number(y - 9)}V{number(y)}" for n in known)
    x, kind = across(known[-1]) + 6, "small"
    if x + _WORD > across.end:
        x, kind = across(known[0]) - 6, "small end"
    text = units_text(own.least).replace(" to ", "–")
    return [
        tag("path", said, d=line, class_=f"series s{style}"),
        tag("text", text, x=x, y=y, class_=kind),
    ]


def _path(points: list[tuple[float, float]]) -> str:
    return "".join(f"{'L' if i else 'M'}{number(x)} {number(y)}" for i, (x, y) in enumerate(points))
