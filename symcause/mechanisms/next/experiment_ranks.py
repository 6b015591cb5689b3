"""Ranks of the next experiments: how many members each leaves in the worst case and on average.

Every experiment is seen on the same contexts (:mod:`.experiment_contexts`), so every member shows one
outcome, and an outcome leaves the members that agree with it (:mod:`.outcome_counts`). Three ways, the
first that applies:

* *Listing.* Few members: each is run on all experiments at once, and outcomes are counted.
* *In order* (:mod:`.outcome_paths`). No two variables can cause each other: maximum and sum over paths.
* *Drawing.* Members are drawn uniformly; the outcome that one shows is counted exactly, once. With N
  members of which the known outcomes hold K, no other outcome holds more than N − K: the worst case is
  known as soon as that is no more than the largest known one, the average when K = N. Until then both are
  bounded, and the mean over the draws is an unbiased estimate of the average.

An experiment cannot shrink the space iff every outcome leaves all members. Where roots are disclosed the
first outcome decides that: it holds all members or it does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, TypeVar

from symcause.mechanisms.bounds import (
    COLUMN_LOOKS,
    FIRST_DRAWS,
    LISTED_OUTCOMES,
    OUTCOME_LOOKS,
    PROMISING_EXPERIMENTS,
)
from symcause.mechanisms.next.experiment_batch import Showing
from symcause.mechanisms.next.experiment_contexts import E, Outcome
from symcause.mechanisms.next.member_outcomes import shown_by_all
from symcause.mechanisms.next.outcome_counts import Cells
from symcause.mechanisms.next.outcome_draws import Draws, Ranked, Tally, complete
from symcause.mechanisms.next.outcome_paths import Found, InOrder


@dataclass(frozen=True)
class Ranking(Generic[E]):
    """What is known of all experiments, best first; *count* members are there now."""

    count: int
    ranked: tuple[Ranked[E], ...]

    @property
    def exact(self) -> bool:
        """Are all worst cases known?"""
        return all(one.exact for one in self.ranked)

    @property
    def shrinks(self) -> bool | None:
        """Can some experiment shrink the space? False only if all outcomes are known."""
        if any(one.least < self.count for one in self.ranked):
            return True
        return None if any(one.expected is None for one in self.ranked) else False

    @property
    def best(self) -> Ranked[E] | None:
        """The first one, unless nothing can be learnt."""
        return None if self.shrinks is False else self.ranked[0]


C = TypeVar("C", bound=Cells[Any, Any, Any])

Listing = Callable[[C, tuple[E, ...], frozenset[E]], dict[E, Ranked[E]]]
"""Ranks the experiments that are new, of all that are asked, by a list of members with one root set."""


def ranked(
    cells: C,
    asked: Sequence[E],
    known: Sequence[E] = (),
    *,
    seed: int = 0,
    effort: int = OUTCOME_LOOKS,
    listing: Listing[C, E] | None = None,
) -> Iterator[Ranking[E]]:
    """Ever better rankings of what is *asked*; whoever has seen what is *known* learns nothing from it.

    *listing* is a quicker way where every member is listed. Raises LimitError where the members cannot be
    counted.
    """
    if cells.space.count <= 1:
        yield Ranking(cells.space.count, ())
        return
    yield from _Comparison(cells, tuple(asked), listing).rankings(frozenset(known), seed, effort)


@dataclass
class _Comparison(Generic[C, E]):
    """Experiments about one space of several members."""

    cells: C
    asked: tuple[E, ...]
    listing: Listing[C, E] | None = None
    found: dict[E, Ranked[E]] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return self.cells.space.count

    def rankings(self, known: frozenset[E], seed: int, effort: int) -> Iterator[Ranking[E]]:
        new = [e for e in self.asked if e not in known]
        for e in self.asked:
            if e not in new:
                self.found[e] = _certain(e, self.total)
        if self.total * max(len(new), 1) <= LISTED_OUTCOMES:
            self._list(new)
            yield self._ranking()
            return
        high = self._in_order(new)
        open_ = [e for e in new if e not in self.found]
        yield from self._draw([Tally(e, self.cells, high.get(e)) for e in open_], seed, effort)

    def _ranking(self) -> Ranking[E]:
        places = {e: i for i, e in enumerate(self.asked)}
        ranked = sorted(self.found.values(), key=lambda one: (*_merit(one), places[one.experiment]))
        return Ranking(self.total, tuple(ranked))

    def _list(self, new: Sequence[E]) -> None:
        """Work out what every member shows."""
        cells = self.cells
        if self.listing is not None and len(cells.branches) == 1:
            self.found |= self.listing(cells, self.asked, frozenset(new))
            return
        showing = Showing(cells.variables, new, cells.contexts)
        outcomes: list[Counter[Outcome]] = [Counter() for _ in new]
        for columns, number in shown_by_all(showing, cells.space.branches).items():
            for counter, outcome in zip(outcomes, showing.blocks(columns), strict=True):
                counter[outcome] += number
        for experiment, counter in zip(new, outcomes, strict=True):
            left = [(n, cells.count(experiment, outcome)[1]) for outcome, n in counter.items()]
            self.found[experiment] = complete(experiment, left)

    def _in_order(self, new: Sequence[E]) -> dict[E, int]:
        """What an order of the variables gives: exact answers, and upper bounds for the others."""
        walk = InOrder.of(self.cells, 0)
        bounds: dict[E, int] = {}
        for e in new if walk is not None else ():
            assert walk is not None
            result = walk.outcomes(e, COLUMN_LOOKS // len(new))
            if result.exact:
                self.found[e] = _walked(e, result, self.total)
            else:
                bounds[e] = result.worst
        return bounds

    def _draw(
        self, tallies: list[Tally[Any, Any, Any, E]], seed: int, effort: int
    ) -> Iterator[Ranking[E]]:
        """Draw members until all is known or the effort is spent."""
        draws = Draws(self.cells, self.asked, seed)
        draws.prepare((tally, 1) for tally in tallies)
        for tally in tallies:  # every experiment is tried once, whatever it takes
            self._drawn(tally, draws, 1)
        yield self._ranking()
        while tallies and self.cells.looks < effort:
            tallies = [t for t in tallies if not t.complete]
            tallies.sort(key=lambda t: _merit(t.ranked()))
            young = [t for t in tallies if t.draws < FIRST_DRAWS]
            chosen = [
                (t, max(FIRST_DRAWS, t.draws // 2))
                for t in young or tallies[:PROMISING_EXPERIMENTS]
            ]
            draws.prepare(chosen)
            for tally, number in chosen:
                if self.cells.looks < effort:
                    self._drawn(tally, draws, number)
            if tallies:
                yield self._ranking()

    def _drawn(
        self, tally: Tally[Any, Any, Any, E], draws: Draws[Any, Any, Any], number: int
    ) -> None:
        tally.draw(draws, number)
        self.found[tally.experiment] = tally.ranked()


def _merit(one: Ranked[E]) -> tuple[int, Fraction]:
    """Smaller is better: the worst outcome that is known, then the average."""
    average = one.expected if one.expected is not None else one.about
    assert average is not None
    return one.low, average


def _walked(experiment: E, found: Found, total: int) -> Ranked[E]:
    expected = Fraction(found.squares, total)
    return Ranked(experiment, found.worst, found.worst, found.least, found.outcomes, expected)


def _certain(experiment: E, total: int) -> Ranked[E]:
    """The outcome is known before."""
    return Ranked(experiment, total, total, total, 1, Fraction(total))
