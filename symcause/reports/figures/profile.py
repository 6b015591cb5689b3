"""The ambiguity profile as bars on a logarithmic scale: how the count grows with the class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10
from typing import TYPE_CHECKING

from symcause.audits.words import number_of, plural
from symcause.reports.figures.axes import Scale, power_label, powers
from symcause.reports.figures.figure import Figure
from symcause.reports.svg import drawing, number, tag

if TYPE_CHECKING:
    from markupsafe import Markup

_LEFT, _TOP, _BOTTOM, _HEIGHT = 50.0, 26.0, 190.0, 234.0
_BAR, _STEP, _GROUP = 34.0, 58.0, 44.0

_TITLES = {"max_parents": "parents at most", "max_ast": "AST size at most"}


@dataclass(frozen=True)
class Bar:
    """The members of a class; *bound* is ``max_parents`` or ``max_ast``, *own* marks the verdict's."""

    bound: str
    value: int
    count: int | None
    own: bool = False

    def __str__(self) -> str:
        sizes = f"AST size at most {self.value}"
        most = sizes if self.bound == "max_ast" else f"at most {plural(self.value, 'parent')}"
        return f"{most}: {number_of(self.count, 'unknown')}"


def profile_figure(bars: Sequence[Bar], unit: str = "models") -> Figure | None:
    """Bars for each parent bound and each AST cap; the class of the verdict is marked."""
    if not bars:
        return None
    marks = powers(max((log10(bar.count) for bar in bars if bar.count), default=0.0))
    scale = Scale(0.0, float(marks[-1]), _BOTTOM - 10, _TOP)
    parts: list[Markup] = []
    groups = [[bar for bar in bars if bar.bound == bound] for bound in _TITLES]
    x = _LEFT + 12
    for group in groups:
        if not group:
            continue
        first = x
        for bar in group:
            parts += _drawn(bar, x, scale)
            x += _STEP
        middle = (first + x - _STEP + _BAR) / 2
        title = _TITLES[group[0].bound]
        parts.append(tag("text", title, x=middle, y=_BOTTOM + 36, class_="label middle"))
        x += _GROUP - (_STEP - _BAR)
    width = x - _GROUP + _BAR + 4
    parts[:0] = _grid(marks, scale, width)
    told = f"How many {unit} explain the evidence, by class: " + ", ".join(map(str, bars))
    return Figure(
        "profile",
        "Ambiguity profile",
        drawing(width, _HEIGHT, told, *parts, class_="profile"),
        ("bound", "value", unit),
        tuple((bar.bound, bar.value, bar.count) for group in groups for bar in group),
    )


def _grid(marks: Sequence[int], scale: Scale, width: float) -> list[Markup]:
    lines = []
    for exponent in marks:
        y = scale(exponent)
        lines.append(tag("path", d=f"M{_LEFT} {number(y)}H{number(width)}", class_="grid"))
        lines.append(power_label(exponent, _LEFT - 6, y + 4))
    return lines


def _drawn(bar: Bar, x: float, scale: Scale) -> list[Markup]:
    middle = x + _BAR / 2
    if bar.count:
        top = scale(log10(bar.count)) - 2
        kind = "bar own" if bar.own else "bar"
        size = {"x": x, "y": top, "width": _BAR, "height": _BOTTOM - top}
        parts = [tag("rect", tag("title", str(bar)), **size, class_=kind)]
    else:
        top = _BOTTOM - 2
        parts = [tag("rect", x=x, y=top, width=_BAR, height=2.0, class_="bar none")]
    label = number_of(bar.count, "?")
    parts.append(tag("text", label, x=middle, y=top - 5, class_="value middle"))
    parts.append(tag("text", str(bar.value), x=middle, y=_BOTTOM + 16, class_="value middle"))
    return parts
