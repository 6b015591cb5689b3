"""The best alignment: brute force on small cases, shared cases, the search's own arithmetic, speed."""

from __future__ import annotations

from random import Random

import pytest

from symcause.budgets import Meter
from symcause.families.textgraph.alignment.allowed_pairs import (
    exact_pairs,
    normalised_pairs,
    similar_pairs,
)
from symcause.families.textgraph.alignment.best_alignment import Alignment, alignments
from symcause.families.textgraph.alignment.bound_multipliers import (
    UpperBound,
    by_degrees,
    by_relaxation,
)
from symcause.families.textgraph.alignment.maxsat_alignment import best_alignment
from symcause.families.textgraph.alignment.rewired_answers import rewired, rewired_edges
from symcause.families.textgraph.alignment.swap_board import Board
from symcause.families.textgraph.alignment.tabu_search import Schedule, search
from symcause.families.textgraph.bounds import FAQ_ROUNDS
from symcause.families.textgraph.problem.alignment_task import AlignmentTask
from symcause.solvers.sat.maxsat import at_most_one, most
from tests.amounts import amount
from tests.textgraph.cases import brute_force, planted, published, random_edges, small_tasks


def _last(task: AlignmentTask, budget: Meter | None = None) -> Alignment:
    return list(alignments(task, budget=budget or Meter(20_000_000), seed=0))[-1]


def _best(task: AlignmentTask) -> dict[int, int]:
    found = best_alignment(task)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("number", [7, pytest.param(150, marks=pytest.mark.exhaustive)])
def test_every_engine_agrees_with_brute_force(number: int) -> None:
    for task in small_tasks(number):
        best = brute_force(task)
        assert task.kept_edges(_best(task)) == best
        found = search(task, 0, Schedule(), Meter())
        assert set(found.items()) <= task.pair_set and len(set(found.values())) == len(found)
        assert task.kept_edges(found) == best
        degrees, relaxed = by_degrees(task), by_relaxation(task)
        assert isinstance(relaxed, UpperBound)
        assert degrees.edges >= best and relaxed.edges >= best
        assert degrees.edges <= min(len(task.gold_edges), len(task.answer_edges))


@pytest.mark.parametrize("number", [8, pytest.param(25, marks=pytest.mark.exhaustive)])
def test_the_whole_settles_small_cases(number: int) -> None:
    for task in small_tasks(number, seed=5):
        found = _last(task)
        assert found.optimal and found.low == brute_force(task)
        assert found.certified_high >= found.low


def test_shared_alignment_cases() -> None:
    for case in published("alignment_cases.jsonl"):
        gold, answer = (
            [(f"{a:04d}", f"{b:04d}") for a, b in case[key]] for key in ("gold", "answer")
        )
        allowed = case["allowed"] and [(f"{a:04d}", f"{b:04d}") for a, b in case["allowed"]]
        found = _last(AlignmentTask.of(gold, answer, allowed))
        assert found.optimal and found.low == case["best"]


def test_a_bound_that_is_not_tight() -> None:
    """All pairs of two sparse graphs with 10 nodes: the relaxation proves 14, the optimum is 12."""
    rng = Random(1)
    gold = random_edges(rng, 10, 20)
    tasks = [AlignmentTask.of(gold, random_edges(rng, 10, 20)) for _ in range(amount(2, 4))]
    found = [_last(task) for task in tasks]
    assert all(one.optimal for one in found)
    gaps = [one for one in found if one.certified_high > one.low]
    assert gaps and all(one.proved_by == "solver" and one.high == one.low for one in gaps)


def test_rated_swaps_are_what_swaps_win() -> None:
    """The arithmetic of the search against counting, loops and forbidden pairs included."""
    import numpy as np

    rng = np.random.default_rng(3)
    for task in small_tasks(40, seed=9):
        board = Board(task)
        places = rng.permutation(board.size)
        won, before = board.gains(places), board.kept_edges(places)
        for u in range(board.size):
            for w in range(board.size):
                swapped = places.copy()
                swapped[u], swapped[w] = places[w], places[u]
                if u != w:
                    assert won[u, w] == board.kept_edges(swapped) - before
        assert task.kept_edges(board.trimmed(places)) == before


