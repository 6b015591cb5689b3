"""Overlap of sets and distance of graphs against their definitions."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from symcause.scoring.overlap import Overlap, hamming_distance, overlap

Edges = set[tuple[str, str]]


@pytest.mark.parametrize(
    ("found", "true", "expected"),
    [
        (set(), set(), (1, 1, 1)),
        ({"a"}, set(), (0, 0, 0)),
        (set(), {"a"}, (0, 0, 0)),
        ({"a", "b"}, {"b", "c", "d"}, (Fraction(1, 2), Fraction(1, 3), Fraction(2, 5))),
        ({"a", "b"}, {"a", "b"}, (1, 1, 1)),
    ],
)
def test_conventions(found: set[object], true: set[object], expected: tuple[Fraction, ...]) -> None:
    result = overlap(found, true)
    assert (result.precision, result.recall, result.f1) == expected
    assert result.exact == (found == true)


def test_nothing_against_nothing_may_count_nothing() -> None:
    assert overlap(set(), set(), empty=0) == Overlap(
        Fraction(0), Fraction(0), Fraction(0), exact=True
    )
    assert overlap({"a"}, {"a"}, empty=0) == overlap({"a"}, {"a"})


@pytest.mark.few(15)
@pytest.mark.parametrize("seed", range(60))
def test_f1_is_the_harmonic_mean(seed: int) -> None:
    rng = random.Random(seed)
    found, true = ({i for i in range(8) if rng.random() < 0.5} for _ in range(2))
    result = overlap(found, true)
    if found & true:
        p, r = result.precision, result.recall
        assert result.f1 == 2 * p * r / (p + r)


def _pairs(a: Edges, b: Edges, names: str) -> int:
    """Walk all pairs: a pair costs 1 unless both graphs connect it alike."""
    return sum(
        ((u, v) in a, (v, u) in a) != ((u, v) in b, (v, u) in b) for u, v in combinations(names, 2)
    )


@pytest.mark.few(15)
@pytest.mark.parametrize("seed", range(60))
def test_distance_of_graphs(seed: int) -> None:
    rng = random.Random(seed)
    names = "ABCDE"
    order = [sorted(names, key=lambda _: rng.random()) for _ in range(2)]
    found, true = ({pair for pair in combinations(line, 2) if rng.random() < 0.4} for line in order)
    assert hamming_distance(found, true) == _pairs(found, true, names)
    assert hamming_distance(found, true, reversal=2) == len(found ^ true)
    assert hamming_distance(found, true) == hamming_distance(true, found)


def test_graphs_with_cycles_count_edges() -> None:
    """A cycle of two edges that is missing is two edges to add."""
    both: Edges = set(permutations("AB", 2))
    assert hamming_distance(set(), both) == 2
    assert hamming_distance({("A", "B")}, both) == 1
    assert hamming_distance({("A", "A")}, set()) == 1
