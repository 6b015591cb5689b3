"""What a setting discloses, by definition: who may be mentioned by whom, and which root sets there are."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise
from random import Random

import pytest

from symcause.models.disclosure import Disclosure, Setting

NAMES = ("A", "B", "C", "D", "E", "F")


def cut(rng: Random, order: list[str]) -> tuple[tuple[str, ...], ...]:
    """An order in blocks."""
    ends = [0, *sorted(rng.sample(range(1, len(order)), rng.randint(1, 3))), len(order)]
    return tuple(tuple(order[low:high]) for low, high in pairwise(ends))


@pytest.mark.parametrize("seed", range(8))
def test_who_may_be_mentioned(seed: int) -> None:
    """Earlier ones of an order; those of the own block or an earlier one; else everybody but oneself."""
    rng = Random(seed)
    order = rng.sample(NAMES, len(NAMES))
    roots, blocks = tuple(order[:2]), cut(rng, order)
    block = {v: i for i, own in enumerate(blocks) for v in own}
    place = {v: i for i, v in enumerate(order)}
    ranks: dict[Disclosure, Callable[[str], int]] = {
        Disclosure(Setting.ORDERED, NAMES, roots, order=tuple(order)): place.__getitem__,
        Disclosure(Setting.BLOCK_ORDER, NAMES, roots, blocks=blocks): block.__getitem__,
        Disclosure(Setting.HIDDEN_ORDER, NAMES, roots): lambda _: 0,
        Disclosure(Setting.HIDDEN_ROOTS, NAMES, root_count=2): lambda _: 0,
    }
    for disclosure, rank in ranks.items():
        for v in NAMES:
            expected = [u for u in NAMES if u != v and rank(u) <= rank(v)]
            assert list(disclosure.admissible(v)) == expected
        known = disclosure.roots is not None
        sets = [tuple(v for v in NAMES if v in roots)] if known else list(combinations(NAMES, 2))
        assert list(disclosure.root_sets()) == sets
        assert disclosure.size_of_root_set == 2
        assert disclosure.endogenous(roots) == tuple(v for v in NAMES if v not in roots)
