"""Histogram figures over a pool, with bars stacked by verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.audits.story import CLASSES, Tone
from symcause.reports.figures.axes import Scale, spelled, ticks
from symcause.reports.figures.figure import Figure
from symcause.reports.svg import drawing, number, tag

if TYPE_CHECKING:
    from markupsafe import Markup

_WIDTH, _HEIGHT = 330.0, 190.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 38.0, 310.0, 12.0, 148.0
BINS = 20

KINDS = tuple(CLASSES[tone] for tone in (Tone.GOOD, Tone.SOME, Tone.UNKNOWN, Tone.BAD))
"""What problems come to, from below; what is none of these counts as the last."""


@dataclass(frozen=True)
class Axis:
    """What lies on the horizontal axis, and how its ticks read."""

    key: str
    title: str
    low: float | None = None
    high: float | None = None
    spell: Callable[[float], str] = spelled


def histogram(values: Sequence[tuple[float, str]], axis: Axis) -> Figure | None:
    """Bars of (value, verdict) pairs."""
    if not values:
        return None
    numbers = [value for value, _ in values]
    low = min(numbers) if axis.low is None else axis.low
    high = max(numbers) if axis.high is None else axis.high
    if high <= low:
        high = low + 1
    stacks: list[Counter[str]] = [Counter() for _ in range(BINS)]
    for value, verdict in values:
        place = min(BINS - 1, max(0, int((value - low) / (high - low) * BINS)))
        stacks[place][verdict if verdict in KINDS else KINDS[-1]] += 1
    across = Scale(low, high, _LEFT, _RIGHT)
    tallest = max(sum(stack.values()) for stack in stacks)
    up = Scale(0, tallest, _BOTTOM, _TOP)
    parts = [*_frame(axis, across, up, low, high, tallest)]
    rows: list[tuple[object, ...]] = []
    for i, stack in enumerate(stacks):
        start, end = (low + (high - low) * j / BINS for j in (i, i + 1))
        parts += _stack(stack, across(start), across(end), up)
        rows += [(start, end, kind, n) for kind, n in sorted(stack.items())]
    text = f"Distribution of {axis.title} over {len(values)} problems"
    return Figure(
        axis.key,
        axis.title,
        drawing(_WIDTH, _HEIGHT, text, *parts),
        ("from", "to", "verdict", "problems"),
        tuple(rows),
    )


def _frame(
    axis: Axis, across: Scale, up: Scale, low: float, high: float, tallest: int
) -> list[Markup]:
    parts = []
    for tick in ticks(0, tallest, 4):
        if tick == int(tick):
            y = up(tick)
            parts.append(tag("path", d=f"M{_LEFT} {number(y)}H{_RIGHT}", class_="grid"))
            parts.append(tag("text", spelled(tick), x=_LEFT - 6, y=y + 4, class_="small end"))
    for tick in ticks(low, high, 5):
        x = across(tick)
        parts.append(tag("text", axis.spell(tick), x=x, y=_BOTTOM + 16, class_="small middle"))
    middle = (_LEFT + _RIGHT) / 2
    parts.append(tag("text", axis.title, x=middle, y=_HEIGHT - 6, class_="label middle"))
    return parts


def _stack(stack: Counter[str], left: float, right: float, up: Scale) -> list[Markup]:
    parts, total = [], 0
    for kind in KINDS:
        if not stack[kind]:
            continue
        bottom = up(total)
        total += stack[kind]
        box = {
            "x": left + 0.5,
            "y": up(total),
            "width": right - left - 1,
            "height": bottom - up(total),
        }
        parts.append(tag("rect", tag("title", f"{stack[kind]} {kind}"), **box, class_=kind))
    return parts
