"""Proofs that a choice is smallest, beside all choices one by one."""

from __future__ import annotations

import random

import pytest

from symcause.solvers.sets.hitting_bounds import proves_fewest
from symcause.solvers.sets.hitting_sets import greedy, smallest


@pytest.mark.parametrize("seed", range(8))
def test_a_proof_is_right_and_found_where_there_are_cases_enough(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(60):
        elements = rng.randint(1, 10)
        demands = [rng.randrange(1, 1 << elements) for _ in range(rng.randint(1, 9))]
        meeting = [c for c in range(1 << elements) if all(c & demand for demand in demands)]
        fewest = min(choice.bit_count() for choice in meeting)
        for number in range(min(fewest + 3, 8)):
            assert proves_fewest(demands, number, 10**6) == (number <= fewest)
            if number > fewest:  # with few cases it may say nothing, but nothing wrong
                assert not any(proves_fewest(demands, number, few) for few in range(6))


def test_a_proof_of_a_large_pool_agrees_with_the_solver() -> None:
    rng, proven = random.Random(9), 0
    for _ in range(10):
        demands = [sum(1 << rng.randrange(300) for _ in range(40)) or 1 for _ in range(12)]
        chosen = greedy(demands, range(310))
        found = proves_fewest(demands, chosen.bit_count())
        proven += found
        assert not found or smallest(demands).bit_count() == chosen.bit_count()
    assert proven


def test_nothing_to_meet_takes_nothing() -> None:
    assert proves_fewest([], 0) and not proves_fewest([], 1) and not proves_fewest([], 3)
    assert proves_fewest([0b10], 1) and not proves_fewest([0b10], 2)
