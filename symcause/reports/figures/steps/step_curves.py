"""Curves over the steps of an episode, or over numbers from 0: what is left, how good something is.

A step is a place on the horizontal axis; a page moves the line ``cursor`` to the step it shows (the places
are in ``data-left`` and ``data-step`` of the picture). Gaps in the data are gaps in the curve.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10
from typing import TYPE_CHECKING

from symcause.reports.figures.axes import Scale, power_label, powers, spelled, ticks
from symcause.reports.figures.figure import NARROW, Figure
from symcause.reports.svg import drawing, number, tag

if TYPE_CHECKING:
    from markupsafe import Markup

_LEFT, _TOP, _BOTTOM, _HEIGHT, _WIDTH = 46.0, 30.0, 190.0, 232.0, 690.0
_BESIDE = 150.0  # pixels of names beside the curves, where there is room

STYLES = (0, 1, 2, 3, 6, 7)
"""Of curves: the first is that of what is settled, others mean nothing; 4 and 5 are wrong and unknown."""

Series = Mapping[str, Sequence[float | None]]
Marks = Mapping[int, str]
"""Steps with a mark, and what it tells."""


@dataclass(frozen=True)
class Curve:
    """What a picture of curves shows: series by name, on a linear or a logarithmic scale."""

    key: str
    title: str
    series: Series
    logarithmic: bool = False
    caption: str = ""
    measure: str = ""  # what the vertical axis says
    axis: str = "step"  # what a place on it is; only steps of an episode have a cursor


def curve_figure(curve: Curve, steps: Sequence[int], marks: Marks) -> Figure | None:
    """The curves over the steps, with marks on the axis."""
    known = {
        name: values for name, values in curve.series.items() if any(v is not None for v in values)
    }
    if not known or not steps:
        return None
    return Figure(
        curve.key,
        curve.title,
        _drawn(curve, known, steps, marks, _WIDTH),
        (curve.axis, *known),
        tuple((s, *(values[i] for values in known.values())) for i, s in enumerate(steps)),
        curve.caption or curve.title,
        narrow=_drawn(curve, known, steps, marks, NARROW),
    )


def _drawn(curve: Curve, known: Series, steps: Sequence[int], marks: Marks, width: float) -> Markup:
    """The curves; names stand beside them, on a telephone below."""
    beside = width > NARROW
    right = width - _BESIDE if beside else width - 14
    step = (right - _LEFT - 20) / max(1, len(steps) - 1)
    xs = [_LEFT + 10 + i * step for i in range(len(steps))]
    frame, place = _vertical(known, curve.logarithmic, right)
    parts = [*frame, *_axis(steps, xs, 12 if beside else 7, curve.axis)]
    if curve.measure:
        parts.append(tag("text", curve.measure, x=_LEFT - 6, y=_TOP - 14, class_="small end"))
    if curve.axis == "step":
        parts.append(_cursor(xs[-1]))
    for i, (name, values) in enumerate(known.items()):
        style = STYLES[i % len(STYLES)]
        parts += _series(values, xs, place, style)
        at = (right + 20, _TOP + 10 + 19 * i) if beside else (_LEFT, _HEIGHT + 16 + 19 * i)
        parts += _entry(name, style, *at)
    parts += [_mark(xs[at], mark) for at, mark in marks.items()]
    last = "; ".join(f"{name} {_last(values)}" for name, values in known.items())
    over = "steps" if curve.axis == "step" else curve.axis
    text = f"{curve.title} over {len(steps)} {over}; at the end: {last}"
    height = _HEIGHT if beside else _HEIGHT + 10 + 19 * len(known)
    svg = drawing(width, height, text, *parts)
    head, _, rest = str(svg).partition(">")
    return type(svg)(f'{head} data-left="{number(xs[0])}" data-step="{step:.3f}">{rest}')


def _vertical(known: Series, logarithmic: bool, right: float) -> tuple[list[Markup], Scale]:
    values = [v for series in known.values() for v in series if v is not None]
    lines: list[tuple[float, int | None, str]]
    if not logarithmic:
        top = max(1.0, *values)
        scale = Scale(0, top, _BOTTOM, _TOP)
        lines = [(scale(t), None, spelled(t)) for t in ticks(0, top)]
    else:
        marks = powers(max((log10(v) for v in values if v > 0), default=0.0))
        scale = Scale(0, marks[-1], _BOTTOM - 14, _TOP)
        lines = [(scale(e), e, "") for e in marks]
    frame: list[Markup] = []
    for y, exponent, text in lines:
        frame.append(tag("path", d=f"M{_LEFT} {number(y)}H{number(right)}", class_="grid"))
        label = tag("text", text, x=_LEFT - 6, y=y + 4, class_="small end")
        frame.append(label if exponent is None else power_label(exponent, _LEFT - 6, y + 4))
    if logarithmic:
        return frame, _Logarithm(scale.low, scale.high, scale.start, scale.end)
    return frame, scale


class _Logarithm(Scale):
    """Places by the logarithm; zero lies below one."""

    def __call__(self, value: float) -> float:
        return super().__call__(log10(value)) if value > 0 else _BOTTOM


def _axis(steps: Sequence[int], xs: Sequence[float], most: int, name: str) -> list[Markup]:
    every = -(-len(steps) // most)
    parts = [
        tag("text", str(s), x=x, y=_BOTTOM + 30, class_="small middle")
        for i, (s, x) in enumerate(zip(steps, xs, strict=True))
        if i % every == 0
    ]
    return [*parts, tag("text", name, x=_LEFT - 6, y=_BOTTOM + 30, class_="small end")]


def _cursor(x: float) -> Markup:
    line, moved = f"M0 {_TOP - 6}V{_BOTTOM + 6}", f"translate({number(x)} 0)"
    return tag("path", d=line, class_="cursor", transform=moved)


def _series(
    values: Sequence[float | None], xs: Sequence[float], place: Scale, i: int
) -> list[Markup]:
    path, pen = "", "M"
    dots = []
    for x, value in zip(xs, values, strict=True):
        if value is None:
            pen = "M"
            continue
        y = place(value)
        path += f"{pen}{number(x)} {number(y)}"
        pen = "L"
        dots.append(tag("circle", tag("title", f"{value:g}"), cx=x, cy=y, r=2.6, class_=f"d{i}"))
    return [tag("path", d=path, class_=f"series s{i}"), *dots]


def _entry(name: str, i: int, x: float, y: float) -> list[Markup]:
    return [
        tag("circle", cx=x, cy=y - 4, r=4.0, class_=f"d{i}"),
        tag("text", name, x=x + 11, y=y),
    ]


def _mark(x: float, told: str) -> Markup:
    tip = f"M{number(x)} {_BOTTOM + 4}l5 9h-10z"
    return tag("path", tag("title", told), d=tip, class_="flag")


def _last(values: Sequence[float | None]) -> str:
    return next((f"{v:g}" for v in reversed(values) if v is not None), "unknown")
