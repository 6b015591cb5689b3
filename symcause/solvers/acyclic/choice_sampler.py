"""The choice sampler: exact random draws of acyclic choices.

Inclusion–exclusion has terms of both signs, so sampling takes another sum: a DAG has exactly one layering
by longest path, in which every node of a layer has a parent in the layer just before. Summing over
layerings cancels nothing, and the partial sums are the weights of the next layer.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache

from symcause.models.bit_sets import bits, mask_of
from symcause.solvers.acyclic.choice_weight import Choices
from symcause.solvers.acyclic.cycle_components import components, project
from symcause.solvers.acyclic.subset_sums import Within, signed_products


class Sampler:
    """Draws acyclic choices with probability proportional to their weight, exactly."""

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self._layers = [
            (component, _Layering(project(choices, component))) for component in components(choices)
        ]

    def draw(self, rng: random.Random) -> tuple[int, ...]:
        """One choice, as one mask per node. Raises ValueError if there is none."""
        drawn = [0] * len(self._choices)
        for component, layering in self._layers:
            inside = mask_of(component)
            for v, local in zip(component, layering.draw(rng), strict=True):
                wanted = mask_of(component[i] for i in bits(local))
                fitting = [
                    (m, w) for m, w in sorted(self._choices[v].items()) if m & inside == wanted
                ]
                drawn[v] = weighted_pick(fitting, rng)
        return tuple(drawn)


class _Layering:
    """The positive-term recursion over (placed nodes, last layer)."""

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self._full = (1 << len(choices)) - 1
        self._within = Within(choices, 0)
        self._total = cache(self._sum)

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
            layer = weighted_pick(list(self._extensions(placed, last)), rng)
            before = placed & ~last
            for v in bits(layer):
                fitting = [
                    (mask, w)
                    for mask, w in sorted(self._choices[v].items())
                    if not mask & ~placed and (not last or mask & ~before)
                ]
                drawn[v] = weighted_pick(fitting, rng)
            placed, last = placed | layer, layer
        return tuple(drawn)


def weighted_pick(options: Sequence[tuple[int, int]], rng: random.Random) -> int:
    """One of the options (value, weight), with exact integer weights."""
    total = sum(weight for _, weight in options)
    if not total:
        raise ValueError("nothing to draw from: the space is empty")
    at = rng.randrange(total)
    for value, weight in options:
        at -= weight
        if at < 0:
            return value
    raise AssertionError("weights do not add up")
