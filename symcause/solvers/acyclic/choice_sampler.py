"""The choice sampler: exact random draws of acyclic choices.

Inclusion–exclusion has terms of both signs, so sampling takes another sum: a DAG has exactly one layering
by longest path, in which every node of a layer has a parent in the layer just before. Summing over
layerings cancels nothing, and the partial sums are the weights of the next layer.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import accumulate

from symcause.bounds.solvers_bounds import KEPT_OPTIONS, RECURSION_TERMS
from symcause.models.bit_sets import bits, mask_of
from symcause.solvers.acyclic.choice_weight import Choices, counting_steps
from symcause.solvers.acyclic.cycle_components import components, project
from symcause.solvers.acyclic.subset_sums import Within, signed_products

Wheel = tuple[int, int, list[int], list[int]]
"""Options for many draws: the bits of the total weight, the total, the sums up to each option, the options.

A draw takes as many random bits until they are less than the total; it is written out where it is done
often, for calling :meth:`Options.pick` would take longer than drawing.
"""


class Sampler:
    """Draws acyclic choices with probability proportional to their weight, exactly.

    Raises LimitError where counting them takes more than *most* steps: drawing would take more still.
    """

    def __init__(self, choices: Choices, most: int = RECURSION_TERMS) -> None:
        counting_steps(choices, most)
        self._choices = choices
        self._layers = [
            (
                component,
                None if _given(choices, component) else _Layering(project(choices, component)),
            )
            for component in components(choices)
        ]
        self._known: dict[tuple[int, int], Wheel] = {}
        self._options = cache(partial(_ordered, choices))

    def draw(self, rng: random.Random) -> tuple[int, ...]:
        """One choice, as one mask per node. Raises ValueError if there is none."""
        drawn, known, random_bits = [0] * len(self._choices), self._known, rng.getrandbits
        for component, layering in self._layers:
            if layering is None:  # what comes next, what it chooses: one out of one, three times
                for _ in range(3):
                    while random_bits(1):
                        pass
                continue
            for v, local in zip(component, layering.draw(rng), strict=True):
                width, total, sums, values = known.get((v, local)) or self._kept(
                    component, v, local
                )
                found = random_bits(width)
                while found >= total:
                    found = random_bits(width)
                drawn[v] = values[bisect_right(sums, found)]
        return tuple(drawn)

    def _kept(self, component: Sequence[int], v: int, local: int) -> Wheel:
        """The choices of a node that have these parents inside its component."""
        inside, wanted = mask_of(component), mask_of(component[i] for i in bits(local))
        options = Options([(m, w) for m, w in self._options(v) if m & inside == wanted])
        if len(options) <= KEPT_OPTIONS:
            self._known[v, local] = options.wheel
        return options.wheel


def _ordered(choices: Choices, v: int) -> list[tuple[int, int]]:
    """The choices of a node with their weights, in order."""
    return sorted(choices[v].items())


def _given(choices: Choices, component: Sequence[int]) -> bool:
    """Has a node nothing to choose, and nothing to choose from?"""
    return len(component) == 1 and choices[component[0]] == {0: 1}


class _Layering:
    """The positive-term recursion over (placed nodes, last layer)."""

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self._full = (1 << len(choices)) - 1
        self._within = Within(choices, 0)
        self._options = cache(partial(_ordered, choices))
        self._total = cache(self._sum)
        self._next: dict[tuple[int, int], Wheel] = {}
        self._own: dict[tuple[int, int, int], Wheel] = {}
        self._layer: dict[tuple[int, int, int], list[tuple[int, Wheel]]] = {}

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

    def draw(self, rng: random.Random) -> list[int]:
        drawn, random_bits = [0] * len(self._choices), rng.getrandbits
        placed = last = 0
        while placed != self._full:
            width, total, sums, values = self._next.get((placed, last)) or self._layers(
                placed, last
            )
            found = random_bits(width)
            while found >= total:
                found = random_bits(width)
            layer = values[bisect_right(sums, found)]
            nodes = self._layer.get((placed, last, layer)) or self._fitting(placed, last, layer)
            for v, (width, total, sums, values) in nodes:
                found = random_bits(width)
                while found >= total:
                    found = random_bits(width)
                drawn[v] = values[bisect_right(sums, found)]
            placed, last = placed | layer, layer
        return drawn

    def _layers(self, placed: int, last: int) -> Wheel:
        """What may be the next layer."""
        options = Options(list(self._extensions(placed, last)))
        if len(options) <= KEPT_OPTIONS:
            self._next[placed, last] = options.wheel
        return options.wheel

    def _fitting(self, placed: int, last: int, layer: int) -> list[tuple[int, Wheel]]:
        """What the nodes of the next layer may choose."""
        pairs = [
            (v, self._own.get((v, placed, last)) or self._choice(v, placed, last))
            for v in bits(layer)
        ]
        if (
            all(len(values) <= KEPT_OPTIONS for _, (*_, values) in pairs)
            and len(self._layer) < KEPT_OPTIONS
        ):
            self._layer[placed, last, layer] = pairs
        return pairs

    def _choice(self, v: int, placed: int, last: int) -> Wheel:
        """What a node of the next layer may choose: something of the last one, nothing to come."""
        later, needed = ~placed, ~placed | last
        options = Options(
            [(m, w) for m, w in self._options(v) if not m & later and (not last or m & needed)]
        )
        if len(options) <= KEPT_OPTIONS:
            self._own[v, placed, last] = options.wheel
        return options.wheel


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

    @property
    def wheel(self) -> Wheel:
        """What a draw needs. Raises ValueError if there is nothing to draw from."""
        if not self._sums or not self._sums[-1]:
            raise ValueError("nothing to draw from: the space is empty")
        return self._sums[-1].bit_length(), self._sums[-1], self._sums, self._values

    def pick(self, rng: random.Random) -> int:
        """One of them, exactly by weight. Raises ValueError if there is none."""
        _, total, sums, values = self.wheel
        return values[bisect_right(sums, below(total, rng))]


def weighted_pick(options: Sequence[tuple[int, int]], rng: random.Random) -> int:
    """One of the options (value, weight), with exact integer weights."""
    return Options(options).pick(rng)
