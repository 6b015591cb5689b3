"""Ball arithmetic: functions without rational values, enclosed (python-flint's ``arb`` inside).

Rational numbers go in, and out come two binary floats with the true value between them, at most a few units in
the last place apart. Nothing else of the library is seen outside.

>>> low, high = exp_bounds(Fraction(1))
>>> low < 2.718281828459045 < high or low <= 2.718281828459045 <= high
True
>>> normal_bounds(Fraction(0), Fraction(1))[0] <= 0.8413447460685429 <= normal_bounds(Fraction(0), Fraction(1))[1]
True
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import inf, nextafter
from typing import Any

PRECISION = 120
"""Bits of a computation; far more than a float holds, so that the bounds are tight."""

Bounds = tuple[float, float]


def exp_bounds(x: Fraction | float) -> Bounds:
    """Bounds of exp(x)."""
    if x in (inf, -inf):
        return (0.0, 0.0) if x == -inf else (inf, inf)
    if x > 700:
        return (1e300, inf)
    return _bounds(lambda: _ball(x).exp())


def sigmoid_bounds(x: Fraction | float) -> Bounds:
    """Bounds of 1 / (1 + exp(-x))."""
    if x in (inf, -inf):
        return (0.0, 0.0) if x == -inf else (1.0, 1.0)
    low, high = _bounds(lambda: 1 / (1 + (-_ball(x)).exp()))
    return max(low, 0.0), min(high, 1.0)


def normal_bounds(low: Fraction | None, high: Fraction | None) -> Bounds:
    """Bounds of P(low < Z < high) for a standard normal Z; None: no bound on that side.

    Both tails are measured from the nearer side, so that small probabilities keep their digits.
    """

    def upper(x: Fraction | None) -> Any:
        from flint import arb

        return arb(0) if x is None else (_ball(x) / arb(2).sqrt()).erfc() / 2

    def lower(x: Fraction | None) -> Any:
        from flint import arb

        return arb(0) if x is None else (-_ball(x) / arb(2).sqrt()).erfc() / 2

    def between() -> Any:
        from flint import arb

        if low is None and high is None:
            return arb(1)
        if low is None:
            return lower(high)
        if high is None:
            return upper(low)
        return lower(high) - lower(low) if high <= 0 else upper(low) - upper(high)

    first, last = _bounds(between)
    return max(first, 0.0), min(last, 1.0)


def _ball(x: Fraction | float) -> Any:
    from flint import arb, fmpq

    exact = Fraction(x)
    return arb(fmpq(exact.numerator, exact.denominator))


def _bounds(compute: Callable[[], Any]) -> Bounds:
    """A ball as two floats, rounded outwards."""
    from flint import ctx

    before = ctx.prec
    ctx.prec = PRECISION
    try:
        ball = compute()
        low, high = float(ball.lower()), float(ball.upper())
    finally:
        ctx.prec = before
    return nextafter(nextafter(low, -inf), -inf), nextafter(nextafter(high, inf), inf)
