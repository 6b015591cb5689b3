"""The ladder of scores from setting to setting, one small panel per system.

The system of a panel stands out, the others are faint behind it, so that nothing covers anything. A line
joins two settings only if they are neighbours and both were measured.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from symcause.bounds.reports_bounds import LADDER_PANELS
from symcause.models.number_phrases import plural
from symcause.reports.figures.axes import Scale, spelled
from symcause.reports.figures.figure import LETTER, NARROW, WIDE, Figure, lines
from symcause.reports.svg import drawing, number, tag
from symcause.scoring.bootstrap import Interval

if TYPE_CHECKING:
    from markupsafe import Markup

_TALL, _LINE, _AXIS = 120.0, 16.0, 30.0

Values = Mapping[tuple[str, str], Interval]
"""By setting and system."""


@dataclass(frozen=True)
class Ladder:
    """What is shown."""

    key: str
    title: str
    measure: str
    settings: Sequence[str]
    systems: Sequence[str]
    values: Values
    caption: str = ""


def ladder_figure(shown: Ladder) -> Figure | None:
    """The picture of the systems measured in several settings; None if there is none."""
    several = [s for s in shown.systems if sum(system == s for _, system in shown.values) > 1]
    if not several:
        return None
    alone = len(shown.systems) - len(several)
    more = f" {plural(alone, 'system')} answered in one setting only." if alone else ""
    shown = replace(shown, systems=several)
    hidden = len(shown.systems) - LADDER_PANELS
    more += f" {plural(hidden, 'further system')} in the data." if hidden > 0 else ""
    return Figure(
        shown.key,
        shown.title,
        _drawn(shown, WIDE),
        ("setting", "system", shown.measure, "low", "high", "problems"),
        tuple(
            (g, s, interval.value, interval.low, interval.high, interval.problems)
            for s in shown.systems
            for g in shown.settings
            if (interval := shown.values.get((g, s))) is not None
        ),
        shown.caption + more,
        narrow=_drawn(shown, NARROW),
    )


def _drawn(shown: Ladder, width: float) -> Markup:
    step = 18 + LETTER * 0.92 * max(len(word) for g in shown.settings for word in _words(g))
    wide = min(width, _AXIS + step * len(shown.settings))
    across = max(1, int((width + 20) / (wide + 20)))
    wide = width if across == 1 else wide
    below = _LINE * max(len(_words(g)) for g in shown.settings) + 8
    parts: list[Markup] = []
    y = 0.0
    systems = shown.systems[:LADDER_PANELS]
    for start in range(0, len(systems), across):
        row = systems[start : start + across]
        names = [lines(system, wide) for system in row]
        top = y + _LINE * max(map(len, names)) + 10
        for place, (system, name) in enumerate(zip(row, names, strict=True)):
            x = place * (wide + 20)
            for i, line in enumerate(name):
                parts.append(tag("text", line, x=x, y=y + 12 + _LINE * i, class_="strong"))
            parts += _panel(shown, system, (x, top, wide))
        y = top + _TALL + below + 18
    used = min(across, len(systems))
    text = f"{shown.title}, system by system: " + "; ".join(
        f"{s} in {g} {interval.value:.2f}" for (g, s), interval in shown.values.items()
    )
    return drawing(
        used * (wide + 20) - (8 if used > 1 or wide < width else 20), y - 8, text, *parts
    )


def _words(setting: str) -> list[str]:
    """A setting in lines: broken at spaces and hyphens.

    >>> _words("alternative hidden-order")
    ['alternative', 'hidden-', 'order']
    """
    return [word for part in setting.split() for word in part.replace("-", "- ").split()] or [""]


def _panel(shown: Ladder, system: str, place: tuple[float, float, float]) -> list[Markup]:
    x, top, wide = place
    up = Scale(0, 1, top + _TALL, top)
    step = (wide - _AXIS) / len(shown.settings)
    xs = [x + _AXIS + step * (i + 0.5) for i in range(len(shown.settings))]
    parts: list[Markup] = []
    for tick in (0.0, 0.5, 1.0):
        line = f"M{number(x + _AXIS)} {number(up(tick))}H{number(x + wide)}"
        parts.append(tag("path", d=line, class_="axis" if tick == 0 else "grid"))
        label = tag("text", spelled(tick), x=x + _AXIS - 6, y=up(tick) + 4, class_="small end")
        parts.append(label)
    for at, setting in zip(xs, shown.settings, strict=True):
        for i, word in enumerate(_words(setting)):
            y = top + _TALL + 16 + _LINE * i
            parts.append(tag("text", word, x=at, y=y, class_="small middle"))
    for other in shown.systems:
        if other != system:
            parts += _line(shown, other, xs, up, "faint")
    parts += _line(shown, system, xs, up, "series s0")
    return [*parts, *_points(shown, system, xs, up)]


def _line(shown: Ladder, system: str, xs: Sequence[float], up: Scale, kind: str) -> list[Markup]:
    """The pieces between measured neighbours."""
    path, pen = "", "M"
    for x, setting in zip(xs, shown.settings, strict=True):
        interval = shown.values.get((setting, system))
        if interval is None:
            pen = "M"
            continue
        path += f"{pen}{number(x)} {number(up(interval.value))}"
        pen = "L"
    return [tag("path", d=path, class_=kind)] if "L" in path else []


def _points(shown: Ladder, system: str, xs: Sequence[float], up: Scale) -> list[Markup]:
    parts: list[Markup] = []
    row = [shown.values.get((setting, system)) for setting in shown.settings]
    following = [*row[1:], None]
    for x, setting, interval, after in zip(xs, shown.settings, row, following, strict=True):
        if interval is None:
            continue
        if interval.low is not None and interval.high is not None:
            reach = f"M{number(x)} {number(up(interval.low))}V{number(up(interval.high))}"
            parts.append(tag("path", d=reach, class_="whisker s0"))
        y = up(interval.value)
        svg = tag("title", f"{setting}: {interval.mean_text()}")
        parts.append(tag("circle", svg, cx=x, cy=y, r=4.0, class_="d0"))
        rises = after is not None and after.value > interval.value
        below = interval.value > 0.93 or (
            rises and interval.value > 0.15
        )  # beside the line, not on it
        beside = y + 18 if below else y - 8
        parts.append(tag("text", f"{interval.value:.2f}", x=x + 7, y=beside, class_="value"))
    return parts
