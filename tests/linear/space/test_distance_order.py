"""Graphs by distance: every acyclic choice once, in the order of a plain sort."""

from __future__ import annotations

import random
from itertools import product

import pytest

from symcause.families.linear.space.distance_order import by_distance
from symcause.models.cycles import find_cycle
from tests.amounts import amount


def _sorted(choices: list[dict[int, int]], centre: list[int]) -> list[tuple[int, ...]]:
    """All products of parent sets that have no circle, by distance and then by parent sets."""
    tables = [[mask for mask, weight in table.items() if weight] for table in choices]
    graphs = [graph for graph in product(*tables) if not find_cycle(graph)]

    def distance(graph: tuple[int, ...]) -> int:
        return sum((mask ^ own).bit_count() for mask, own in zip(graph, centre, strict=True))

    return sorted(graphs, key=lambda graph: (distance(graph), graph))


@pytest.mark.parametrize("seed", range(amount(20, 200)))
def test_graphs_come_by_distance_and_then_in_order(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(1, 5)
    choices = [
        {rng.randrange(1 << size) & ~(1 << i): rng.randint(0, 2) for _ in range(rng.randint(1, 5))}
        for i in range(size)
    ]
    centre = [rng.randrange(1 << size) & ~(1 << i) for i in range(size)]
    assert list(by_distance(choices, centre)) == _sorted(choices, centre)
    assert list(by_distance(choices)) == _sorted(choices, [0] * size)
