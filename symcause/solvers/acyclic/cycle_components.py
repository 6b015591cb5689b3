"""Components that can hold a cycle: strongly connected nodes of acyclic choices.

>>> components([{0b10: 1}, {0b01: 1}, {0b01: 1}])
[(0, 1), (2,)]
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Generic

from msgspec import Struct

from symcause.bounds.solvers_bounds import SMALL_COMPONENT
from symcause.models.bit_lookups import renumbered
from symcause.models.bit_sets import mask_of
from symcause.solvers.acyclic.recursion_size import least_sets
from symcause.solvers.acyclic.subset_sums import W, Weighted


def components(choices: Weighted[W]) -> list[tuple[int, ...]]:
    """Strongly connected components of the potential-parent graph, parents first (Tarjan 1972)."""
    left = []  # the parents of each node that were not followed yet
    for options in choices:
        support = 0
        for mask, weight in options.items():
            if weight:
                support |= mask
        left.append(support)
    index = [0] * len(left)  # when a node was met, from 1 on
    low = [0] * len(left)
    met = on_stack = 0
    stack: list[int] = []
    found: list[tuple[int, ...]] = []
    for start in range(len(left)):
        work = [] if index[start] else [start]
        while work:
            v = work[-1]
            if not index[v]:
                met += 1
                index[v] = low[v] = met
                stack.append(v)
                on_stack |= 1 << v
            rest = left[v]
            while rest:
                bit = rest & -rest
                rest ^= bit
                p = bit.bit_length() - 1
                if not index[p]:
                    work.append(p)
                    break
                if on_stack & bit and index[p] < low[v]:
                    low[v] = index[p]
            else:
                work.pop()
                if work and low[v] < low[work[-1]]:
                    low[work[-1]] = low[v]
                if low[v] == index[v]:
                    at = stack.index(v)
                    found.append(tuple(sorted(stack[at:])))
                    on_stack ^= mask_of(stack[at:])
                    del stack[at:]
            left[v] = rest
    return found


def within_component(choices: Weighted[W], component: Sequence[int]) -> list[dict[int, W]]:
    """The choices of a component's nodes, with parents outside forgotten and weights added up."""
    inside = mask_of(component)
    found: list[dict[int, W]] = []
    for v in component:
        options: dict[int, W] = {}
        for mask, weight in choices[v].items():
            if weight:
                local = mask & inside
                options[local] = options[local] + weight if local in options else weight
        found.append(options)
    return found


def project(choices: Weighted[W], component: Sequence[int]) -> list[dict[int, W]]:
    """The same with the nodes of the component numbered from 0."""
    inside = within_component(choices, component)
    if len(component) == len(choices):
        return inside
    moved = renumbered(component)
    return [{moved(mask): weight for mask, weight in options.items()} for options in inside]


class Pieces(Struct, Generic[W], frozen=True, dict=True):
    """What choices fall into, found once for several plans."""

    choices: Weighted[W]

    @cached_property
    def components(self) -> list[tuple[tuple[int, ...], list[dict[int, W]]]]:
        """The components, with the choices inside each."""
        return [(c, within_component(self.choices, c)) for c in components(self.choices)]

    @cached_property
    def least(self) -> list[list[list[int]] | None]:
        """The parent sets that tell where nodes can stand, of components that are not small."""
        return [
            [least_sets(options) for options in inside] if len(c) > SMALL_COMPONENT else None
            for c, inside in self.components
        ]
