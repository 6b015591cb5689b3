"""The acyclic-choice core against listing, on all small graphs and random weights."""

from __future__ import annotations

import random
from itertools import product
from math import prod

import pytest

from symcause.solvers.acyclic import (
    count_acyclic,
    enumerate_acyclic,
    exists_acyclic,
    placeable_without,
)
from symcause.solvers.sampling import Sampler, sample_acyclic

DAGS = {1: 1, 2: 3, 3: 25, 4: 543, 5: 29281, 6: 3781503, 10: 4175098976430598143}


def is_dag(masks: tuple[int, ...]) -> bool:
    placed = 0
    for _ in masks:
        for v, mask in enumerate(masks):
            if not mask & ~placed:
                placed |= 1 << v
    return placed == (1 << len(masks)) - 1


def listed(choices: list[dict[int, int]]) -> dict[tuple[int, ...], int]:
    """Every acyclic choice with its weight, by trying all combinations."""
    found = {}
    for combination in product(*(sorted(options.items()) for options in choices)):
        masks = tuple(mask for mask, _ in combination)
        weight = prod(w for _, w in combination)
        if weight and is_dag(masks):
            found[masks] = weight
    return found


def random_choices(rng: random.Random) -> list[dict[int, int]]:
    size = rng.randint(1, 4)
    choices = []
    for v in range(size):
        masks = [m for m in range(1 << size) if not m >> v & 1]
        chosen = rng.sample(masks, rng.randint(0 if rng.random() < 0.1 else 1, len(masks)))
        choices.append({m: rng.randint(0, 4) for m in chosen})
    return choices


@pytest.mark.parametrize(("size", "count"), DAGS.items())
def test_counts_labelled_dags(size: int, count: int) -> None:
    everything = [{m: 1 for m in range(1 << size) if not m >> v & 1} for v in range(size)]
    assert count_acyclic(everything) == count


@pytest.mark.parametrize("seed", range(250))
def test_agrees_with_listing(seed: int) -> None:
    rng = random.Random(seed)
    choices = random_choices(rng)
    expected = listed(choices)
    assert count_acyclic(choices) == sum(expected.values())
    assert exists_acyclic(choices) == bool(expected)
    assert list(enumerate_acyclic(choices)) == sorted(expected)
    if expected:
        start = rng.choice(sorted(expected))
        assert list(enumerate_acyclic(choices, start)) == [
            c for c in sorted(expected) if c >= start
        ]
        assert sample_acyclic(choices, rng) in expected
        for v in range(len(choices)):
            earlier = placeable_without(choices, v)
            live = {mask for mask, w in choices[v].items() if w and not mask & ~earlier}
            assert live == {chosen[v] for chosen in expected}
    else:
        with pytest.raises(ValueError, match="empty"):
            sample_acyclic(choices, rng)


def test_sampling_follows_the_weights() -> None:
    choices = [{0: 3, 2: 1, 4: 2}, {0: 1, 1: 4, 5: 1}, {0: 1, 3: 2}]
    expected = listed(choices)
    total = sum(expected.values())
    rng, draws = random.Random(0), 8000
    sampler = Sampler(choices)
    seen = dict.fromkeys(expected, 0)
    for _ in range(draws):
        seen[sampler.draw(rng)] += 1
    for masks, weight in expected.items():
        share = weight / total
        assert abs(seen[masks] / draws - share) < 5 * (share * (1 - share) / draws) ** 0.5
