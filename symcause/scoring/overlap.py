"""Overlap of sets and graphs in scoring: precision, recall, F1 and Hamming distance.

With *t* common members, *f* found and *g* true ones: precision ``t/f``, recall ``t/g``, F1 ``2t/(f+g)``,
all exact. A ratio without a denominator is 0; where both sets are empty there is nothing to find and
nothing wrong, and the ratios are 1 unless the published definition says otherwise (*empty*).

The structural Hamming distance counts the edges to add, to remove and to turn. An edge that points the
other way costs one change (*reversal* 1), or two for those who see one too many and one too few (*reversal*
2).

>>> found = overlap({"a", "b"}, {"b", "c", "d"})
>>> str(found.precision), str(found.recall), str(found.f1), found.exact
('1/2', '1/3', '2/5', False)
>>> edges, true = {("A", "B"), ("C", "B")}, {("B", "A"), ("A", "C")}
>>> hamming_distance(edges, true), hamming_distance(edges, true, reversal=2)
(3, 4)
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

Edge = tuple[str, str]


@lru_cache(maxsize=4096)
def ratio(part: int, whole: int) -> Fraction:
    """A share, made once: scoring meets few sizes and many answers."""
    return Fraction(part, whole)


@dataclass(frozen=True)
class Overlap:
    """How well a set matches the true one."""

    precision: Fraction
    recall: Fraction
    f1: Fraction
    exact: bool

    @staticmethod
    @lru_cache(maxsize=4096)
    def of(common: int, found: int, true: int, empty: int = 1) -> Overlap:
        """The same from sizes; *empty* is what nothing against nothing counts."""
        nothing = Fraction(0 if found or true else empty)
        return Overlap(
            precision=Fraction(common, found) if found else nothing,
            recall=Fraction(common, true) if true else nothing,
            f1=Fraction(2 * common, found + true) if found or true else nothing,
            exact=common == found == true,
        )


def overlap(found: AbstractSet[object], true: AbstractSet[object], empty: int = 1) -> Overlap:
    """Precision, recall and F1 of one set against another."""
    return Overlap.of(len(found & true), len(found), len(true), empty)


def hamming_distance(
    found: AbstractSet[Edge], true: AbstractSet[Edge], *, reversal: int = 1
) -> int:
    """Edges to add, to remove or to turn; a turned one costs *reversal*."""
    extra, missing = found - true, true - found
    if not extra or not missing:
        return len(extra) + len(missing)
    turned = sum((effect, cause) in extra for cause, effect in missing)
    return len(extra) + len(missing) - (2 - reversal) * turned
