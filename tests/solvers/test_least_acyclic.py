"""The least cost of acyclic choices against trying every order, and tables of costs against mappings."""

from __future__ import annotations

import random
from itertools import permutations

import numpy as np
import pytest

from symcause.solvers.acyclic.cost_arrays import Cost, CostTable, MaskList
from symcause.solvers.acyclic.least_cost import NEVER, Placing

Options = list[dict[int, Cost]]


def drawn(rng: random.Random, nodes: int, parts: int) -> Options:
    """Some parent sets of every node, with costs; a node may have none."""
    found: Options = []
    for v in range(nodes):
        masks = {rng.getrandbits(nodes) & ~(1 << v) for _ in range(rng.randint(0, 6))}
        masks |= {0} if rng.random() < 0.6 else set()
        found.append({m: np.array([rng.randint(0, 9) for _ in range(parts)]) for m in masks})
    return found


def least(options: Options, parts: int) -> Cost:
    """Every order; in each every node takes the cheapest set among those before it."""
    best = np.full(parts, NEVER)
    for order in permutations(range(len(options))):
        total, placed = np.zeros(parts, dtype=np.int64), 0
        for v in order:
            inside = [cost for mask, cost in options[v].items() if not mask & ~placed]
            total = total + np.min([np.full(parts, NEVER), *inside], axis=0)
            placed |= 1 << v
        best = np.minimum(best, total)
    return np.minimum(best, NEVER)


def as_tables(options: Options, parts: int) -> list[CostTable]:
    return [CostTable.of(costs, parts) for costs in options]


def cost_of(options: Options, order: list[int]) -> int:
    total, placed = 0, 0
    for v in order:
        total += min(int(c[0]) for mask, c in options[v].items() if not mask & ~placed)
        placed |= 1 << v
    return total


@pytest.mark.few(24)
@pytest.mark.parametrize("seed", range(150))
def test_least_costs_are_those_of_all_orders(seed: int) -> None:
    rng = random.Random(f"least {seed}")
    nodes, parts = rng.randint(1, 5), rng.randint(1, 3)
    options = drawn(rng, nodes, parts)
    placing = Placing.of(as_tables(options, parts) if seed % 2 else options, parts)
    expected = least(options, parts)
    assert (placing.least == expected).all()
    if expected[0] < NEVER:
        order = placing.order()
        assert sorted(order) == list(range(nodes))
        assert cost_of(options, order) == expected[0]
    node = rng.randrange(nodes)
    other = drawn(rng, nodes, parts)[node]
    inside = next(part.nodes for part in placing.parts if node in part.nodes)
    known = sum(1 << v for v in inside)
    other = {mask & known: cost for mask, cost in other.items()}  # its components stay
    changed = [other if v == node else costs for v, costs in enumerate(options)]
    table = CostTable.of(other, parts)
    expected = least(changed, parts)
    assert (placing.with_costs(node, table) == expected).all()
    if expected[0] < NEVER:
        order = placing.order_with(node, table)
        assert sorted(order) == list(range(nodes))
        assert cost_of(changed, order) == expected[0]


def test_backward_completes_forward() -> None:
    rng = random.Random("both ways")
    for _ in range(60):
        options = drawn(rng, 4, 2)
        for part in Placing.of(options, 2).parts:
            if len(part.nodes) > 1:
                assert (part.forward[-1] == part.backward[0]).all()
                together = np.minimum(part.forward + part.backward, NEVER)
                assert (together >= part.least).all()


def test_sets_of_many_nodes() -> None:
    masks = [0, 1 << 70, 1 << 70 | 1 << 3, 1 << 3]
    table = CostTable(MaskList(masks), np.arange(4)[:, None])
    order, first, parts = table.sets.within((3, 70))
    assert parts.tolist() == [0, 1, 2, 3]
    assert [masks[order[i]] for i in first] == [0, 1 << 3, 1 << 70, 1 << 70 | 1 << 3]
    assert dict(table) == {mask: i for i, mask in enumerate(masks)}
    assert table.firsts() == list(zip(masks, range(4), strict=True))


@pytest.mark.few(16)
@pytest.mark.parametrize("seed", range(100))
def test_the_rest_costs_what_all_others_cost(seed: int) -> None:
    """With every parent set of every node: the others at their cheapest, in all components."""
    rng = random.Random(f"rest {seed}")
    nodes, parts = rng.randint(2, 5), rng.randint(1, 3)
    options = drawn(rng, nodes, parts)
    placing = Placing.of(options, parts)
    free = np.zeros(parts, dtype=np.int64)
    for node in range(nodes):
        found = placing.rest(node)
        assert found.keys() == options[node].keys()
        for mask, cost in found.items():
            fixed = [{mask: free} if v == node else own for v, own in enumerate(options)]
            assert (cost == least(fixed, parts)).all()
