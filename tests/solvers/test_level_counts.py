"""Counts over arrays against listing, the recursion and closed forms; and what they refuse."""

from __future__ import annotations

import random
from itertools import combinations
from math import comb, isqrt

import pytest

from symcause.errors import LimitError
from symcause.solvers.acyclic import case_split, choice_weight, level_counts
from symcause.solvers.acyclic.case_split import count_by_cases
from symcause.solvers.acyclic.choice_weight import count_acyclic
from symcause.solvers.acyclic.level_counts import count_in_levels
from symcause.solvers.acyclic.recursion_size import least_sets, least_terms, steps
from tests.amounts import amount
from tests.solvers.test_acyclic import listed, random_choices
from tests.solvers.test_counting import rooted, sparse

SEEDS = [*range(60), *(pytest.param(s, marks=pytest.mark.exhaustive) for s in range(60, 600))]


@pytest.mark.parametrize("seed", SEEDS)
def test_against_listing(seed: int) -> None:
    """All sets as they are, without components; then with every set of a size placed to begin with."""
    rng = random.Random(seed)
    choices = random_choices(rng) if seed % 2 else sparse(rng, rng.randint(2, 5), 4)
    nodes = range(len(choices))
    assert count_in_levels(nodes, choices) == sum(listed(choices).values())
    for size in range(1, len(choices)):
        starts = [sum(1 << v for v in chosen) for chosen in combinations(nodes, size)]
        assert count_in_levels(nodes, choices, starts) == rooted(choices, size)


@pytest.mark.few(8)
@pytest.mark.parametrize("seed", range(60))
def test_against_the_recursion(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """More nodes, and weights of many digits, so that counts take several primes."""
    rng = random.Random(seed)
    choices = [
        {mask: weight * rng.randint(1, 10**9) for mask, weight in options.items()}
        for options in sparse(rng, rng.randint(9, amount(11, 13)), 9)
    ]
    roots = seed % 3
    monkeypatch.setattr(choice_weight, "ARRAY_TERMS", 1 << 62)
    wanted = count_acyclic(choices, roots=roots)
    monkeypatch.setattr(level_counts, "_TERMS", 64)
    monkeypatch.setattr(level_counts, "_CHUNK", 50)
    monkeypatch.setattr(choice_weight, "ARRAY_TERMS", 0)
    monkeypatch.setattr(choice_weight.Part, "recursion", None)
    assert count_acyclic(choices, roots=roots) == wanted
    assert count_by_cases(choices, 0, roots) == wanted


def test_all_dags_have_a_closed_form() -> None:
    """Robinson's recurrence for labelled DAGs; nodes may have any names."""
    dags = [1]
    for n in range(1, 9):
        terms = (
            comb(n, k) * 2 ** (k * (n - k)) * dags[n - k] * (-1) ** (k + 1) for k in range(1, n + 1)
        )
        dags.append(sum(terms))
    for n, number in list(enumerate(dags))[1:]:
        names = [3 * v + 1 for v in range(n)]
        sets = [sum(1 << names[v] for v in range(n) if s >> v & 1) for s in range(1 << n)]
        free = [{s: 1 for s in sets if not s >> name & 1} for name in names]
        assert count_in_levels(names, free) == number


def test_what_is_beyond_arrays_is_refused() -> None:
    for choices, most in (
        ([{0: 1, 2: -1}, {0: 1}], 100),
        ([{0: 1 << 62, 2: 1 << 62}, {0: 1}], 100),
        ([{0: 1}] * 64, 100),
        ([{0: 1}] * 9, 100),
    ):
        with pytest.raises(LimitError, match="too many sets for arrays"):
            count_in_levels(range(len(choices)), choices, most=most)
    assert count_in_levels([0, 1], [{2: 5}, {1: 7}]) == 0
    assert count_in_levels([0, 1], [{2: 5}, {}]) == 0


def test_how_many_terms_there_are_is_said() -> None:
    """A lower bound on the recursion, in the reason why it is not begun."""
    free = [{0: 1, **{1 << p: 1 for p in range(40) if p != v}} for v in range(40)]
    with pytest.raises(
        LimitError, match=r"too many sets to count over in at least 1\.2e\+19 steps"
    ):
        count_by_cases(free)


@pytest.mark.parametrize("seed", range(40))
def test_the_least_terms_are_fewer_than_all(seed: int) -> None:
    choices = sparse(random.Random(seed), 9, 5)
    nodes = [1 << v for v in range(9)]
    least = least_terms(nodes, [least_sets(options) for options in choices])
    assert least <= steps(nodes, choices, 10**9)


def test_moduli_are_primes_and_enough() -> None:
    found = level_counts._primes_beyond(1 << 400)
    assert len(set(found)) == len(found) == 14
    for p in found:
        assert p < 1 << 30
        assert all(p % d for d in range(2, isqrt(p) + 1))


def test_cases_are_counted_where_arrays_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice_weight.Part, "in_levels", None)
    monkeypatch.setattr(case_split, "LEVEL_TERMS", 0)
    choices = sparse(random.Random(3), 9, 5)
    assert count_by_cases(choices, 0) == count_acyclic(choices)


def test_primes_are_taken_until_their_product_is_larger(monkeypatch: pytest.MonkeyPatch) -> None:
    """No more of them than are needed: each is another count."""
    for bound, taken in ((0, 1), (10, 1), (11, 2), (76, 2), (77, 3)):
        monkeypatch.setattr(level_counts, "_primes", lambda: iter((11, 7, 5, 3)))
        assert len(level_counts._primes_beyond(bound)) == taken


def test_cases_split_where_they_decide_most() -> None:
    """The node that most sets hold for each of its own; of equals the first; none without a choice."""
    hub = [{0: 1, 2: 1}, {0: 1, 1: 1}, {1: 1, 2: 1, 3: 1, 0: 1}, {1: 1}]
    held = [sum(mask >> v & 1 for options in hub for mask in options) for v in range(4)]
    able = [v for v in range(4) if len(hub[v]) > 1]
    shares = {v: held[v] / len(hub[v]) for v in able}
    assert case_split._splitting(hub) == max(able, key=lambda v: (shares[v], -v))
    assert case_split._splitting(hub) == 0
    assert case_split._splitting([{0: 1, 2: 1}, {0: 1, 1: 1}]) == 0
    assert case_split._splitting([{2: 1}, {1: 1}]) is None
