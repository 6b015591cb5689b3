"""Graphs of a linear space in the order of their distance from a given one.

The distance is the number of edges that one of the two graphs has and the other has not. Every variable
contributes its own part (bits in which its parent sets differ), so the graphs at distance d are the acyclic
choices whose parts add up to d; a partial choice is given up when nothing can complete it.

>>> list(by_distance([{0: 1, 2: 1}, {0: 1, 1: 1}], (2, 0)))
[(2, 0), (0, 0), (0, 1)]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from symcause.models.bit_sets import bits
from symcause.solvers.acyclic.acyclic_choices import exists_acyclic
from symcause.solvers.acyclic.choice_weight import Choices


def by_distance(choices: Choices, centre: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every acyclic choice, those nearest to *centre* first; ties in lexicographic order."""
    parts: list[dict[int, list[int]]] = []
    for table, own in zip(choices, centre, strict=True):
        part: dict[int, list[int]] = {}
        for mask in sorted(mask for mask, weight in table.items() if weight):
            part.setdefault((mask ^ own).bit_count(), []).append(mask)
        parts.append(part)
    reachable = [1]  # bit d: the nodes from here on can be d edges away
    for part in reversed(parts):
        reachable.append(0)
        for distance in part:
            reachable[-1] |= reachable[-2] << distance
    reachable.reverse()
    fixed: list[Mapping[int, int]] = [dict.fromkeys(table, 1) for table in choices]
    for distance in bits(reachable[0]):
        yield from _at(distance, parts, reachable, fixed, ())


def _at(
    distance: int,
    parts: Sequence[Mapping[int, Sequence[int]]],
    reachable: Sequence[int],
    fixed: list[Mapping[int, int]],
    chosen: tuple[int, ...],
) -> Iterator[tuple[int, ...]]:
    """The completions of a partial choice that are *distance* edges further away."""
    node = len(chosen)
    if node == len(parts):
        yield chosen
        return
    free = fixed[node]
    options = [
        (mask, part)
        for part, masks in parts[node].items()
        if part <= distance and reachable[node + 1] >> (distance - part) & 1
        for mask in masks
    ]
    for mask, part in sorted(options):
        fixed[node] = {mask: 1}
        if exists_acyclic(fixed):
            yield from _at(distance - part, parts, reachable, fixed, (*chosen, mask))
    fixed[node] = free
