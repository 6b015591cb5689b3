"""Values in lanes: columns and rows as integers in which every value takes so many bits.

A column holds a lane for each row; a row (a *state*) a lane for each variable. With two values a lane is
one bit: a set of variables is then its own mask, and everything below is what bit sets do. With more values
a set of variables is spread to the bits of its lanes, and the same *and*, *or* and shifts do the work.

>>> lanes = Lanes.of(3)
>>> bin(lanes.spread(0b101)), bin(lanes.ones(3))
('0b110011', '0b10101')
>>> bin(lanes.equal(0b10_01_10, 2, lanes.ones(3)))  # rows 0 and 2 hold the value 2
'0b10001'
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from msgspec import Struct

from symcause.mechanisms.bounds import KEPT_SPREADS
from symcause.models.bit_sets import bits


class Lanes(Struct, frozen=True, dict=True):
    """Lanes of one width, in bits."""

    width: int = 1

    @staticmethod
    def of(values: int) -> Lanes:
        """As narrow as this many values allow."""
        return ONE_BIT if values <= 2 else Lanes((values - 1).bit_length())

    @cached_property
    def full(self) -> int:
        """The bits of the lowest lane."""
        return (1 << self.width) - 1

    def spread(self, places: int) -> int:
        """The bits of these places: the set itself where a lane is one bit."""
        return places if self.width == 1 else _spread(places, self.width)

    def ones(self, number: int) -> int:
        """A one at the bottom of so many lanes: times a value, it is the column of that value."""
        return ((1 << number * self.width) - 1) // self.full

    def equal(self, column: int, value: int, ones: int) -> int:
        """A one at the bottom of the lanes that hold this value, among those of *ones*."""
        if self.width == 1:
            return ones & (column if value else ~column)
        other = column ^ value * ones
        for i in range(1, self.width):
            other |= column >> i ^ (value >> i) * ones
        return ones & ~other

    def at(self, column: int, place: int) -> int:
        """The value in one lane."""
        return column >> place * self.width & self.full


ONE_BIT = Lanes()
"""The lanes of two values."""


@lru_cache(maxsize=KEPT_SPREADS)
def _spread(places: int, width: int) -> int:
    full = (1 << width) - 1
    return sum([full << place * width for place in bits(places)])
