"""The choice sampler: exact random draws of acyclic choices.

Inclusion–exclusion has terms of both signs, so sampling takes another sum: a DAG has exactly one layering
by longest path, in which every node of a layer has a parent in the layer just before. Summing over
layerings cancels nothing, and the partial sums are the weights of the next layer.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate

from symcause.models.bit_sets import bits, mask_of
from symcause.solvers.acyclic.choice_weight import Choices
from symcause.solvers.acyclic.cycle_components import components, project
from symcause.solvers.acyclic.subset_sums import Within, signed_products

_KEPT = 4_096  # options that one draw leaves behind for the next


class Sampler:
    """Draws acyclic choices with probability proportional to their weight, exactly."""

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self._layers = [
            (component, _Layering(project(choices, component))) for component in components(choices)
        ]
        self._known: dict[tuple[int, int], Options] = {}

    def draw(self, rng: random.Random) -> tuple[int, ...]:
        """One choice, as one mask per node. Raises ValueError if there is none."""
        drawn = [0] * len(self._choices)
        for component, layering in self._layers:
            for v, local in zip(component, layering.draw(rng), strict=True):
                found = self._known.get((v, local))
                drawn[v] = (found or self._kept(component, v, local)).pick(rng)
        return tuple(drawn)

    def _kept(self, component: Sequence[int], v: int, local: int) -> Options:
        """The choices of a node that have these parents inside its component."""
        inside, wanted = mask_of(component), mask_of(component[i] for i in bits(local))
        choices = sorted(self._choices[v].items())
        found = Options([(m, w) for m, w in choices if m & inside == wanted])
        if len(found) <= _KEPT:
            self._known[v, local] = found
        return found


class _Layering:
    """The positive-term recursion over (placed nodes, last layer)."""

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self._full = (1 << len(choices)) - 1
        self._within = Within(choices, 0)
        self._total = cache(self._sum)
        self._next: dict[tuple[int, int], Options] = {}
        self._own: dict[tuple[int, int, int], Options] = {}

    def _factors(self, placed: int, last: int) -> list[tuple[int, int]]:
        before = placed & ~last
        return [
            (1 << v, w)
            for v in bits(self._full & ~placed)
            if (w := self._within(v, placed) - (self._within(v, before) if last else 0))
        ]

    def _extensions(self, placed: int, last: int) -> Iterator[tuple[int, int]]:
        """(next layer, its weight times that of all completions)."""
        for layer, _, product in signed_products(self._factors(placed, last), 1):
            total = self._total(placed | layer, layer)
            if total:
                yield layer, abs(product) * total

    def _sum(self, placed: int, last: int) -> int:
        if placed == self._full:
            return 1
        return sum(weight for _, weight in self._extensions(placed, last))

    def draw(self, rng: random.Random) -> tuple[int, ...]:
        drawn = [0] * len(self._choices)
        placed = last = 0
        while placed != self._full:
            layer = (self._next.get((placed, last)) or self._layers(placed, last)).pick(rng)
            for v in bits(layer):
                own = self._own.get((v, placed, last)) or self._fitting(v, placed, last)
                drawn[v] = own.pick(rng)
            placed, last = placed | layer, layer
        return tuple(drawn)

    def _layers(self, placed: int, last: int) -> Options:
        """What may be the next layer."""
        found = Options(list(self._extensions(placed, last)))
        if len(found) <= _KEPT:
            self._next[placed, last] = found
        return found

    def _fitting(self, v: int, placed: int, last: int) -> Options:
        """What a node of the next layer may choose: something of the last one, nothing to come."""
        before, choices = placed & ~last, sorted(self._choices[v].items())
        found = Options(
            [(m, w) for m, w in choices if not m & ~placed and (not last or m & ~before)]
        )
        if len(found) <= _KEPT:
            self._own[v, placed, last] = found
        return found


def below(number: int, rng: random.Random) -> int:
    """What ``rng.randrange(number)`` gives, without its checks: most of a draw is this.

    >>> [below(n, random.Random(n)) == random.Random(n).randrange(n) for n in (1, 7, 10**30)]
    [True, True, True]
    """
    width, bits_of = number.bit_length(), rng.getrandbits
    found = bits_of(width)
    while found >= number:
        found = bits_of(width)
    return found


class Options:
    """Options with integer weights, ready to be drawn from as often as one likes.

    >>> Options([(7, 1), (9, 2)]).pick(random.Random(0))
    9
    """

    __slots__ = ("_sums", "_values")

    def __init__(self, weighted: Sequence[tuple[int, int]]) -> None:
        self._values = [value for value, _ in weighted]
        self._sums = list(accumulate(weight for _, weight in weighted))

    def __len__(self) -> int:
        return len(self._values)

    def pick(self, rng: random.Random) -> int:
        """One of them, exactly by weight. Raises ValueError if there is none."""
        if not self._sums or not self._sums[-1]:
            raise ValueError("nothing to draw from: the space is empty")
        return self._values[bisect_right(self._sums, below(self._sums[-1], rng))]


def weighted_pick(options: Sequence[tuple[int, int]], rng: random.Random) -> int:
    """One of the options (value, weight), with exact integer weights."""
    return Options(options).pick(rng)
