"""Node placement against looking at every node again in every round, and against the greedy order."""

from __future__ import annotations

import random

import pytest

from symcause.models.bit_sets import bits, mask_of
from symcause.solvers.acyclic.acyclic_choices import greedy_order
from symcause.solvers.acyclic.node_placement import Placement
from symcause.solvers.acyclic.recursion_size import least_sets

Rounds = list[tuple[int, int]]


def drawn(rng: random.Random) -> list[dict[int, int]]:
    """Parent sets of up to nine nodes; some nodes have none."""
    size = rng.randint(1, 9)
    choices = []
    for v in range(size):
        sets = {rng.getrandbits(size) & ~(1 << v) for _ in range(rng.choice((0, 1, 2, 5, 12)))}
        choices.append({s & rng.getrandbits(size) if rng.random() < 0.5 else s: 1 for s in sets})
    return choices


def round_by_round(choices: list[dict[int, int]], placed: int) -> tuple[int, Rounds]:
    """Every node that is left is looked at in every round; how many were left, and their parent sets."""
    told: Rounds = []
    rest = [v for v in range(len(choices)) if not placed >> v & 1]
    least = [least_sets(options) for options in choices]
    while rest:
        told.append((len(rest), sum(len(least[v]) for v in rest)))
        before = len(rest)
        for v in tuple(rest):
            if any(not mask & ~placed for mask in choices[v]):
                placed |= 1 << v
                rest.remove(v)
        if len(rest) == before:
            break
    return placed, told


def in_rounds(placement: Placement, placed: int, new: int) -> tuple[int, Rounds]:
    told: Rounds = []

    def heard(nodes: int, sets: int) -> None:
        told.append((nodes, sets))

    return placement.closed(placed, new, told=heard), told


@pytest.mark.few(15)
@pytest.mark.parametrize("seed", range(60))
def test_nodes_are_placed_in_the_same_rounds(seed: int) -> None:
    rng = random.Random(f"placed {seed}")
    for _ in range(20):
        choices = drawn(rng)
        placement = Placement(range(len(choices)), choices)
        first, told = in_rounds(placement, 0, 0)
        assert (first, told) == round_by_round(choices, 0)
        assert placement.closed(0, 0) == first
        for v in bits(placement.full & ~first):
            more = in_rounds(placement, first | 1 << v, 1 << v)
            assert more == round_by_round(choices, first | 1 << v)


@pytest.mark.few(15)
@pytest.mark.parametrize("seed", range(60))
def test_roots_come_first_and_a_barred_node_never(seed: int) -> None:
    rng = random.Random(f"rooted {seed}")
    for _ in range(20):
        choices = drawn(rng)
        left_out = rng.randrange(len(choices))
        roots = rng.getrandbits(len(choices)) & ~(1 << left_out)
        rooted = [{0: 1} if roots >> v & 1 else o for v, o in enumerate(choices)]
        placement = Placement(range(len(choices)), choices)
        assert placement.closed(roots, roots) == mask_of(greedy_order(rooted))
        barred = placement.closed(roots, roots, barred=1 << left_out)
        assert barred == mask_of(greedy_order(rooted, skip=left_out))
