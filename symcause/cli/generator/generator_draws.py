"""Generator draws of the CLI: items as they come, or without problems that have come before."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import cast

from symcause.audits.instance_generator import Generator, ProblemDocument, made_items
from symcause.audits.publication.distinct_problems import (
    DistinctProblems,
    Drawn,
    drawn_items,
)
from symcause.bounds.cli_bounds import LARGEST_NUMBER


class Draws:
    """Items as they come, so many of them."""

    def __init__(self, made: Generator, count: int, known: int) -> None:
        self.made, self.count = made, count
        self._first = known // made.per_item if made.per_item else 0

    @property
    def function(self) -> Callable[[int], object]:
        """What a process does for an item."""
        return partial(made_items, self.made)

    @property
    def indices(self) -> Iterable[int]:
        """The items to draw."""
        return range(self._first, self.count)

    @property
    def over(self) -> bool:
        """Is nothing more to be drawn, although there are further items?"""
        return False

    def documents(self, outcome: object) -> list[ProblemDocument] | None:
        """The problems of an item that are kept; None where it failed."""
        return cast("list[ProblemDocument]", outcome) if isinstance(outcome, list) else None

    def remark(self) -> str:
        """What the summary adds."""
        return ""

    def shortage(self, made: int, wanted: int | None) -> str | None:
        """Why there are fewer problems than were asked for; None where that is said elsewhere."""
        return None


class DistinctDraws(Draws):
    """Items of which something is new, so many of them; it ends where nothing new comes any more."""

    def __init__(self, made: Generator, count: int, known: int) -> None:
        super().__init__(made, count, 0)  # what an earlier run kept is drawn again, to compare with
        self._problems = DistinctProblems()
        self._kept = 0

    @property
    def function(self) -> Callable[[int], object]:
        return partial(drawn_items, self.made)

    @property
    def indices(self) -> Iterable[int]:
        return range(self.made.count(LARGEST_NUMBER))

    @property
    def over(self) -> bool:
        return self._kept >= self.count or self._problems.exhausted

    def documents(self, outcome: object) -> list[ProblemDocument] | None:
        if not isinstance(outcome, list):
            self._problems.idle += 1
            return None
        fresh = self._problems.fresh(cast("list[Drawn]", outcome))
        self._kept += bool(fresh)
        return fresh

    def remark(self) -> str:
        repeated, incomparable = self._problems.repeated, self._problems.incomparable
        text = f"; {repeated} repetition{'' if repeated == 1 else 's'} drawn again"
        return f"{text}, {incomparable} could not be compared" if incomparable else text

    def shortage(self, made: int, wanted: int | None) -> str | None:
        if self._kept >= self.count if wanted is None else made >= wanted:
            return None
        asked = f" of {wanted}" if wanted is not None else ""
        return f"--distinct: the pool ends with {made}{asked} problems, for {self._problems.ended}"
