"""Dots of an ambiguity profile: a figure of how many models explain as the class grows.

One row a class, its count in full; the class of the verdict is dark. Classes without any model have an
empty dot left of one, where a logarithm has no place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10
from typing import TYPE_CHECKING

from symcause.models.number_phrases import number_of, plural
from symcause.reports.figures.axes import Scale, powers
from symcause.reports.figures.figure import NARROW, Figure
from symcause.reports.svg import drawing, number, tag

if TYPE_CHECKING:
    from markupsafe import Markup

_ROW, _TOP, _NAMES, _WIDTH = 26.0, 50.0, 132.0, 640.0
_NUMBERS, _DIGIT, _WIDE = 78.0, 6.6, 1000.0  # wide: as a main picture

_TITLES = {"max_parents": "parents at most", "max_ast": "AST size at most"}


@dataclass(frozen=True)
class Bar:
    """The members of a class; *bound* is ``max_parents`` or ``max_ast``, *own* marks the verdict's."""

    bound: str
    value: int
    count: int | None
    own: bool = False

    def __str__(self) -> str:
        return f"{self.name}: {number_of(self.count, 'unknown')}"

    @property
    def name(self) -> str:
        if self.bound == "errors":
            return f"{plural(self.value, 'cell')} disturbed" if self.value else "none disturbed"
        if self.bound == "max_ast":
            return f"AST size at most {self.value}"
        return f"at most {plural(self.value, 'parent')}"


def profile_figure(bars: Sequence[Bar], unit: str = "models") -> Figure | None:
    """Dots for each parent bound and each AST cap; the class of the verdict is marked."""
    if not bars:
        return None
    rows = [bar for bound in _TITLES for bar in bars if bar.bound == bound]
    return Figure(
        "profile",
        f"How many {unit} explain the evidence",
        _drawn(rows, unit, _WIDTH),
        ("bound", "value", unit),
        tuple((bar.bound, bar.value, bar.count) for bar in rows),
        _caption(rows),
        narrow=_drawn(rows, unit, NARROW),
    )


def spectrum_figure(bars: Sequence[Bar], unit: str = "models") -> Figure:
    """Dots for each number of disturbed cells: how many models explain the rest of the evidence."""
    title = f"{unit.capitalize()} by the number of training cells that they disturb"
    return Figure(
        "spectrum",
        title,
        _drawn(bars, unit, _WIDE, title),
        ("cells disturbed", unit),
        tuple((bar.value, bar.count) for bar in bars),
        "Each line stands for ten times as many, or more.",
        narrow=_drawn(bars, unit, NARROW, title),
    )


def _caption(rows: Sequence[Bar]) -> str:
    texts = ["Each line stands for ten times as many, or more."]
    if any(bar.own for bar in rows):
        texts.append("Dark: the class of the verdict.")
    if any(bar.count == 0 for bar in rows):
        texts.append("Empty: none.")
    return " ".join(texts)


def _drawn(rows: Sequence[Bar], unit: str, width: float, title: str = "") -> Markup:
    marks = powers(max((log10(bar.count) for bar in rows if bar.count), default=0.0))
    longest = max(len(number_of(bar.count, "unknown")) for bar in rows)
    numbers = max(_NUMBERS, 24 + _DIGIT * longest)
    across = Scale(0.0, float(marks[-1]), _NAMES + 34, width - numbers)
    bottom = _TOP + _ROW * len(rows)
    title = title or f"How many {unit} explain the evidence, by class"
    text = f"{title}: {', '.join(map(str, rows))}"
    parts: list[Markup] = [tag("text", f"{unit}, log scale", x=_NAMES, y=14.0, class_="strong")]
    for exponent in marks:
        x = across(exponent)
        line = f"M{number(x)} {_TOP - 12}V{number(bottom)}"
        parts += [tag("path", d=line, class_="grid"), _power(exponent, x)]
    for i, bar in enumerate(rows):
        parts += _row(bar, _TOP + _ROW * i + 12, across, width)
    return drawing(width, bottom + 6, text, *parts, class_="profile")


def _power(exponent: int, x: float) -> Markup:
    if exponent <= 3:
        return tag("text", f"{10**exponent:,}", x=x, y=_TOP - 18, class_="small middle")
    raised = tag("tspan", str(exponent), dy=-4.0)
    return tag("text", "10", raised, x=x, y=_TOP - 18, class_="small middle")


def _row(bar: Bar, y: float, across: Scale, width: float) -> list[Markup]:
    parts = [tag("text", bar.name, x=0.0, y=y + 4)]
    svg = tag("title", str(bar))
    if bar.count:
        x, kind = across(log10(bar.count)), "mark" if bar.own else "d0"
        parts.append(tag("circle", svg, cx=x, cy=y, r=5.5, class_=kind))
    elif bar.count == 0:
        parts.append(tag("circle", svg, cx=across.start - 18, cy=y, r=5.0, class_="ring"))
    label = number_of(bar.count, "unknown")
    return [*parts, tag("text", label, x=width, y=y + 4, class_="value end")]