def test_nothing_to_align() -> None:
    for task in (
        AlignmentTask.of([], [("a", "b")]),
        AlignmentTask.of([("a", "b")], []),
        AlignmentTask.of([("a", "b")], [("x", "y")], []),
    ):
        found = _last(task)
        assert found.optimal and found.low == found.certified_high == 0
    empty = _last(AlignmentTask.of([], []))
    assert empty.f1(0) == 1


def test_a_loop_is_kept_by_a_loop_only() -> None:
    assert _last(AlignmentTask.of([("a", "a")], [("x", "y")])).low == 0
    assert _last(AlignmentTask.of([("a", "a"), ("a", "b")], [("x", "x"), ("x", "y")])).low == 2


def test_allowed_pairs() -> None:
    from decimal import Decimal

    assert exact_pairs(["a", "b"], ["b", "c"]) == {("b", "b")}
    found = normalised_pairs(
        ["Tax Rates", "<income>", "—"], ["tax-rate", "<Income>", "-", "<income>"]
    )
    assert found == {("Tax Rates", "tax-rate"), ("<income>", "<income>")}
    table = {
        ("a", "x"): 3,
        ("a", "y"): 3,
        ("a", "z"): 1,
        ("b", "x"): 0,
        ("b", "y"): 2,
        ("b", "z"): 2,
    }
    matrix = {pair: Decimal(value) / 10 for pair, value in table.items()}
    assert similar_pairs(matrix, threshold=Decimal("0.3")) == {("a", "x"), ("a", "y")}
    top = similar_pairs(matrix, top=1)
    assert top == {("a", "x"), ("a", "y"), ("b", "y"), ("b", "z")}


def test_rewiring_keeps_degrees() -> None:
    from collections import Counter

    rng = Random(4)
    for seed in range(20):
        names = random_edges(Random(seed), 8, 14, loops=True)
        edges = AlignmentTask.of(names, names).gold_edges
        other = rewired_edges(edges, rng)
        for end in (0, 1):
            assert Counter(e[end] for e in edges) == Counter(e[end] for e in other)
        assert len(set(other)) == len(edges)
        loops = {e for e in edges if e[0] == e[1]}
        assert {e for e in other if e[0] == e[1]} <= loops


def test_rewired_answers_are_the_yardstick() -> None:
    task = planted(20, 3, 0.8, seed=1)
    main = _last(task)
    found = rewired(main, budget=Meter(20_000_000), seed=7)
    assert found is not None and found.runs == 20 and found.high is not None
    assert all(low <= high for low, high in zip(found.low, found.high, strict=True))
    assert max(found.low) < main.f1(main.low)
    assert rewired(main, budget=Meter(20_000_000), seed=7) == found


@pytest.mark.parametrize("seconds", [0.0, 1.0])
def test_what_takes_longer_than_the_time_has_both_ends(seconds: float) -> None:
    rng = Random(2)
    task = AlignmentTask.of(random_edges(rng, 60, 90), random_edges(rng, 60, 90))
    found = _last(task, Meter(seconds=seconds))
    assert (
        found.hurried
        and not found.optimal
        and 0 < found.low < found.high == found.certified_high <= 90
    )


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("nodes", "pairs", "keep"), [(25, 3, 0.6), (80, 5, 0.3), (140, 5, 0.6), (140, 10, 0.6)]
)
def test_few_pairs_take_little_work(nodes: int, pairs: int, keep: float) -> None:
    budget = Meter(20_000_000)
    assert _last(planted(nodes, pairs, keep, seed=nodes + pairs), budget).optimal
    assert budget.spent < 1_000_000


def test_at_most_one() -> None:
    for size in (1, 3, 7, 9):
        clauses, fresh = at_most_one(list(range(1, size + 1)), size + 1)
        model = most(clauses, list(range(1, size + 1)), fresh)
        assert isinstance(model, frozenset) and len([v for v in model if v <= size]) == 1
    assert most([(1,), (-1,)], [], 1) is None


def test_the_relaxation_ends_with_its_budget() -> None:
    """And before it, as soon as a round no longer moves anything."""
    board, spent = Board(planted(20, 3, 0.8, seed=1)), []
    for limit in (1, 10**9):
        budget = Meter(limit)
        assert sorted(board.relaxed(budget).tolist()) == [*range(board.size)]
        spent.append(budget.spent)
    one, whole = spent
    assert whole % one == 0 and one < whole < FAQ_ROUNDS * one
