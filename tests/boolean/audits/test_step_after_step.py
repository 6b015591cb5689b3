"""Ranks of experiments step after step: what is remembered or filtered is what is worked out anew."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from symcause.families.boolean.audits.next import listed_ranks, outcome_arrays, outcome_memory
from symcause.families.boolean.audits.next.experiment_contexts import (
    contexts_of,
    experiments,
    model_outcome,
    rows_of,
    world_of,
)
from symcause.families.boolean.audits.next.experiment_ranks import rankings
from symcause.families.boolean.audits.next.listed_ranks import outcome_numbers
from symcause.families.boolean.audits.next.outcome_counts import RememberedCells
from symcause.families.boolean.audits.next.pattern_differences import PatternDifferences
from symcause.families.boolean.audits.next.pattern_words import NOTHING, PatternWords
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.mechanisms.next import experiment_ranks as ranking
from symcause.mechanisms.next.experiment_batch import Showing
from symcause.mechanisms.next.experiment_ranks import Ranking
from symcause.mechanisms.next.member_outcomes import joined_by_all
from symcause.models.disclosure import Setting
from symcause.solvers.acyclic.choice_weight import count_acyclic
from tests.amounts import amount
from tests.boolean.disambiguation_cases import random_problem


def opened(problem: BooleanProblem) -> RememberedCells:
    evidence = Evidence(problem)
    return RememberedCells(ExactSpace.of(problem, None, evidence), contexts_of(problem))


def forgotten() -> None:
    outcome_memory._memory.cache_clear()
    listed_ranks._LISTINGS.clear()


def played(problem: BooleanProblem, rng: random.Random, steps: int) -> Iterator[BooleanProblem]:
    """A problem, and what is known after each of some experiments on gold, repeated ones among them."""
    contexts = contexts_of(problem)
    asked, gold = experiments(problem, contexts, 1), problem.gold_scm
    assert gold is not None
    yield problem
    for step in range(steps):
        experiment = rng.choice(asked[: 2 + len(asked) // 2])
        few = contexts if rng.random() < 0.8 else contexts.first(1)
        rows = rows_of(model_outcome(gold, experiment, few, problem.variables), few.rows)
        problem = problem.with_worlds((world_of(f"episode_step_{step:02d}", experiment, rows),))
        yield problem


def found(problem: BooleanProblem) -> list[Ranking]:
    return list(rankings(problem, seed=1, effort=60_000))


@pytest.mark.parametrize("way", ["listing", "drawing"])
@pytest.mark.parametrize("setting", [Setting.HIDDEN_ORDER, Setting.ORDERED, Setting.HIDDEN_ROOTS])
def test_the_same_with_and_without_a_memory(
    way: str, setting: Setting, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way == "drawing":
        monkeypatch.setattr(ranking, "LISTED_OUTCOMES", 0)
        monkeypatch.setattr(ranking.InOrder, "of", lambda *_: None)
    for seed in range(amount(3, 30)):
        problem = random_problem(seed, setting, worlds=1 + seed % 2, variables=4 + seed % 2)
        steps = list(played(problem, random.Random(seed), 4))
        forgotten()
        remembered = [found(known) for known in steps]
        for known, before in zip(steps, remembered, strict=True):
            forgotten()
            assert found(known) == before


def test_a_listing_is_filtered() -> None:
    """Not only the same: it is the earlier listing that serves."""
    problem = random_problem(3, Setting.HIDDEN_ORDER, worlds=1)
    forgotten()
    filtered = 0
    for known in played(problem, random.Random(1), 5):
        cells = opened(known)
        asked = experiments(known, cells.contexts, 1)
        showing = Showing(known.variables, asked, cells.contexts)
        fresh = joined_by_all(showing, cells.branches)
        kept = listed_ranks._kept_from_before(cells, showing, asked)
        if kept is not None:
            assert kept == fresh
            filtered += 1
        listed_ranks._outcome_counts(cells, asked)
    assert filtered


def test_another_problem_is_not_filtered() -> None:
    """The same worlds but another bound on parents: a listing of its own."""
    problem = random_problem(3, Setting.HIDDEN_ORDER, worlds=1)
    forgotten()
    first, second, *_ = played(problem, random.Random(1), 1)
    found(first)
    cells = opened(replace(second, max_parents=1))
    asked = experiments(second, cells.contexts, 1)
    showing = Showing(second.variables, asked, cells.contexts)
    assert listed_ranks._kept_from_before(cells, showing, asked) is None


@pytest.mark.parametrize("places", [1 << 20, 3])
@pytest.mark.parametrize("seed", range(4))
def test_numbers_of_outcomes(seed: int, places: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listed_ranks, "OUTCOME_PLACES", places)
    problem = random_problem(seed, Setting.HIDDEN_ORDER)
    cells = opened(problem)
    asked = experiments(problem, cells.contexts, 2)
    showing = Showing(problem.variables, asked, cells.contexts)
    numbers = outcome_numbers(showing, joined_by_all(showing, cells.branches))
    members = list(cells.space.members())
    for experiment, given in zip(asked, numbers, strict=True):
        plain = Counter(
            model_outcome(m, experiment, cells.contexts, problem.variables) for m in members
        )
        assert sorted(given) == sorted(plain.values())


@pytest.mark.parametrize("seed", range(8))
def test_differences_and_patterns_and_plain_counting_agree(seed: int) -> None:
    rng = random.Random(seed)
    problem = random_problem(seed, Setting.HIDDEN_ORDER, variables=4 + seed % 3, max_parents=3)
    cells = opened(problem)
    mechanisms = [cells.mechanisms(space.variable) for space in cells.branches[0].endogenous]
    by_words = PatternWords(mechanisms)
    by_differences = PatternDifferences(len(problem.variables), mechanisms)
    states = np.array(
        [[rng.randrange(1 << len(problem.variables)) for _ in range(5)] for _ in range(40)]
    )
    new = by_words.new_rows(states)
    assert (new == by_differences.new_rows(states)).all()
    for v, one in enumerate(mechanisms):
        lines = [i for i, line in enumerate(new[v]) if (line != NOTHING).any()]
        variables = np.full(len(lines), v)
        first = by_words.fitting(variables, new[v][lines])
        assert (first == by_differences.fitting(variables, new[v][lines])).all()
        for i, counted in zip(lines, first.tolist(), strict=True):
            assert one.new_rows(states[i].tolist()) == frozenset(new[v][i].tolist()) - {NOTHING}
            for parents, number in zip(one.fitting, counted, strict=False):
                assert number == plainly(one, parents, states[i].tolist())


def plainly(one: object, parents: int, states: list[int]) -> int:
    """The functions of these parents with every row: two ways for each pattern that no row shows."""
    assert isinstance(one, outcome_memory.Mechanisms)
    outputs: dict[int, set[int]] = {}
    for state in (*one.known, *states):
        outputs.setdefault(state & parents, set()).add(bool(state & one.own))
    if any(len(shows) > 1 for shows in outputs.values()):
        return 0
    return 1 << (1 << parents.bit_count()) - len(outputs)


@pytest.mark.parametrize("nodes", range(1, 6))
def test_totals_of_acyclic_choices(nodes: int) -> None:
    rng = random.Random(nodes)
    choices = [
        [
            {mask & ~(1 << v): rng.randrange(4) for mask in rng.choices(range(1 << nodes), k=4)}
            for v in range(nodes)
        ]
        for _ in range(20)
    ]
    weights = np.array(
        [
            [
                [sum(w for mask, w in one[v].items() if not mask & ~placed) for one in choices]
                for placed in range(1 << nodes)
            ]
            for v in range(nodes)
        ]
    )
    assert outcome_arrays.totals(weights).tolist() == [count_acyclic(one) for one in choices]


def test_states_of_many_rows() -> None:
    """Columns that fit into no word."""
    rng = random.Random(0)
    for rows in (5, 62, 63, 90):
        outcomes = [tuple(rng.getrandbits(rows) for _ in range(3)) for _ in range(4)]
        plain = [
            [sum((column >> r & 1) << i for i, column in enumerate(one)) for r in range(rows)]
            for one in outcomes
        ]
        assert outcome_arrays._states(outcomes, rows).tolist() == plain


@pytest.mark.parametrize("seed", range(4))
def test_functions_are_drawn_from_their_list(seed: int) -> None:
    """Once and again, as a choice from the list would be."""
    problem = random_problem(seed, Setting.HIDDEN_ORDER, max_parents=3)
    for space in opened(problem).branches[0].endogenous:
        first, second = random.Random(seed), random.Random(seed)
        for group in [*space.weights] * 2:
            listed = list(space.functions(group))
            assert space.draw(group, first) == second.choice(listed)
