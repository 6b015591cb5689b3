"""Interval arithmetic on columns for the enclosure of scenario values.

Exact where both sides are and the result still fits; else binary floats, one step outwards after every
operation, so that the result contains every value that the operation can have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import gcd
from typing import Any

import numpy as np

from symcause.families.scenario.bounds import DIVISOR_ENTRIES
from symcause.families.scenario.value.enclosure.set_columns import (
    LIMIT,
    Floats,
    Numbers,
    aligned,
    as_floats,
    down,
    exact,
    up,
)
from symcause.families.scenario.value.work_tally import BALL, Tally

_ROUNDING = 2.0**-52


def add(x: Numbers, y: Numbers, sign: int = 1) -> Numbers:
    """x + y, or x - y."""
    (x, y), den = aligned([x, y])
    first, last = (y.low, y.high) if sign == 1 else (y.high, y.low)
    if den == 0:
        return Numbers(down(x.low + sign * first), up(x.high + sign * last), 0)
    low, most = x.low + sign * first, x.bound + y.bound
    if x.low is x.high and y.low is y.high:
        return Numbers(low, low, den, most)
    return Numbers(low, x.high + sign * last, den, most)


def negate(x: Numbers) -> Numbers:
    low = -x.high
    return Numbers(low, low if x.low is x.high else -x.low, x.den, x.most if x.den else None)


def multiply(x: Numbers, y: Numbers) -> Numbers:
    """x * y."""
    if x.den and y.den:
        most = x.bound * y.bound
        if most >= LIMIT:
            most = x.size * y.size
        if most < LIMIT and x.den * y.den < LIMIT:
            if x.low is x.high and y.low is y.high:
                low = x.low * y.low
                return _reduced(Numbers(low, low, x.den * y.den, most))
            low, high = _corners(x.low, x.high, y.low, y.high)
            return _reduced(Numbers(low, high, x.den * y.den, most))
    low, high = _corners(*as_floats(x), *as_floats(y))
    return Numbers(down(_number(low, -np.inf)), up(_number(high, np.inf)), 0)


def _corners(a: Any, b: Any, c: Any, d: Any) -> tuple[Any, Any]:
    with np.errstate(invalid="ignore", over="ignore"):
        products = (a * c, a * d, b * c, b * d)
        low = np.minimum(np.minimum(products[0], products[1]), np.minimum(products[2], products[3]))
        high = np.maximum(
            np.maximum(products[0], products[1]), np.maximum(products[2], products[3])
        )
    return low, high


def _number(x: Floats, instead: float) -> Floats:
    """Infinity times zero is anything: the bound gives up there."""
    return np.where(np.isnan(x), instead, x)


def _reduced(x: Numbers) -> Numbers:
    """A smaller denominator, where one divides everything."""
    if x.den == 1 or not len(x.low):
        return x
    common = gcd(x.den, int(np.gcd.reduce(x.low[:DIVISOR_ENTRIES])))
    for part in (x.low,) if x.low is x.high else (x.low, x.high):
        if common > 1 and (part // common * common != part).any():
            common = gcd(common, int(np.gcd.reduce(part)))
    if common <= 1:
        return x
    low, most = x.low // common, None if x.most is None else x.most // common
    return Numbers(low, low if x.low is x.high else x.high // common, x.den // common, most)


def divide(x: Numbers, y: Numbers) -> Numbers:
    """x / y; the bound gives up where y may be zero."""
    if y.point and len(y.low) and (y.low == y.low[0]).all() and int(y.low[0]) != 0:
        return multiply(x, exact(Fraction(y.den, int(y.low[0]))))
    low, high = as_floats(y)
    with np.errstate(divide="ignore", invalid="ignore"):
        inverse_low, inverse_high = down(1.0 / high), up(1.0 / low)
    broken = (low <= 0) & (high >= 0)
    inverse = Numbers(
        np.where(broken, -np.inf, inverse_low), np.where(broken, np.inf, inverse_high), 0
    )
    return multiply(x, inverse)


def extreme(columns: Sequence[Numbers], largest: bool) -> Numbers:
    """The least or the largest of several."""
    lined, den = aligned(columns)
    choose = np.maximum if largest else np.minimum
    low, high = lined[0].low, lined[0].high
    single = den != 0 and all(c.low is c.high for c in lined)
    for column in lined[1:]:
        low = choose(low, column.low)
        high = low if single else choose(high, column.high)
    most = max(column.bound for column in lined) if den else None
    return Numbers(low, low if single else high, den, most)


def floor(x: Numbers) -> Numbers:
    """The largest whole number that is not larger."""
    if x.den:
        most = None if x.most is None else x.most // x.den + 1
        if x.den == 1:
            return Numbers(x.low, x.high, 1, x.most)
        low = np.floor_divide(x.low, x.den)
        return Numbers(low, low if x.low is x.high else np.floor_divide(x.high, x.den), 1, most)
    low, high = np.floor(x.low), np.floor(x.high)
    if (
        np.isfinite(low).all()
        and np.isfinite(high).all()
        and max(_farthest(low), _farthest(high)) < LIMIT
    ):
        return Numbers(low.astype(np.int64), high.astype(np.int64), 1)
    return Numbers(low, high, 0)


def _farthest(x: Floats) -> float:
    return float(np.abs(x).max()) if len(x) else 0.0


def absolute(x: Numbers) -> Numbers:
    other = negate(x)
    numbers = extreme([x, other], largest=True)
    zero = np.zeros(1, dtype=numbers.low.dtype)
    return numbers if x.point else Numbers(np.maximum(numbers.low, zero), numbers.high, numbers.den)


def monotone(
    x: Numbers, bounds: Callable[[Fraction | float], tuple[float, float]], tally: Tally
) -> Numbers:
    """A rising function, given by bounds of its values at points."""
    lows, back = np.unique(x.low, return_inverse=True)
    low = np.array([bounds(_value(v, x.den))[0] for v in lows.tolist()])[back]
    highs, back = np.unique(x.high, return_inverse=True)
    tally.spend((len(lows) + len(highs)) * BALL)
    high = np.array([bounds(_value(v, x.den))[1] for v in highs.tolist()])[back]
    return Numbers(low, high, 0)


def _value(v: float, den: int) -> Fraction | float:
    return Fraction(int(v), den) if den else v


def shares(weights: list[Numbers]) -> tuple[list[Floats], list[Floats]]:
    """Each weight over their sum, enclosed: its own least against the most of the others, and back."""
    if all(w.point and len(w.low) == 1 for w in weights):
        exact = [max(Fraction(int(w.low[0]), w.den), Fraction(0)) for w in weights]
        whole = sum(exact, Fraction(0))
        points = [x / whole if whole else Fraction(0) for x in exact]
        near = [np.array([float(p)]) for p in points]
        return (
            [x if p in (0, 1) else down(x) for x, p in zip(near, points, strict=True)],
            [x if p in (0, 1) else up(x) for x, p in zip(near, points, strict=True)],
        )
    pairs = [tuple(np.maximum(end, 0.0) for end in as_floats(w)) for w in weights]
    lows, highs = [], []
    for i, (low, high) in enumerate(pairs):
        most = sum((p[1] for j, p in enumerate(pairs) if j != i), np.zeros(1))
        least = sum((p[0] for j, p in enumerate(pairs) if j != i), np.zeros(1))
        slack = 1.0 + (len(pairs) + 3) * _ROUNDING
        with np.errstate(invalid="ignore", divide="ignore"):
            small = np.where(low > 0, low / (low + most) / slack, 0.0)
            large = np.where(high > 0, np.minimum(high / (high + least) * slack, 1.0), 0.0)
        lows.append(np.where(np.isnan(small), 0.0, small))
        highs.append(np.where(np.isnan(large), 1.0, large))
    return lows, highs
