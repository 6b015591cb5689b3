"""Set columns for the enclosure of scenario values: intervals, truths or options by row.

A number column is a pair of arrays, ``low`` and ``high``. Where it can it is exact: whole numbers over
one common denominator, so that floors and comparisons are decided and not rounded. Else it is a pair of
binary floats, rounded outwards after every operation. A point has the same array twice. Operations
return a column that contains every value the operation can have: this is what makes every bound that is
built on them proven.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Array = NDArray[Any]

LIMIT = 1 << 62
"""Whole numbers beyond this are not kept exactly."""

_EXACT_FLOAT = 1 << 53

MANY = 64
"""So many floats are moved by their bits."""


class Numbers:
    """Intervals of numbers; *den* is the common denominator, 0 for binary floats.

    *most* is a number that no numerator exceeds, where one is known without a look at all of them.
    """

    __slots__ = ("_size", "den", "high", "low", "most")

    def __init__(self, low: Array, high: Array, den: int, most: int | None = None) -> None:
        self.low, self.high, self.den, self.most = low, high, den, most
        self._size: int | None = None

    @property
    def size(self) -> int:
        """The largest absolute value of a numerator."""
        if self._size is None:
            own = size_of(self.low)
            self._size = own if self.high is self.low else max(own, size_of(self.high))
        return self._size

    def below(self, limit: int, factor: int = 1) -> bool:
        """Are all numerators, times a factor, below a limit?"""
        most = self.most
        return (most is not None and most * factor < limit) or self.size * factor < limit

    @property
    def bound(self) -> int:
        """What no numerator exceeds: the largest of them unless it is known otherwise."""
        return self.size if self.most is None else self.most

    @property
    def point(self) -> bool:
        """One value per row, known exactly."""
        return self.den != 0 and self.low is self.high

    def __len__(self) -> int:
        return len(self.low)

    def take(self, rows: Ints) -> Numbers:
        """The column at some rows."""
        if len(self.low) == 1:
            return self
        low = self.low[rows]
        most = self.most if self._size is None else self._size
        return Numbers(low, low if self.high is self.low else self.high[rows], self.den, most)

    def parts(self) -> list[Array]:
        """What tells rows apart."""
        return [self.low] if self.low is self.high else [self.low, self.high]

    def content(self) -> tuple[object, ...]:
        """All that there is to know of the column."""
        return ("numbers", self.den, *(part.tobytes() for part in self.parts()))


class Truths:
    """Sets of truth values: *low* says surely true, *high* possibly true."""

    __slots__ = ("high", "low")

    def __init__(self, low: Flags, high: Flags) -> None:
        self.low, self.high = low, high

    def __len__(self) -> int:
        return len(self.low)

    def take(self, rows: Ints) -> Truths:
        if len(self.low) == 1:
            return self
        low = self.low[rows]
        return Truths(low, low if self.high is self.low else self.high[rows])

    def parts(self) -> list[Array]:
        return [self.low] if self.low is self.high else [self.low, self.high]

    def content(self) -> tuple[object, ...]:
        return ("truths", *(part.tobytes() for part in self.parts()))


class Options:
    """Sets of options as bits."""

    __slots__ = ("bits",)

    def __init__(self, bits: Ints) -> None:
        self.bits = bits

    def __len__(self) -> int:
        return len(self.bits)

    def take(self, rows: Ints) -> Options:
        return self if len(self.bits) == 1 else Options(self.bits[rows])

    def parts(self) -> list[Array]:
        return [self.bits]

    def content(self) -> tuple[object, ...]:
        return ("options", self.bits.tobytes())


Column = Numbers | Truths | Options


def exact(value: Fraction | int) -> Numbers:
    """One number for all rows."""
    return _constant(value.numerator, value.denominator)


@lru_cache(maxsize=4_096)
def _constant(top: int, den: int) -> Numbers:
    if abs(top) >= LIMIT or den >= LIMIT:
        return _from_fraction(Fraction(top, den))
    array = np.array([top], dtype=np.int64)
    return Numbers(array, array, den, abs(top))


def _from_fraction(value: Fraction) -> Numbers:
    near = float(value)
    low = np.array([np.nextafter(near, -np.inf)])
    return Numbers(low, np.array([np.nextafter(near, np.inf)]), 0)


def whole(low: Ints, high: Ints | None = None) -> Numbers:
    """Whole numbers, a point or an interval a row."""
    return Numbers(low, low if high is None else high, 1)


def floats(low: Floats, high: Floats) -> Numbers:
    """Binary floats that enclose."""
    return Numbers(low, high, 0)


def down(x: Floats) -> Floats:
    """The next smaller floats; positive ones are in the order of their bits: the next is one less."""
    if x.size >= MANY and x.min() > 0:
        bits = x.view(np.int64) - 1
        return bits.view(np.float64)
    return np.nextafter(x, -np.inf)


def up(x: Floats) -> Floats:
    """The next larger floats."""
    if x.size >= MANY and x.min() > 0 and x.max() < np.inf:
        bits = x.view(np.int64) + 1
        return bits.view(np.float64)
    return np.nextafter(x, np.inf)


def down_to_zero(x: Floats) -> Floats:
    """The next smaller floats, but nothing below zero; bits of negative floats are negative numbers."""
    bits = x.view(np.int64)
    return np.maximum(bits - (bits > 0), 0).view(np.float64)


def as_floats(x: Numbers) -> tuple[Floats, Floats]:
    """The column as binary floats, rounded outwards."""
    if x.den == 0:
        return x.low, x.high
    small = x.most is not None and x.most < _EXACT_FLOAT
    low = _divided(x.low, x.den, down, small)
    return low, _divided(x.high, x.den, up, small)


def _divided(
    top: Ints, den: int, outward: Callable[[Floats], Floats], small: bool = False
) -> Floats:
    near = top.astype(np.float64)
    large = den >= _EXACT_FLOAT or not (small or size_of(top) < _EXACT_FLOAT)
    if den == 1 and not large:
        return near
    array = outward(near / np.float64(den))
    return np.where(top == 0, 0.0, outward(outward(array)) if large else array)


def size_of(x: Ints) -> int:
    """The largest absolute value."""
    if x.size == 1:
        return abs(x.item())
    return max(abs(int(x.max())), abs(int(x.min()))) if x.size else 0


def aligned(columns: Sequence[Numbers]) -> tuple[list[Numbers], int]:
    """The columns over one denominator; 0 where they can only be floats."""
    den = columns[0].den
    for column in columns:
        if column.den == 0:
            den = 0
            break
        if column.den != den:
            den = den * column.den // gcd(den, column.den)
    if den and den < LIMIT and all(c.below(LIMIT, den // c.den) for c in columns):
        return [_rescaled(c, den) for c in columns], den
    return [Numbers(*as_floats(c), 0) for c in columns], 0


def _rescaled(x: Numbers, den: int) -> Numbers:
    factor = den // x.den
    if factor == 1:
        return x
    low = x.low * factor
    return Numbers(low, low if x.high is x.low else x.high * factor, den, x.bound * factor)


def compare(op: str, x: Column, y: Column) -> Truths:
    """A comparison: surely, possibly."""
    if isinstance(x, Options) and isinstance(y, Options):
        one = (x.bits & (x.bits - 1)) == 0
        same = Truths(one & (x.bits == y.bits), (x.bits & y.bits) != 0)
        return _equality(op, same)
    if isinstance(x, Truths) and isinstance(y, Truths):
        alike = Truths((x.low & y.low) | ~(x.high | y.high), (x.high & y.high) | ~(x.low | y.low))
        return _equality(op, alike)
    assert isinstance(x, Numbers) and isinstance(y, Numbers)
    (a, b), _ = aligned([x, y])
    if op in (">", ">="):
        a, b, op = b, a, {">": "<", ">=": "<="}[op]
    if op == "<":
        return _sure(a.high < b.low, a.low < b.high, a, b)
    if op == "<=":
        return _sure(a.high <= b.low, a.low <= b.high, a, b)
    equal = Truths(
        (a.low == a.high) & (b.low == b.high) & (a.low == b.low),
        (a.low <= b.high) & (b.low <= a.high),
    )
    return _equality(op, equal)


def _equality(op: str, same: Truths) -> Truths:
    """Equal, or not equal."""
    if op == "!=":
        return invert(same)
    assert op == "==", op
    return same


def _sure(low: Flags, high: Flags, a: Numbers, b: Numbers) -> Truths:
    return Truths(low, low) if a.low is a.high and b.low is b.high else Truths(low, high)


def invert(x: Truths) -> Truths:
    low = ~x.high
    return Truths(low, low if x.low is x.high else ~x.low)
