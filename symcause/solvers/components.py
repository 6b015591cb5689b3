"""Strongly connected components of potential parents: only they can hold a cycle.

>>> components([{0b10: 1}, {0b01: 1}, {0b01: 1}])
[(0, 1), (2,)]
"""

from __future__ import annotations

from collections.abc import Sequence

from symcause.models.bits import bits, mask_of
from symcause.solvers.subset_sums import W, Weighted


def components(choices: Weighted[W]) -> list[tuple[int, ...]]:
    """Strongly connected components of the potential-parent graph, parents first (Tarjan 1972)."""
    support = [0] * len(choices)
    for v, options in enumerate(choices):
        for mask, weight in options.items():
            if weight:
                support[v] |= mask
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    found: list[tuple[int, ...]] = []
    for start in range(len(choices)):
        if start in index:
            continue
        work = [(start, iter(bits(support[start])))]
        while work:
            v, parents = work[-1]
            if v not in index:
                index[v] = low[v] = len(index)
                stack.append(v)
                on_stack.add(v)
            for p in parents:
                if p not in index:
                    work.append((p, iter(bits(support[p]))))
                    break
                if p in on_stack:
                    low[v] = min(low[v], index[p])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[v])
                if low[v] == index[v]:
                    at = stack.index(v)
                    found.append(tuple(sorted(stack[at:])))
                    on_stack.difference_update(stack[at:])
                    del stack[at:]
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
    position = {v: i for i, v in enumerate(component)}
    return [
        {mask_of(position[p] for p in bits(mask)): weight for mask, weight in options.items()}
        for options in within_component(choices, component)
    ]
