"""Graphs of a linear space in the order of their distance from a given one.

The distance is the number of edges that one of the two graphs has and the other has not. Every variable
contributes its own part (bits in which its parent sets differ), so the graphs at distance d are the acyclic
choices whose parts add up to d; a partial choice is given up when nothing can complete it.

>>> list(by_distance([{0: 1, 2: 1}, {0: 1, 1: 1}], (2, 0)))
[(2, 0), (0, 0), (0, 1)]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

from symcause.models.bit_sets import bits
from symcause.solvers.acyclic.acyclic_choices import enumerate_acyclic
from symcause.solvers.acyclic.choice_weight import Choices


def by_distance(choices: Choices, given: Sequence[int] | None = None) -> Iterator[tuple[int, ...]]:
    """Every acyclic choice, nearest first to the *given* one, or to that without edges.

    Ties in lexicographic order.
    """
    centre = [0] * len(choices) if given is None else given
    parts: list[dict[int, list[int]]] = [{} for _ in choices]
    for part, table, own in zip(parts, choices, centre, strict=True):
        for mask in (mask for mask, weight in table.items() if weight):
            part.setdefault((mask ^ own).bit_count(), []).append(mask)
    reachable = [1]  # bit d: the nodes from here on can be d edges away
    for part in reversed(parts):
        reachable.append(0)
        for distance in part:
            reachable[-1] |= reachable[-2] << distance
    reachable.reverse()

    def offered(distance: int, chosen: tuple[int, ...]) -> list[int]:
        """What the next node may take, so that the others can make up the distance."""
        left = distance - sum(
            [(m ^ own).bit_count() for m, own in zip(chosen, centre, strict=False)]
        )
        later = reachable[len(chosen) + 1]
        fitting = [
            masks
            for part, masks in parts[len(chosen)].items()
            if part <= left and later >> (left - part) & 1
        ]
        return sorted(chain.from_iterable(fitting))

    for distance in bits(reachable[0]):
        yield from enumerate_acyclic(choices, offered=partial(offered, distance))
