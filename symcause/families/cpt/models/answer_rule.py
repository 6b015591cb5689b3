"""The answer rule of cpt models: the word for a value, and the words that a range leaves possible.

>>> from fractions import Fraction as F
>>> AnswerRule("ate", True, F(1, 200)).answer(F(1, 10)), AnswerRule("ate", True, None).answer(F(0))
('yes', 'tie')
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction

YES, NO, TIE = "yes", "no", "tie"
ILL_POSED, OPEN, INCONSISTENT, UNKNOWN = "ill-posed", "open", "inconsistent", "unknown"

SETTLED: dict[str, bool | None] = {
    **dict.fromkeys((YES, NO, TIE), True),
    **dict.fromkeys((ILL_POSED, OPEN, INCONSISTENT), False),
    UNKNOWN: None,
}
"""Whether a word settles the question."""

SIGN_ONLY = ("marginal", "exp_away")
"""Types for which a threshold makes an exact zero a no, and nothing else."""


@dataclass(frozen=True)
class AnswerRule:
    """How a value is read: the type of the query, what is asked for, and the threshold."""

    type: str
    positive: bool
    threshold: Fraction | None

    def answer(self, value: Fraction) -> str:
        """The word for a value."""
        if self.type == "collider_bias":
            return YES if (value != 0) == self.positive else NO
        if value == 0:
            return TIE if self.threshold is None else NO
        if self.applied(value):
            return NO
        turned = (not self.positive) + (self.type == "ett")
        return YES if (value > 0) == (turned % 2 == 0) else NO

    def applied(self, value: Fraction) -> bool:
        """Is it the threshold that makes the answer a no?"""
        if self.threshold is None or self.type in (*SIGN_ONLY, "collider_bias"):
            return False
        return abs(value) < self.threshold

    def possible(
        self, low: Fraction, high: Fraction, attained: tuple[bool, bool]
    ) -> frozenset[str]:
        """The words for values from low to high; an end that is not attained does not count."""
        threshold = self.threshold or Fraction(0)
        marks = {Fraction(0), threshold, -threshold}
        inner = sorted({low, high, *(mark for mark in marks if low < mark < high)})
        between = [(a + b) / 2 for a, b in itertools.pairwise(inner)]
        ends = [end for end, reached in zip((low, high), attained, strict=True) if reached]
        return frozenset(map(self.answer, [*inner[1:-1], *between, *ends]))
