"""Difficulty panels: the success of every system by quintiles of every measure.

One row of panels a measure, one column a system; many systems take several bands. Dots are bins at the
middle of their values, with Wilson intervals; above a panel stands the area under the curve: 0.5 says
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from symcause.bounds.reports_bounds import DIFFICULTY_SYSTEMS
from symcause.models.number_phrases import plural
from symcause.reports.figures.axes import Scale, spelled
from symcause.reports.figures.figure import LETTER, NARROW, WIDE, Figure, lines
from symcause.reports.svg import drawing, number, tag
from symcause.scoring.difficulty.difficulty_study import BINARY, MeasureLine
from symcause.scoring.exact_tests import wilson

if TYPE_CHECKING:
    from markupsafe import Markup

_HIGH, _GAP, _LINE, _LEAST = 84.0, 42.0, 16.0, 120.0
_AXIS, _APART = 26.0, 14.0  # room for the labels of the vertical axis, and between panels
_SHARE = "share solved"
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


def difficulty_figures(
    found: Sequence[MeasureLine], solved: str = "solved on held-out worlds"
) -> list[Figure]:
    """The picture, if there is a measure that varies."""
    drawn = [line for line in found if len(line.bins) > 1 and line.measure not in BINARY]
    if not drawn:
        return []
    systems = list(dict.fromkeys(line.system for line in drawn))
    hidden = len(systems) - DIFFICULTY_SYSTEMS
    more = f" The data hold {plural(hidden, 'further system')}." if hidden > 0 else ""
    latents = plural(max(line.latents for line in drawn), "latent problem")
    caption = (
        f"Share of problems {solved}, by quintiles of each measure, with Wilson intervals "
        "as if problems were independent; those of the slopes, over latent problems, are in the table. "
        f"AUC 0.5: the measure says nothing. {latents}. A measure goes with success or "
        f"does not; that it causes it is not said.{more}"
    )
    wide, narrow = (_drawn(drawn, systems[:DIFFICULTY_SYSTEMS], narrow) for narrow in (False, True))
    data = tuple(_data(drawn))
    title = "What goes with difficulty"
    return [Figure("difficulty", title, wide, _COLUMNS, data, caption, narrow=narrow)]


def _data(drawn: Sequence[MeasureLine]) -> Iterator[tuple[object, ...]]:
    for line in drawn:
        for found in line.bins:
            ends = (found.least, found.greatest, found.cases, found.successes, found.share)
            yield (line.system, line.measure, *ends, *wilson(found.share, found.cases), line.area)


def _drawn(drawn: Sequence[MeasureLine], systems: Sequence[str], narrow: bool) -> Markup:
    measures = list(dict.fromkeys(line.measure for line in drawn))
    known = {(line.measure, line.system): line for line in drawn}
    left = _AXIS if narrow else _AXIS + 12 + LETTER * max(map(len, (*measures, _SHARE)))
    total = NARROW if narrow else WIDE
    most = 2 if narrow else int((total - left) / _LEAST)
    bands = -(-len(systems) // most)
    each = -(-len(systems) // bands)  # as even as can be
    wide = (total - left) / (2 if narrow else max(each, 3))
    parts: list[Markup] = [tag("text", _SHARE, x=0.0, y=12.0, class_="small")]
    y = _LINE if narrow else 0.0
    for band in range(bands):
        shown = systems[band * each : (band + 1) * each]
        titles = [lines(system, wide - _APART) for system in shown]
        for at, title in enumerate(titles):
            for row, text in enumerate(title):
                head = {"x": left + wide * at, "y": y + 12 + _LINE * row}
                parts.append(tag("text", text, **head, class_="strong"))
        y += _LINE * max(map(len, titles)) + 20
        for measure in measures:
            y += _LINE if narrow else 0.0
            label = y - 22 if narrow else y + _HIGH / 2 + 4
            parts.append(tag("text", measure, x=0.0, y=label))
            own = [known[measure, system] for system in shown if (measure, system) in known]
            for at, system in enumerate(shown):
                if (measure, system) in known:
                    place = (left + wide * at, y, wide - _APART)
                    parts += _panel(known[measure, system], place, _ends(own), labelled=at == 0)
            y += _HIGH + _GAP
    told = "Success by quintiles of each measure: " + "; ".join(
        f"{line.system}, {line.measure}: AUC {line.area:.2f}"
        for line in drawn
        if line.area is not None
    )
    width = NARROW if narrow else left + wide * each
    return drawing(width, y - _GAP + 20, told, *parts)


def _ends(own: Sequence[MeasureLine]) -> tuple[float, float]:
    """The least and the greatest value of a measure, for all systems of a band."""
    bins = [b for line in own for b in line.bins]
    return min(b.least for b in bins), max(b.greatest for b in bins)


def _panel(
    line: MeasureLine,
    place: tuple[float, float, float],
    ends: tuple[float, float],
    *,
    labelled: bool,
) -> list[Markup]:
    """One panel at (left, top, width), with values from end to end."""
    (x, top, wide), (low, high) = place, ends
    across, up = Scale(low, high, x + 6, x + wide - 6), Scale(0, 1, top + _HIGH, top)
    parts = []
    for tick in (0.0, 0.5, 1.0):
        kind = "axis" if tick == 0 else "grid"
        parts.append(tag("path", d=f"M{number(x)} {number(up(tick))}h{number(wide)}", class_=kind))
        if labelled:
            label = {"x": x - 6, "y": up(tick) + 4, "class_": "small end"}
            parts.append(tag("text", spelled(tick), **label))
    for end, kind in ((low, "small"), (high, "small end")):
        at = x if end == low else x + wide
        parts.append(tag("text", f"{end:.3g}", x=at, y=top + _HIGH + 14, class_=kind))
    middle = [(across((b.least + b.greatest) / 2), b) for b in line.bins]
    path = "L".join(f"{number(at)} {number(up(b.share))}" for at, b in middle)
    parts.append(tag("path", d=f"M{path}", class_="whisker s0 trend"))
    for at, found in middle:
        floor, ceiling = wilson(found.share, found.cases)
        reach = f"M{number(at)} {number(up(floor))}V{number(up(ceiling))}"
        parts.append(tag("path", d=reach, class_="whisker s0"))
        sentence = f"{found.least:g} to {found.greatest:g}: {found.successes} of {found.cases}"
        dot = tag("circle", tag("title", sentence), cx=at, cy=up(found.share), r=4.2, class_="d0")
        parts.append(dot)
    if line.area is not None:
        text = f"AUC {line.area:.2f}"
        parts.append(tag("text", text, x=x + wide, y=top - 9, class_="small end"))
    return parts
