"""Trap figures of a scenario report: what is seen of a variable against what setting it does.

Two pictures a variable. The first has two lines over its values, the rate in the history and the value when
the variable is set; in a trap they slope against each other. The second has the shares of the values among
all units and among those that records are shown of; the difference is the selection.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.families.scenario.bounds import DRAWN_VALUES
from symcause.families.scenario.documents.question_documents import Bounds, LevelPart, TrapPart
from symcause.families.scenario.report.plot_bounds import Ends, ends, spelled_datum, spelled_ends
from symcause.reports.figures.axes import Scale, spelled, ticks
from symcause.reports.figures.figure import Figure
from symcause.reports.svg import drawing, number, tag

if TYPE_CHECKING:
    from markupsafe import Markup

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 340.0, 246.0, 40.0, 330.0, 44.0, 206.0


@dataclass(frozen=True)
class Line:
    """One line over the values; *style* is its colour, dashed lines are what is only seen."""

    label: str
    values: tuple[Ends | None, ...]
    style: int
    dashed: bool = False


def trap_figures(name: str, trap: TrapPart) -> list[Figure]:
    """The pictures of one variable, none if the history does not vary it."""
    levels = _ordered(trap)[:DRAWN_VALUES]
    if not levels:
        return []
    done = Line("when it is set", tuple(ends(level.done) for level in levels), 0)
    seen = Line("in the history", _known([level.seen for level in levels]), 1, dashed=True)
    everyone = Line("all units", tuple(ends(level.population) for level in levels), 0)
    shown = Line("shown records", _known([level.shown for level in levels]), 1, dashed=True)
    rates = f"Survival by {name}"
    shares = f"Shares of {name}"
    figures = [_figure(f"survival-{name}", rates, levels, [done, seen])]
    if any(value is not None for value in shown.values):
        figures.append(_figure(f"shares-{name}", shares, levels, [everyone, shown]))
    return figures


def _known(found: Sequence[Bounds | None]) -> tuple[Ends | None, ...]:
    return tuple(None if value is None else ends(value) for value in found)


def _ordered(trap: TrapPart) -> list[LevelPart]:
    """Numbers and flags as they are; options as the contrast goes, from its first one to its last, the
    others between them by what setting them does."""
    levels = trap.levels
    if not all(isinstance(level.value, str) for level in levels):
        return list(levels)
    first, last = trap.pair or (None, None)
    way = {first: 0, last: 2}

    def place(level: LevelPart) -> tuple[int, float, str]:
        return way.get(level.value, 1), -sum(ends(level.done)), str(level.value)

    return sorted(levels, key=place)


def _figure(key: str, title: str, levels: Sequence[LevelPart], lines: list[Line]) -> Figure:
    lines = [line for line in lines if any(value is not None for value in line.values)]
    every = [end for line in lines for value in line.values if value is not None for end in value]
    pad = max((max(every) - min(every)) * 0.12, 0.01)
    up = Scale(max(0.0, min(every) - pad), min(1.0, max(every) + pad), _BOTTOM, _TOP)
    step = (_RIGHT - _LEFT) / len(levels)
    xs = [_LEFT + step * (i + 0.5) for i in range(len(levels))]
    parts = [tag("text", title, x=0.0, y=13.0)]
    for tick in ticks(up.low, up.high, 5):
        y = up(tick)
        parts.append(tag("path", d=f"M{_LEFT} {number(y)}H{_RIGHT}", class_="grid"))
        parts.append(tag("text", spelled(tick), x=_LEFT - 6, y=y + 4, class_="small end"))
    names = [spelled_datum(level.value) for level in levels]
    for i, (x, text) in enumerate(zip(xs, names, strict=True)):
        room = max(3, int(step / 6.5))
        short = text if len(text) <= room else text[: room - 1] + "…"
        low = _BOTTOM + 18 if i % 2 == 0 or step > 40 else _BOTTOM + 32
        parts.append(tag("text", tag("title", text), short, x=x, y=low, class_="small middle"))
    for i, line in enumerate(lines):
        parts += [*_line(line, xs, up), *_entry(line, i)]
    told = f"{title}: " + "; ".join(
        f"{line.label} "
        + ", ".join(_value_text(n, v) for n, v in zip(names, line.values, strict=True))
        for line in lines
    )
    columns = ("value", *(f"{line.label}, {end}" for line in lines for end in ("low", "high")))
    rows = tuple(
        (names[i], *(end for line in lines for end in line.values[i] or (None, None)))
        for i in range(len(levels))
    )
    return Figure(key, title, drawing(_WIDTH, _HEIGHT, told, *parts), columns, rows)


def _value_text(name: str, value: Ends | None) -> str:
    return f"{name} unknown" if value is None else f"{name} {spelled_ends(value)}"


def _entry(line: Line, i: int) -> list[Markup]:
    """The line's name above the picture, beside a piece of it."""
    x = _LEFT + 140 * i
    dash = "6 4" if line.dashed else None
    return [
        tag("path", d=f"M{number(x)} 28h20", class_=f"series s{line.style}", stroke_dasharray=dash),
        tag("text", line.label, x=x + 26, y=32.0, class_="label"),
    ]


def _line(line: Line, xs: Sequence[float], up: Scale) -> list[Markup]:
    path, parts = "", []
    for x, value in zip(xs, line.values, strict=True):
        if value is None:
            continue
        low, high = (up(end) for end in value)
        path += f"{'L' if path else 'M'}{number(x)} {number((low + high) / 2)}"
        bar = f"M{number(x)} {number(low)}V{number(high)}"
        svg = tag("title", f"{line.label}: {spelled_ends(value, 4)}")
        dot = {"cx": x, "cy": (low + high) / 2, "r": 4.0, "class_": f"d{line.style}"}
        parts += [tag("path", d=bar, class_=f"span s{line.style}", opacity="0.35")]
        parts += [tag("circle", svg, **dot)]
    dash = "6 4" if line.dashed else None
    stroke = tag("path", d=path, class_=f"series s{line.style}", stroke_dasharray=dash)
    return [stroke, *parts]
