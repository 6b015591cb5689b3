"""Hitting sets over a numbered pool: a greedy one, a smallest one, and the loop behind "fewest".

A *demand* is a set of pool elements of which at least one must be chosen; demands and choices are bit sets
(:mod:`symcause.models.bit_sets`). Choosing elements that meet every demand is the hitting-set problem; a
demand that contains another one is met with it and can be dropped.

>>> demands = [0b0011, 0b0110, 0b1110]
>>> [bin(d) for d in irredundant(demands)]
['0b11', '0b110']
>>> greedy(demands, range(4)), smallest(demands)
(2, 2)

Where the demands are too many to list, they are learned (Chandrasekaran, Karp, Moreno-Centeno, Vempala
2011): propose a smallest choice that meets everything known so far, ask an oracle, and on failure learn
demands that it does not meet. The first proposal that the oracle accepts is smallest; the size of every
proposal is a lower bound. Which numbers make a multiple of six?

>>> numbers = (2, 3, 4, 5, 6)
>>> def learn(chosen: int) -> list[int]:
...     missing = [p for p in (2, 3) if not any(numbers[i] % p == 0 for i in bits(chosen))]
...     return [mask_of(i for i, n in enumerate(numbers) if n % p == 0) for p in missing]
>>> *_, best = fewest(0b00011, (), learn)
>>> [numbers[i] for i in bits(best.chosen)], best.optimal
([6], True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, Self, TypeVar

from symcause.models.bit_sets import bits, mask_of

D = TypeVar("D", contravariant=True)


@dataclass(frozen=True)
class Fewest:
    """A choice that suffices, and how many elements every choice that suffices has at least."""

    chosen: int
    lower_bound: int

    @property
    def optimal(self) -> bool:
        return self.chosen.bit_count() == self.lower_bound


class Proposing(Protocol[D]):
    """Demands that come in over time, and a small choice for those known so far."""

    def add(self, demands: Iterable[D], /) -> None: ...
    def propose(self) -> Fewest: ...


class HittingSets:
    """Demands that come in over time, and a smallest choice for those known so far (PySAT's ``Hitman``)."""

    def __init__(self, demands: Iterable[int] = ()) -> None:
        from pysat.examples.hitman import Hitman

        self._hitman = Hitman(solver="g4", htype="rc2")
        self._empty = True
        self.add(demands)

    def add(self, demands: Iterable[int]) -> None:
        """More demands, none of them empty."""
        for demand in demands:
            assert demand, "nothing meets an empty demand"
            self._hitman.hit([element + 1 for element in bits(demand)])  # a solver counts from 1
            self._empty = False

    def smallest(self) -> int:
        """The choice; its size is a lower bound for any further demands."""
        found = () if self._empty else self._hitman.get() or ()
        return mask_of(element - 1 for element in found)

    def propose(self) -> Fewest:
        """The same, with its size as the bound."""
        found = self.smallest()
        return Fewest(found, found.bit_count())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._hitman.delete()


def smallest(demands: Iterable[int]) -> int:
    """A choice of fewest elements that meets every demand."""
    with HittingSets(demands) as sets:
        return sets.smallest()


def fewest(
    known: int, demands: Iterable[int], learn: Callable[[int], Iterable[int]]
) -> Iterator[Fewest]:
    """Better and better bounds for the fewest elements that suffice; the last is optimal.

    *known* is a choice that suffices. ``learn(choice)`` gives demands that the choice does not meet and
    every choice that suffices does; none means that it suffices. Between two values there is one call of
    *learn*, so that whoever stops listening keeps what there is.
    """
    with HittingSets(demands) as sets:
        yield from proposed(known, sets, learn)


def proposed(
    known: int, sets: Proposing[D], learn: Callable[[int], Iterable[D]]
) -> Iterator[Fewest]:
    """The same for demands of any kind, with whoever proposes small choices for them.

    A proposal need not be smallest, if its bound is one; then the last value may leave a gap.
    """
    earlier, bound = None, 0
    while True:
        proposal = sets.propose()
        assert proposal.chosen != earlier, "it met what it was said not to meet"
        bound = max(bound, min(proposal.lower_bound, known.bit_count()))
        yield Fewest(known, bound)
        if proposal.chosen.bit_count() >= known.bit_count():
            return
        learned = tuple(learn(proposal.chosen))
        if not learned:
            yield Fewest(proposal.chosen, bound)
            return
        sets.add(learned)
        earlier = proposal.chosen


def irredundant(demands: Iterable[int]) -> list[int]:
    """The demands that contain no other one, smallest first."""
    kept: list[int] = []
    for demand in sorted(set(demands), key=lambda d: (d.bit_count(), d)):
        if not any(other & demand == other for other in kept):
            kept.append(demand)
    return kept


def greedy(demands: Iterable[int], preference: Sequence[int]) -> int:
    """A choice that meets every demand and needs each of its elements.

    Takes the element that meets most open demands, the first of *preference* among equals, then drops
    what has become superfluous.
    """
    wanted = list(demands)
    chosen = 0
    left = wanted
    while left:
        meets = dict.fromkeys(preference, 0)
        for demand in left:
            for element in bits(demand):
                meets[element] += 1
        best = max(preference, key=meets.__getitem__)
        chosen |= 1 << best
        left = [demand for demand in left if not demand >> best & 1]
    for element in bits(chosen):
        rest = chosen & ~(1 << element)
        if all(demand & rest for demand in wanted):
            chosen = rest
    return chosen
