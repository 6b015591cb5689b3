"""Survival dots: a figure of how many units survived every step, with intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from symcause.reports.figures.axes import Scale, spelled, ticks
from symcause.reports.figures.figure import LETTER, NARROW, WIDE, Figure
from symcause.reports.figures.steps.step_columns import BOTTOM, LEFT, TOP, Column, Columns
from symcause.reports.svg import drawing, number, tag
from symcause.scoring.exact_tests import wilson

if TYPE_CHECKING:
    from markupsafe import Markup

Tries = Sequence[tuple[Column, tuple[int, int] | None]]
"""What was done, and how many of how many units survived it; the start comes first."""


def survival_figure(tries: Tries) -> Figure | None:
    """The dots; None where no step tells of survivors."""
    known = [pair for _, pair in tries if pair is not None]
    if not known:
        return None
    rows = tuple((i, c.action, *(found or (None, None))) for i, (c, found) in enumerate(tries))
    wide, narrow = (_drawn(tries, width) for width in (WIDE, NARROW))
    return Figure(
        "survival",
        "Survivors of each step",
        wide,
        ("step", "action", "survived", "units"),
        rows,
        "Dots: shares that survived, with 95 % intervals; no line joins them, because every step tries a "
        "design of its own.",
        narrow=narrow,
    )


def _drawn(tries: Tries, width: float) -> Markup:
    columns, y = Columns([column for column, _ in tries], width), Scale(0, 1, BOTTOM, TOP)
    parts = [*_frame(columns, y)]
    for i, (_, pair) in enumerate(tries):
        if pair is not None:
            parts += _dot(columns, y, i, *pair)
    text = f"Shares of units that survived, over {len(tries) - 1} steps"
    return drawing(width, columns.below + 6, text, *parts, *columns.names(), *columns.areas())


def _frame(columns: Columns, y: Scale) -> Iterator[Markup]:
    yield tag("text", "share of units that survived", x=0.0, y=12.0, class_="label")
    for tick in ticks(0, 1):
        kind, line = (
            "grid" if tick else "axis",
            f"M{LEFT} {number(y(tick))}H{number(columns.right)}",
        )
        yield tag("path", d=line, class_=kind)
        yield tag("text", spelled(tick), x=LEFT - 6, y=y(tick) + 4, class_="small end")


def _dot(columns: Columns, y: Scale, at: int, survived: int, units: int) -> Iterator[Markup]:
    x, share = columns.x(at) + columns.step / 2, survived / units
    low, high = wilson(share, units)
    yield tag("path", d=f"M{number(x)} {number(y(low))}V{number(y(high))}", class_="whisker s0")
    yield tag("circle", cx=x, cy=y(share), r=4.5, class_="d0")
    text = f"{survived} of {units}"
    if columns.step >= 2 * (LETTER * len(text) + 9):
        yield tag("text", text, x=x + 9, y=y(share) + 4, class_="value")
