"""The merits of experiments: how many members of a version space each leaves, best first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symcause.audits.experiments.outcome_shares import Plain


@dataclass(frozen=True)
class Left:
    """An experiment: no outcome leaves more than *worst* members, and some leaves *at_least* so many.

    *least* is the fewest that an outcome is known to leave, *expected* the average over members drawn
    uniformly, where it is known.

    >>> Left.of({"look": "a"}, [2, 6])
    Left(experiment={'look': 'a'}, worst=6, at_least=6, least=2, expected=Fraction(5, 1))
    >>> Left.of({"look": "a"}, [2, 1], rest=5)
    Left(experiment={'look': 'a'}, worst=5, at_least=2, least=1, expected=None)
    """

    experiment: Plain
    worst: int
    at_least: int
    least: int
    expected: Fraction | None

    @staticmethod
    def of(experiment: Plain, parts: Sequence[int], rest: int = 0) -> Left:
        """By the outcomes that are known, with what each leaves; *rest* members show others."""
        total, largest = sum(parts), max(parts)
        squares = sum(part * part for part in parts)
        expected = None if rest else Fraction(squares, total)
        return Left(experiment, max(largest, rest), largest, min(parts), expected)

    @property
    def exact(self) -> bool:
        """Is the worst case known?"""
        return self.worst == self.at_least

    @property
    def merit(self) -> tuple[int, Fraction]:
        """Smaller is better: the worst outcome that is known, then the average or what it is at most."""
        return self.at_least, Fraction(self.worst) if self.expected is None else self.expected


@dataclass(frozen=True)
class ExperimentRanking:
    """The experiments that can shrink a space, best first; *missing* says what is not known of others.

    Where worst cases are known between bounds only, they are in the order of what some outcome leaves.
    """

    able: tuple[Left, ...]
    missing: str | None = None

    @staticmethod
    def of(tried: Iterable[Left], count: int, missing: str | None = None) -> ExperimentRanking:
        """Those of the experiments tried that can leave fewer members than the *count* there are."""
        able = [left for left in tried if left.least < count]
        return ExperimentRanking(tuple(sorted(able, key=lambda left: left.merit)), missing)

    @property
    def best(self) -> Left | None:
        """The experiment of the least proven worst case, the first of several such."""
        return min(self.able, key=lambda left: left.worst, default=None)

    @property
    def exact(self) -> bool:
        """Are all worst cases known?"""
        return self.missing is None and all(left.exact for left in self.able)
