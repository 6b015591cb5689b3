"""The fewest elements that suffice: the loop behind every "fewest …" question.

Implicit hitting sets (Chandrasekaran, Karp, Moreno-Centeno, Vempala 2011): propose a smallest set
that hits everything known so far, ask an oracle, and on failure learn one more set to hit. The first
proposal that the oracle accepts is smallest; every proposal's size is a lower bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from symcause.solvers.hitting import HittingSets


@dataclass(frozen=True)
class Smallest:
    """The result of an implicit hitting-set search; optimal iff the bounds meet."""

    chosen: frozenset[int]
    lower_bound: int

    @property
    def optimal(self) -> bool:
        return len(self.chosen) == self.lower_bound


def smallest_sufficient(
    universe: Iterable[int],
    learn: Callable[[frozenset[int]], frozenset[int] | None],
    fallback: frozenset[int],
    most_calls: int,
) -> Smallest:
    """A smallest subset that *learn* accepts.

    ``learn(subset)`` returns None if the subset suffices, else a set of elements at least one of which
    every sufficient subset contains. *fallback* is a sufficient set, used when the calls run out.
    """
    everything = frozenset(universe)
    bound = 0
    with HittingSets() as sets:
        for _ in range(most_calls):
            proposal = sets.smallest()
            bound = len(proposal)
            if bound >= len(fallback):
                return Smallest(fallback, len(fallback))
            missed = learn(proposal)
            if missed is None:
                return Smallest(proposal, bound)
            assert missed and missed <= everything and not missed & proposal
            sets.add(missed)
    return Smallest(fallback, bound)
