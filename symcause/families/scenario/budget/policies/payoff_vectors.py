"""Payoff vectors: what a final choice is worth under each rival, between proven ends.

Who names a rival gets 1 if it is the one; who submits a design gets its chance to win. The choice is made
last, so that of many vectors those count that are best for some belief.

>>> zero, third, one = Fraction(0), Fraction(1, 3), Fraction(1)
>>> kept = corners([(zero, one), (one, zero), (third, third)])
>>> [tuple(map(str, vector)) for vector in kept]
[('0', '1'), ('1', '0')]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class Payoff:
    """The vectors to choose from, as :func:`corners` sorts them; *low* and *high* enclose each of them."""

    low: tuple[Vector, ...]
    high: tuple[Vector, ...]

    @property
    def exact(self) -> bool:
        return self.low == self.high

    def least(self, belief: Sequence[Fraction]) -> Fraction:
        """At least what the best choice is worth for a belief."""
        return _best(self.low, belief)

    def most(self, belief: Sequence[Fraction]) -> Fraction:
        """At most what the best choice is worth for a belief."""
        return _best(self.high, belief)

    def between(self, places: tuple[int, int]) -> Payoff:
        """The payoff where only two of the rivals are possible."""
        i, j = places
        return payoff(*([(v[i], v[j]) for v in part] for part in (self.low, self.high)))


def _best(vectors: Sequence[Vector], belief: Sequence[Fraction]) -> Fraction:
    return max(sum((b * w for b, w in zip(belief, v, strict=True)), Fraction(0)) for v in vectors)


def naming(rivals: int) -> Payoff:
    """1 for the name of the rival that it is."""
    units = [tuple(Fraction(i == j) for j in range(rivals)) for i in range(rivals)]
    return payoff(units, units)


def payoff(low: Iterable[Vector], high: Iterable[Vector]) -> Payoff:
    """The vectors that are worth choosing for some belief."""
    return Payoff(corners(low), corners(high))


def corners(vectors: Iterable[Vector]) -> tuple[Vector, ...]:
    """Two rivals: the vectors that are best for some belief, by what they are worth under the first.

    More rivals: those that no other one beats everywhere.
    """
    every = sorted(set(vectors))
    if every and len(every[0]) != 2:
        return tuple(v for v in every if not any(_beats(w, v) for w in every))
    kept: list[Vector] = []
    for point in every:
        while kept and (
            kept[-1][1] <= point[1] or (len(kept) > 1 and _below(kept[-2], kept[-1], point))
        ):
            kept.pop()
        kept.append(point)
    return tuple(kept)


def _beats(first: Vector, second: Vector) -> bool:
    return first != second and all(a >= b for a, b in zip(first, second, strict=True))


def _below(a: Vector, b: Vector, c: Vector) -> bool:
    """Does b lie on or below the line from a to c?"""
    return (b[0] - a[0]) * (c[1] - a[1]) >= (b[1] - a[1]) * (c[0] - a[0])
