"""Ball arithmetic: proven bounds on functions without rational values, such as exp.

Rational numbers go in, and out come two binary floats with the true value between them, at most a few
units in the last place apart. Nothing else of the library is seen outside.

>>> low, high = exp_bounds(Fraction(1))
>>> low <= 2.718281828459045 <= high < low + 1e-14
True
>>> low, high = normal_bounds(None, Fraction(1))
>>> low <= 0.841344746068543 <= high
True
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import comb, inf, nextafter
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


@lru_cache(maxsize=4_096)
def binomial_tail(n: int, least: int, p: Fraction) -> Bounds:
    """Bounds of P(X >= least) for X binomial with n trials of chance p.

    >>> low, high = binomial_tail(2, 1, Fraction(1, 2))
    >>> low <= 0.75 <= high
    True
    """
    if least <= 0:
        return 1.0, 1.0
    if least > n or p == 0:
        return 0.0, 0.0
    low, high = _bounds(lambda: _tail(n, least, p))
    return max(low, 0.0), min(high, 1.0)


def _tail(n: int, least: int, p: Fraction) -> Any:
    """The ball of P(X >= least): each probability from the one before."""
    from flint import arb

    if p == 1:
        return arb(1)
    chance, other = _ball(p), _ball(1 - p)
    term = chance**least * other ** (n - least) * comb(n, least)
    ratio, total = chance / other, term
    for k in range(least, n):
        term = term * ratio * (n - k) / (k + 1)
        total += term
    return total


def binomial(n: int, p: Fraction) -> list[Any]:
    """Balls of the probabilities of 0 .. n successes."""
    from flint import arb, ctx

    before = ctx.prec
    ctx.prec = PRECISION
    try:
        chance = _ball(p)
        other = _ball(1 - p)
        if p == 1:
            return [arb(0)] * n + [arb(1)]
        found = [other**n]
        ratio = chance / other
        for k in range(n):
            found.append(found[-1] * ratio * (n - k) / (k + 1))
        return found
    finally:
        ctx.prec = before


def _sum(balls: list[Any]) -> Any:
    from flint import arb

    total = arb(0)
    for ball in balls:
        total += ball
    return total


def best_of(n: int, first: Fraction, others: list[Fraction]) -> Bounds:
    """Bounds of P(the first arm is picked): most successes in n trials each, ties broken evenly.

    >>> low, high = best_of(1, Fraction(1), [Fraction(1, 2)])
    >>> low <= 0.75 <= high
    True
    """
    low, high = _bounds(lambda: _picked(n, first, others))
    return max(low, 0.0), min(high, 1.0)


def _picked(n: int, first: Fraction, others: list[Fraction]) -> Any:
    from flint import arb

    own = binomial(n, first)
    rest = [binomial(n, p) for p in others]
    below = [arb(0)] * len(rest)
    total = arb(0)
    for k in range(n + 1):
        ties = [arb(1)]  # ties[t]: t of the others have exactly k, the rest fewer
        for i, pmf in enumerate(rest):
            longer = [below[i] * x for x in ties] + [arb(0)]
            for t, x in enumerate(ties):
                longer[t + 1] += pmf[k] * x
            ties = longer
            below[i] = below[i] + pmf[k]
        total += own[k] * _sum([x / (t + 1) for t, x in enumerate(ties)])
    return total
