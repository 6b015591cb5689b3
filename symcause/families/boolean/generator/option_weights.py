"""Option weights of the Boolean generator: options drawn by exact weights, shares as integers.

>>> Weighted.of((("a", Fraction(1, 2)), ("b", Fraction(1, 3)), ("c", Fraction(1, 6)))).ends
(3, 5, 6)
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import ceil, lcm
from typing import Generic, TypeVar

T = TypeVar("T")

FINE = 1 << 20
"""Shares are compared with multiples of one part in this many."""


@dataclass(frozen=True)
class Weighted(Generic[T]):
    """Option *i* has the numbers below ``ends[i]`` that no option before it has."""

    options: tuple[T, ...]
    ends: tuple[int, ...]

    @staticmethod
    def of(options: Sequence[tuple[T, Fraction]]) -> Weighted[T]:
        """The weights as whole numbers."""
        scale = lcm(*(weight.denominator for _, weight in options))
        ends = tuple(accumulate(int(scale * weight) for _, weight in options))
        return Weighted(tuple(option for option, _ in options), ends)

    def draw(self, rng: random.Random) -> T:
        """One option."""
        return self.options[bisect_right(self.ends, rng.randrange(self.ends[-1]))]


def parts(shares: Iterable[Fraction]) -> tuple[int, ...]:
    """Of each share the least number of parts that is not below it: fewer parts are less than the share."""
    return tuple(ceil(share * FINE) for share in shares)
