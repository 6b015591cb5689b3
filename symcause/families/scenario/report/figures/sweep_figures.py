"""Sweep figures of a scenario report: the value over one design variable, with proven bands.

One small picture a variable, all on the same scale. Bars at the points are proven intervals (mostly too
narrow to be seen), the shade between points holds every value there. Points outside the space are hollow.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from symcause.families.scenario.documents.question_documents import PointPart, SweepPart
from symcause.families.scenario.report.plot_bounds import Ends, spelled_datum, spelled_ends
from symcause.reports.figures.axes import Scale, spelled, ticks
from symcause.reports.figures.figure import Figure
from symcause.reports.svg import drawing, number, tag

if TYPE_CHECKING:
    from markupsafe import Markup

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 340.0, 236.0, 40.0, 330.0, 44.0, 200.0
_LETTER = 6.4  # about the width of one
STYLES = {"default": (5, "others at default"), "optimum": (0, "others at best known")}


def sweep_figures(
    sweeps: Sequence[SweepPart], threshold: float | None
) -> list[tuple[Figure, bool]]:
    """One picture a variable, the one that moves the value most first; which move it at all."""
    names = list(dict.fromkeys(sweep.variable for sweep in sweeps))
    every = [end for sweep in sweeps for end in _every(sweep)]
    every += [] if threshold is None else [threshold]
    if not names or not every:
        return []
    pad = max((max(every) - min(every)) * 0.06, 0.01)
    up = Scale(max(0.0, min(every) - pad), min(1.0, max(every) + pad), _BOTTOM, _TOP)
    own = {name: _distinct([s for s in sweeps if s.variable == name]) for name in names}
    ordered = sorted(names, key=lambda name: (-max(map(_reach, own[name])), name))
    return [
        (_figure(own[name], up, threshold, alone=len(names) == 1), _moves(own[name]))
        for name in ordered
    ]


LITTLE = 0.01
"""Variables that move the value by less are drawn last, folded away."""


def _moves(sweeps: list[SweepPart]) -> bool:
    return max(map(_reach, sweeps)) >= LITTLE


def _distinct(sweeps: list[SweepPart]) -> list[SweepPart]:
    """The sweeps of a variable, those that are the same drawn once: where nothing else can be chosen,
    the default and the best known design have the same others."""
    found: list[SweepPart] = []
    for sweep in sweeps:
        if all((sweep.points, sweep.bands) != (known.points, known.bands) for known in found):
            found.append(sweep)
    return found


def _ends(part: PointPart) -> Ends:
    return float(Fraction(part.low)), float(Fraction(part.high))


def _every(sweep: SweepPart) -> list[float]:
    points = [end for point in sweep.points for end in _ends(point)]
    return points + [float(Fraction(end)) for band in sweep.bands for end in (band.low, band.high)]


def _reach(sweep: SweepPart) -> float:
    middles = [sum(_ends(point)) / 2 for point in sweep.points]
    return max(middles) - min(middles)


def _figure(sweeps: list[SweepPart], up: Scale, threshold: float | None, alone: bool) -> Figure:
    """The picture of a variable; where it is *alone* there are no others to speak of."""
    name = sweeps[0].variable
    across, marks = _horizontal(sweeps)
    parts = [tag("text", name, x=0.0, y=13.0)]
    for tick in ticks(up.low, up.high, 5):
        y = up(tick)
        parts.append(tag("path", d=f"M{_LEFT} {number(y)}H{_RIGHT}", class_="grid"))
        parts.append(tag("text", spelled(tick), x=_LEFT - 6, y=y + 4, class_="small end"))
    if threshold is not None:
        line = f"M{_LEFT} {number(up(threshold))}H{_RIGHT}"
        parts.append(tag("path", tag("title", "threshold"), d=line, class_="cursor"))
    lines = 1 + max(row for _, _, row in marks)
    for x, text, row in marks:
        half = len(text) * _LETTER / 2
        place = min(max(x, half), _WIDTH - half)
        parts.append(tag("text", text, x=place, y=_BOTTOM + 18 + 14 * row, class_="small middle"))
    for i, sweep in enumerate(sweeps):
        style, label = (0, "") if alone else STYLES[sweep.around]
        parts += _series(sweep, across, up, style)
        if not label:
            continue
        x = _LEFT + 130 * i
        parts.append(tag("circle", cx=x + 5, cy=28.0, r=4.0, class_=f"d{style}"))
        parts.append(tag("text", label, x=x + 14, y=32.0, class_="label"))
    told = f"Value over {name}: " + "; ".join(
        f"{STYLES[sweep.around][1]} "
        + ", ".join(f"{spelled_datum(p.value)}: {spelled_ends(_ends(p))}" for p in sweep.points)
        for sweep in sweeps
    )
    rows: list[tuple[object, ...]] = []
    for sweep in sweeps:
        rows += [(sweep.around, p.value, p.value, p.low, p.high, p.in_space) for p in sweep.points]
        rows += [(sweep.around, b.first, b.last, b.low, b.high, None) for b in sweep.bands]
    columns = ("around", "from", "to", "low", "high", "in space")
    svg = drawing(_WIDTH, _HEIGHT + 14 * (lines - 1), told, *parts)
    return Figure(f"value-{name}", name, svg, columns, tuple(rows))


def _horizontal(sweeps: list[SweepPart]) -> tuple[Scale, list[tuple[float, str, int]]]:
    """Where numbers or options lie, and (place, label, line) of the ticks: long names take turns on
    several lines."""
    values = [point.value for sweep in sweeps for point in sweep.points]
    if all(isinstance(value, int) and not isinstance(value, bool) for value in values):
        numbers = [int(value) for value in values]
        across = Scale(min(numbers), max(numbers), _LEFT + 8, _RIGHT - 8)
        whole = [t for t in ticks(min(numbers), max(numbers), 7) if t == int(t)]
        return across, [(across(t), spelled(t), 0) for t in whole]
    options = list(dict.fromkeys(map(spelled_datum, values)))
    step = (_RIGHT - _LEFT) / len(options)
    across = Scale(0, max(len(options) - 1, 1), _LEFT + step / 2, _RIGHT - step / 2)
    lines = min(ceil(max(map(len, options)) * _LETTER / step), len(options))
    return across, [(across(i), text, i % lines) for i, text in enumerate(options)]


def _series(sweep: SweepPart, across: Scale, up: Scale, style: int) -> list[Markup]:
    numeric = not any(isinstance(point.value, bool | str) for point in sweep.points)
    parts: list[Markup] = []
    for band in sweep.bands:
        left, right = across(band.first - 0.5), across(band.last + 0.5)
        top, bottom = up(float(Fraction(band.high))), up(float(Fraction(band.low)))
        box = {"x": left, "y": top, "width": right - left, "height": max(bottom - top, 1.0)}
        parts.append(tag("rect", **box, class_=f"d{style}", opacity="0.22"))
    path, dots = "", []
    for i, point in enumerate(sweep.points):
        x = across(float(point.value) if numeric else i)
        low, high = (up(end) for end in _ends(point))
        y = (low + high) / 2
        path += f"{'L' if path else 'M'}{number(x)} {number(y)}"
        outside = "" if point.in_space else ", outside the space"
        text = f"{spelled_datum(point.value)}: {spelled_ends(_ends(point), 4)}{outside}"
        kind = f"d{style}" if point.in_space else f"whisker s{style}"
        bar = f"M{number(x)} {number(low)}V{number(high)}"
        dots.append(tag("path", d=bar, class_=f"span s{style}", opacity="0.35"))
        dots.append(tag("circle", tag("title", text), cx=x, cy=y, r=3.4, class_=kind))
    joined = [tag("path", d=path, class_=f"whisker s{style}")] if numeric else []
    return [*parts, *joined, *dots]
