"""Difficulty panels: the success of every system by quintiles of every measure.

One row of panels a measure, one column a system. Dots are bins at the middle of their values, with Wilson
intervals; the number beside the title is the area under the curve, 0.5 says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from symcause.reports.figures.axes import Scale, spelled
from symcause.reports.figures.figure import LETTER, WIDE, Figure
from symcause.reports.svg import drawing, number, tag
from symcause.scoring.difficulty.difficulty_study import BINARY, MeasureLine
from symcause.scoring.exact_tests import wilson

if TYPE_CHECKING:
    from markupsafe import Markup

MOST_SYSTEMS = 8
"""Systems drawn; the data hold all."""

_HIGH, _GAP, _TOP = 84.0, 34.0, 30.0
_COLUMNS = (
    "system",
    "measure",
    "from",
    "to",
    "problems",
    "successes",
    "rate",
    "low",
    "high",
    "auc",
)


def difficulty_figures(lines: Sequence[MeasureLine]) -> list[Figure]:
    """The picture, if there is a measure that varies."""
    drawn = [line for line in lines if len(line.bins) > 1 and line.measure not in BINARY]
    if not drawn:
        return []
    systems = list(dict.fromkeys(line.system for line in drawn))
    hidden = len(systems) - MOST_SYSTEMS
    more = f" {hidden} further systems are in the data." if hidden > 0 else ""
    latents = max(line.latents for line in drawn)
    caption = (
        "Share of problems solved on held-out worlds, by quintiles of each measure, with Wilson intervals "
        "as if problems were independent; those of the slopes, over latent problems, are in the table. "
        f"AUC 0.5: the measure says nothing. {latents} latent problems. A measure goes with success or "
        f"does not; that it causes it is not said.{more}"
    )
    picture = _drawn(drawn, systems[:MOST_SYSTEMS])
    title = "What goes with difficulty"
    return [Figure("difficulty", title, picture, _COLUMNS, tuple(_data(drawn)), caption)]


def _data(lines: Sequence[MeasureLine]) -> Iterator[tuple[object, ...]]:
    for line in lines:
        for found in line.bins:
            ends = (found.least, found.greatest, found.cases, found.successes, found.share)
            yield (line.system, line.measure, *ends, *wilson(found.share, found.cases), line.area)


def _drawn(lines: Sequence[MeasureLine], systems: Sequence[str]) -> Markup:
    measures = list(dict.fromkeys(line.measure for line in lines))
    known = {(line.measure, line.system): line for line in lines}
    left = 24 + LETTER * max(map(len, measures))
    wide = (WIDE - left) / max(len(systems), 3)
    parts: list[Markup] = [
        tag("text", system, x=left + wide * at, y=14.0, class_="strong")
        for at, system in enumerate(systems)
    ]
    for row, measure in enumerate(measures):
        top = _TOP + (_HIGH + _GAP) * row
        parts.append(tag("text", measure, x=0.0, y=top + _HIGH / 2 + 4))
        own = [known[measure, system] for system in systems if (measure, system) in known]
        low = min(found.least for line in own for found in line.bins)
        high = max(found.greatest for line in own for found in line.bins)
        for at, system in enumerate(systems):
            if (measure, system) in known:
                place = (left + wide * at, top, wide - 26)
                parts += _panel(known[measure, system], place, low, high)
    told = "Success by quintiles of each measure: " + "; ".join(
        f"{line.system}, {line.measure}: AUC {line.area:.2f}"
        for line in lines
        if line.area is not None
    )
    return drawing(left + wide * len(systems), _TOP + (_HIGH + _GAP) * len(measures), told, *parts)


def _panel(
    line: MeasureLine, place: tuple[float, float, float], low: float, high: float
) -> list[Markup]:
    x, top, wide = place
    across, up = Scale(low, high, x + 6, x + wide - 6), Scale(0, 1, top + _HIGH, top)
    parts = []
    for tick in (0.0, 0.5, 1.0):
        kind = "axis" if tick == 0 else "grid"
        parts.append(tag("path", d=f"M{number(x)} {number(up(tick))}h{number(wide)}", class_=kind))
        label = {"x": x - 4, "y": up(tick) + 4, "class_": "small end"}
        parts.append(tag("text", spelled(tick), **label))
    for end, kind in ((low, "small"), (high, "small end")):
        at = x if end == low else x + wide
        parts.append(tag("text", f"{end:.3g}", x=at, y=top + _HIGH + 14, class_=kind))
    middle = [(across((b.least + b.greatest) / 2), b) for b in line.bins]
    path = "L".join(f"{number(at)} {number(up(b.share))}" for at, b in middle)
    parts.append(tag("path", d=f"M{path}", class_="whisker s0", style="opacity:.35"))
    for at, found in middle:
        floor, ceiling = wilson(found.share, found.cases)
        reach = f"M{number(at)} {number(up(floor))}V{number(up(ceiling))}"
        parts.append(tag("path", d=reach, class_="whisker s0"))
        told = f"{found.least:g} to {found.greatest:g}: {found.successes} of {found.cases}"
        dot = tag("circle", tag("title", told), cx=at, cy=up(found.share), r=4.2, class_="d0")
        parts.append(dot)
    if line.area is not None:
        text = f"AUC {line.area:.2f}"
        parts.append(tag("text", text, x=x + wide, y=top - 4, class_="small end"))
    return parts
