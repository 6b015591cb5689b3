"""The acyclic-choice core against listing, on all small graphs and random weights."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import prod
from operator import and_, or_

import pytest

from symcause.errors import LimitError
from symcause.models.bit_sets import bits, mask_of
from symcause.solvers.acyclic.acyclic_choices import (
    edge_statuses,
    enumerate_acyclic,
    exists_acyclic,
    live,
    restricted,
)
from symcause.solvers.acyclic.choice_sampler import Sampler, _Layering, weighted_pick
from symcause.solvers.acyclic.choice_weight import count_acyclic, weigh_acyclic
from symcause.solvers.acyclic.cycle_components import components, project

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
    assert count_acyclic(everything) == weigh_acyclic(everything, 1) == count


@pytest.mark.few(33)
@pytest.mark.parametrize("seed", range(250))
def test_agrees_with_listing(seed: int) -> None:
    rng = random.Random(seed)
    choices = random_choices(rng)
    expected = listed(choices)
    assert count_acyclic(choices) == weigh_acyclic(choices, 1) == sum(expected.values())
    assert exists_acyclic(choices) == bool(expected)
    assert list(enumerate_acyclic(choices)) == sorted(expected)
    if expected:
        start = rng.choice(sorted(expected))
        assert list(enumerate_acyclic(choices, start)) == [
            c for c in sorted(expected) if c >= start
        ]
        assert Sampler(choices).draw(rng) in expected
    else:
        with pytest.raises(ValueError, match="empty"):
            Sampler(choices).draw(rng)


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


@dataclass(frozen=True)
class Truncated:
    """A polynomial whose powers beyond the second are dropped: weights by number of exceptions."""

    coefficients: tuple[int, int, int]

    def __add__(self, other: Truncated) -> Truncated:
        a, b = self.coefficients, other.coefficients
        return Truncated((a[0] + b[0], a[1] + b[1], a[2] + b[2]))

    def __mul__(self, other: Truncated) -> Truncated:
        a, b = self.coefficients, other.coefficients
        square = a[0] * b[2] + a[1] * b[1] + a[2] * b[0]
        return Truncated((a[0] * b[0], a[0] * b[1] + a[1] * b[0], square))

    def __neg__(self) -> Truncated:
        a, b, c = self.coefficients
        return Truncated((-a, -b, -c))

    def __bool__(self) -> bool:
        return any(self.coefficients)


ONE = Truncated((1, 0, 0))


@pytest.mark.few(16)
@pytest.mark.parametrize("seed", range(100))
def test_weights_of_another_ring(seed: int) -> None:
    """By number of exceptions: the same as listing, and its sum over exceptions is the integer count."""
    rng = random.Random(seed)
    choices = [
        {m: Truncated((w, rng.randint(0, 2), rng.randint(0, 2))) for m, w in options.items()}
        for options in random_choices(rng)
    ]
    expected = Truncated((0, 0, 0))
    for combination in product(*(options.items() for options in choices)):
        if is_dag(tuple(mask for mask, _ in combination)):
            weight = ONE
            for _, w in combination:
                weight = weight * w
            expected = expected + weight
    assert weigh_acyclic(choices, ONE) == expected
    plain = [{m: w.coefficients[0] for m, w in options.items()} for options in choices]
    assert count_acyclic(plain) == expected.coefficients[0]


@pytest.mark.few(16)
@pytest.mark.parametrize("seed", range(100))
def test_what_occurs_agrees_with_listing(seed: int) -> None:
    choices = random_choices(random.Random(seed))
    expected = listed(choices)
    for v, (some, every) in enumerate(edge_statuses(choices)):
        masks = {chosen[v] for chosen in expected}
        assert live(choices, v) == tuple(sorted(masks))
        assert some == reduce(or_, masks, 0)
        assert every == (reduce(and_, masks) if masks else 0)
        for mask in choices[v]:
            assert exists_acyclic(restricted(choices, v, {mask})) == (mask in masks)


def walked(choices: list[dict[int, int]], rng: random.Random) -> tuple[int, ...]:
    """A draw as the sampler defines it: layer by layer, every option weighed anew."""
    drawn = [0] * len(choices)
    for component in components(choices):
        own = project(choices, component)
        layering, chosen, placed, last = _Layering(own), [0] * len(own), 0, 0
        while placed != (1 << len(own)) - 1:
            layer = weighted_pick(list(layering._extensions(placed, last)), rng)
            for v in bits(layer):
                before, options = placed & ~last, sorted(own[v].items())
                fitting = [(m, w) for m, w in options if not m & ~placed]
                chosen[v] = weighted_pick(
                    [(m, w) for m, w in fitting if not last or m & ~before], rng
                )
            placed, last = placed | layer, layer
        inside = mask_of(component)
        for v, local in zip(component, chosen, strict=True):
            wanted, options = mask_of(component[i] for i in bits(local)), sorted(choices[v].items())
            drawn[v] = weighted_pick([(m, w) for m, w in options if m & inside == wanted], rng)
    return tuple(drawn)


@pytest.mark.parametrize("seed", range(20))
def test_sampling_takes_the_random_bits_of_a_plain_walk(seed: int) -> None:
    rng = random.Random(seed)
    choices = random_choices(rng)
    choices.append({0: 1})  # a root: drawn without looking, yet its bits are taken
    first, second = random.Random(seed), random.Random(seed)
    if not count_acyclic(choices):
        with pytest.raises(ValueError, match="empty"):
            Sampler(choices).draw(first)
        return
    sampler = Sampler(choices)
    for _ in range(30):
        assert sampler.draw(first) == walked(choices, second)
        assert first.getstate() == second.getstate()


def test_a_sampler_has_a_bound() -> None:
    """What cannot be counted is not drawn from, either: drawing would take more steps still."""
    dense = [dict.fromkeys((0, *(1 << i for i in range(60) if i != v)), 1) for v in range(60)]
    with pytest.raises(LimitError, match="too many sets to count over"):
        Sampler(dense)
    few = [{0: 1, 2: 1}, {0: 1, 1: 1}]
    with pytest.raises(LimitError):
        Sampler(few, most=1)
    assert Sampler(few).draw(random.Random(0)) in {(0, 0), (2, 0), (0, 1)}
