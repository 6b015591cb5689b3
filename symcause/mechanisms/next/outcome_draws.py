"""Random draws of members that find the outcomes of a next experiment, each counted exactly.

The outcome that a member shows is counted once, however often it is met. With N members of which the known
outcomes hold K, no other outcome holds more than N − K. (Where roots are hidden outcomes share members, and
nothing bounds what an unknown one leaves.) The mean over the draws is an unbiased estimate of the average.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic

from symcause.mechanisms.bounds import DRAWN_FUNCTIONS, OUTCOME_DRAWS
from symcause.mechanisms.local_space import F, M, S
from symcause.mechanisms.next.experiment_contexts import E, Experiment, Outcome
from symcause.mechanisms.next.outcome_counts import Cells
from symcause.mechanisms.next.outcome_stream import Stream

DRAWN = 2_000
"""Looks in the time that drawing a member takes."""

_LISTED = 10  # looks in the time that listing a function takes, to draw one


@dataclass(frozen=True)
class Ranked(Generic[E]):
    """An experiment: its worst outcome leaves between *low* and *high* members.

    *expected* is the average over the members; *about* is an estimate of it where it is not known. *least*
    is the fewest members that an outcome is known to leave, *outcomes* how many are known.
    """

    experiment: E
    low: int
    high: int
    least: int
    outcomes: int
    expected: Fraction | None = None
    about: Fraction | None = None

    @property
    def exact(self) -> bool:
        return self.low == self.high


class Draws(Generic[S, F, M]):
    """Members drawn uniformly, the same ones for every experiment; each is paid for when it is used."""

    def __init__(self, cells: Cells[S, F, M], asked: Sequence[Experiment], seed: int) -> None:
        self._cells = cells
        stream = cells.streams.get((tuple(asked), seed))
        if stream is None:
            stream = Stream(cells.space, cells.contexts, asked, seed)
            cells.streams[tuple(asked), seed] = stream
        self.outcomes = stream.outcomes
        self._paid = 0
        listed = (
            min(space.total, DRAWN_FUNCTIONS) for b in cells.branches for space in b.endogenous
        )
        self._cost = DRAWN + _LISTED * (sum(listed) // len(cells.branches))

    def pay(self, index: int) -> None:
        """Charge for the members up to this one, as if they were drawn now."""
        if index >= self._paid:
            self._cells.looks += self._cost * (index + 1 - self._paid)
            self._paid = index + 1

    def prepare(self, tallies: Iterable[tuple[Tally[S, F, M, E], int]]) -> None:
        """Have what these tallies will meet in so many draws counted, all at once."""
        self._cells.prepare(
            (tally.experiment, tally.coming(self, number)) for tally, number in tallies
        )


class Tally(Generic[S, F, M, E]):
    """The outcomes of one experiment that are known so far."""

    def __init__(self, experiment: E, cells: Cells[S, F, M], high: int | None) -> None:
        self.experiment = experiment
        self.draws = 0
        self._cells = cells
        self._high = high
        self._known: dict[Outcome, tuple[int, int]] = {}
        self._sum = 0
        self._ranked: Ranked[E] | None = None  # as long as nothing else is drawn

    @property
    def complete(self) -> bool:
        """Is everything known, or enough drawn?"""
        one = self.ranked()
        return (one.exact and one.expected is not None) or self.draws >= OUTCOME_DRAWS

    def draw(self, draws: Draws[S, F, M], number: int) -> None:
        """Look at this many further members."""
        until, known = self.draws + number, self._known
        for outcome in draws.outcomes(self.experiment, until)[self.draws : until]:
            draws.pay(self.draws)
            count = known.get(outcome)
            if count is None:
                count = known[outcome] = self._cells.count(self.experiment, outcome)
            self._sum += count[1]
            self.draws += 1
        self._ranked = None

    def coming(self, draws: Draws[S, F, M], number: int) -> Iterator[Outcome]:
        """The outcomes of so many further members that are not known yet."""
        until = self.draws + number
        coming = draws.outcomes(self.experiment, until)[self.draws : until]
        return (outcome for outcome in coming if outcome not in self._known)

    def ranked(self) -> Ranked[E]:
        if self._ranked is None:
            self._ranked = self._rank()
        return self._ranked

    def _rank(self) -> Ranked[E]:
        total = self._cells.space.count
        counted = list(self._known.values())
        rest = total - sum([n for n, _ in counted])
        if not rest:
            return complete(self.experiment, counted)
        left = [number for _, number in counted]
        low = max(left)
        high = max(low, rest) if len(self._cells.branches) == 1 else total
        if self._high is not None:
            high = min(high, self._high)
        about = Fraction(self._sum, self.draws)
        return Ranked(self.experiment, low, high, min(left), len(counted), None, about)


def complete(experiment: E, counted: Sequence[tuple[int, int]]) -> Ranked[E]:
    """All outcomes are known: how many members show each, and how many it leaves."""
    left = [number for _, number in counted]
    total = sum(number for number, _ in counted)
    expected = Fraction(sum(n * after for n, after in counted), total)
    return Ranked(experiment, max(left), max(left), min(left), len(left), expected)
