"""The axes of figures: scales, ticks and their labels."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log10
from typing import TYPE_CHECKING

from symcause.reports.svg import tag

if TYPE_CHECKING:
    from markupsafe import Markup


@dataclass(frozen=True)
class Scale:
    """A linear map of values *low* … *high* to coordinates *start* … *end*."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        span = self.high - self.low
        share = (value - self.low) / span if span else 0.5
        return self.start + share * (self.end - self.start)


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round values between the bounds, at most this many.

    >>> ticks(0, 1), ticks(0, 37, 4)
    ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [0.0, 10.0, 20.0, 30.0])
    """
    if high <= low:
        return [low]
    power = 10.0 ** floor(log10((high - low) / max(1, most)))
    for factor in (1, 2, 2.5, 5, 10, 20, 25, 50):
        step = factor * power
        first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
        if last - first < most:
            break
    return [round(i * step, 10) for i in range(first, last + 1)]


def powers(top: float, most: int = 5) -> list[int]:
    """Exponents of ten up to the first that reaches *top* (a logarithm), evenly spaced.

    >>> powers(3.2), powers(0), powers(230)
    ([0, 1, 2, 3, 4], [0, 1], [0, 100, 200, 300])
    """
    highest = max(1, ceil(top))
    step = 1
    while highest / step > most - 1:
        step = _next_round(step)
    return (
        list(range(0, highest + step, step))
        if highest % step
        else list(range(0, highest + 1, step))
    )


def _next_round(step: int) -> int:
    """1, 2, 5, 10, 20, …"""
    lead = int(str(step)[0])
    return step * 5 // 2 if lead == 2 else step * 2


def spelled(value: float) -> str:
    """A tick without needless digits.

    >>> spelled(0.5), spelled(20.0)
    ('0.5', '20')
    """
    return f"{value:g}"


def power_label(exponent: int, x: float, y: float) -> Markup:
    """Ten to a power, with the exponent raised; the first powers in full."""
    if exponent <= 3:
        return tag("text", f"{10**exponent:,}", x=x, y=y, class_="small end")
    raised = tag("tspan", str(exponent), dy=-4.0)
    return tag("text", "10", raised, x=x, y=y, class_="small end")
