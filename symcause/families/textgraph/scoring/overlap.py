"""Two sets of things compared: precision, recall, F1, and the two structural Hamming distances.

Everything is exact. ``reversal-2`` counts a reversed edge twice (one missing, one extra: the symmetric
difference), ``reversal-1`` once.

>>> found = Overlap.of({("a", "b"), ("b", "c")}, {("b", "a"), ("b", "c")})
>>> found.precision, found.f1, found.shd, found.shd_reversal_2
(Fraction(1, 2), Fraction(1, 2), 1, 2)
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from fractions import Fraction

Edge = tuple[str, str]


@dataclass(frozen=True)
class Overlap:
    """How many edges gold and answer have, share, and have in opposite directions."""

    gold: int
    answer: int
    shared: int
    reversed: int = 0

    @staticmethod
    def of(gold: Set[Edge], answer: Set[Edge]) -> Overlap:
        extra = answer - gold
        turned = sum((v, u) in gold and (v, u) not in answer for u, v in extra)
        return Overlap(len(gold), len(answer), len(answer) - len(extra), turned)

    @property
    def precision(self) -> Fraction:
        return ratio(self.shared, self.answer, empty=self.both_empty)

    @property
    def recall(self) -> Fraction:
        return ratio(self.shared, self.gold, empty=self.both_empty)

    @property
    def f1(self) -> Fraction:
        return ratio(2 * self.shared, self.gold + self.answer, empty=True)

    @property
    def both_empty(self) -> bool:
        return not self.gold and not self.answer

    @property
    def shd_reversal_2(self) -> int:
        return self.gold + self.answer - 2 * self.shared

    @property
    def shd(self) -> int:
        """Reversed edges counted once."""
        return self.shd_reversal_2 - self.reversed


def ratio(part: int, whole: int, *, empty: bool = False) -> Fraction:
    """A share; of nothing it is 1 if *empty*, else 0."""
    return Fraction(part, whole) if whole else Fraction(int(empty))


def harmonic(first: Fraction, second: Fraction) -> Fraction:
    """The harmonic mean, 0 if both are 0."""
    total = first + second
    return 2 * first * second / total if total else Fraction(0)
