"""Option arrays and sums over bit sets: against the definition, few and many."""

from __future__ import annotations

import random

import pytest

from symcause.models.bit_lookups import renumbered, summed
from symcause.models.bit_sets import bits, mask_of
from symcause.solvers.acyclic import option_arrays
from symcause.solvers.acyclic.option_arrays import OptionArrays


@pytest.mark.parametrize("nodes", [5, 40, 62, 63, 64, 90])
@pytest.mark.parametrize("number", [0, 3, 400])
def test_arrays_say_what_the_definition_says(nodes: int, number: int) -> None:
    rng = random.Random(f"{nodes} {number}")
    sets = {mask_of(rng.sample(range(nodes), rng.randint(0, 4))) for _ in range(number)}
    for most in (9, 2**40, 2**70):
        options = {mask: rng.randint(1, most) for mask in sets}
        node = OptionArrays(options)
        assert node.total == sum(options.values())
        some, later = rng.getrandbits(nodes), rng.getrandbits(nodes) & rng.getrandbits(nodes)
        assert node.within(some) == sum(w for m, w in options.items() if not m & ~some)
        for parent in range(nodes):
            assert node.held(parent) == sum(w for m, w in options.items() if m >> parent & 1)
        for kept in (some, ~some):
            cut: dict[int, int] = {}
            for mask, weight in options.items():
                if not mask & later:
                    cut[mask & kept] = cut.get(mask & kept, 0) + weight
            left = sum(not mask & later for mask in options)
            assert node.cut(later, kept) == (cut, left)


def test_many_small_ones_are_arrays() -> None:
    options = dict.fromkeys(range(option_arrays.ARRAY_OPTIONS), 1)
    assert OptionArrays(options)._arrays is not None
    assert OptionArrays({**options, 1 << 63: 1})._arrays is None


def test_sums_over_sets_are_taken_by_bytes() -> None:
    rng = random.Random("bytes")
    for _ in range(200):
        members = sorted(rng.sample(range(70), rng.randint(0, 20)))
        worth = {member: rng.randint(0, 99) for member in members}
        mask = rng.getrandbits(rng.choice((3, 20, 100)))
        assert summed(worth)(mask) == sum(worth.get(b, 0) for b in bits(mask))
        assert renumbered(members)(mask) == mask_of(
            members.index(b) for b in bits(mask) if b in members
        )
