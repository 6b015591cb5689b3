"""Outcomes of next experiments counted at once: the same numbers, and the same work, as one by one."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from symcause.families.boolean.audits.next import outcome_arrays, outcome_memory
from symcause.families.boolean.audits.next.experiment_contexts import contexts_of, experiments
from symcause.families.boolean.audits.next.outcome_counts import RememberedCells
from symcause.families.boolean.models.experiments import Experiment
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.mechanisms.next.experiment_batch import Showing
from symcause.mechanisms.next.experiment_contexts import Outcome
from symcause.mechanisms.next.further_rows import states_of
from symcause.mechanisms.next.member_outcomes import shown_by_all
from symcause.models.disclosure import Setting
from symcause.solvers.acyclic.choice_sampler import Options
from tests.boolean.disambiguation_cases import random_problem

CLASSES = (None, HypothesisClass(max_parents=2), HypothesisClass(max_parents=3))


def opened(problem: BooleanProblem, hypotheses: HypothesisClass | None) -> RememberedCells:
    """The cells of a problem, of which nothing is counted yet."""
    evidence = Evidence(problem)
    return RememberedCells(ExactSpace.of(problem, hypotheses, evidence), contexts_of(problem))


def met(cells: RememberedCells, number: int, seed: int) -> list[tuple[Experiment, Outcome]]:
    """Outcomes that members show, and some that perhaps none does."""
    asked = experiments(cells.space.problem, cells.contexts, 2)
    showing, rng = Showing(cells.variables, asked, cells.contexts), random.Random(seed)
    found = []
    for _ in range(number):
        columns = showing.columns(cells.space.draw(rng))
        at = rng.randrange(len(asked))
        outcome = showing.block(columns, at)
        found.append((asked[at], outcome))
        spoilt = rng.randrange(len(outcome))
        other = [*outcome]
        other[spoilt] ^= 1 << rng.randrange(cells.contexts.rows)
        found.append((asked[at], tuple(other)))
    return found


@pytest.mark.parametrize("names", [10, 0])  # by differences of rows, by words of patterns
@pytest.mark.parametrize("hypotheses", CLASSES)
@pytest.mark.parametrize("seed", range(6))
def test_the_same_counts_and_looks(
    seed: int, hypotheses: HypothesisClass | None, names: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outcome_arrays, "DIFFERENCE_VARIABLES", names)
    outcome_memory._memory.cache_clear()
    problem = random_problem(seed, Setting.HIDDEN_ORDER)
    plain, at_once = opened(problem, hypotheses), opened(problem, hypotheses)
    if plain.space.is_empty:
        pytest.skip("no member")
    asked = met(plain, 12, seed)
    assert at_once.memory is not None
    for start in range(0, len(asked), 5):  # in portions, as a ranking asks
        few = asked[start : start + 5]
        at_once.prepare((experiment, [outcome]) for experiment, outcome in few)
        for pair in few:
            assert at_once.count(*pair) == plain.count(*pair)
            assert at_once.looks == plain.looks


@pytest.mark.parametrize("seed", range(4))
def test_prepared_and_not_prepared_are_paid_for_once(seed: int) -> None:
    problem = random_problem(seed, Setting.HIDDEN_ORDER)
    plain, mixed = opened(problem, None), opened(problem, None)
    asked = met(plain, 10, seed)
    mixed.prepare((experiment, [outcome]) for experiment, outcome in asked[::2])
    for pair in asked:
        assert (mixed.count(*pair), mixed.looks) == (plain.count(*pair), plain.looks)


@pytest.mark.parametrize("setting", [Setting.HIDDEN_ORDER, Setting.HIDDEN_ROOTS, Setting.ORDERED])
@pytest.mark.parametrize("seed", range(4))
def test_listing_without_members(seed: int, setting: Setting) -> None:
    problem = random_problem(seed, setting)
    cells = opened(problem, HypothesisClass(max_parents=2))
    if cells.space.count > 20_000:
        pytest.skip("many members")
    asked = experiments(problem, cells.contexts, 1)
    showing = Showing(cells.variables, asked, cells.contexts)
    members = Counter(showing.columns(member) for member in cells.space.members())
    assert shown_by_all(showing, cells.space.branches) == members


def test_hidden_roots_are_counted_one_by_one() -> None:
    problem = random_problem(1, Setting.HIDDEN_ROOTS)
    cells = opened(problem, None)
    assert cells.memory is None


def test_states_of_rows() -> None:
    assert states_of((0b011, 0b110), 3) == (0b01, 0b11, 0b10)
    assert states_of((0b11, 0b00), 2) == (0b01,)


def test_options_are_drawn_as_a_plain_walk_draws_them() -> None:
    rng = random.Random(5)
    for _ in range(200):
        options = [(rng.randrange(99), rng.randrange(4)) for _ in range(rng.randrange(1, 9))]
        total = sum(weight for _, weight in options)
        if not total:
            continue
        seed = rng.random()
        at = random.Random(seed).randrange(total)
        repeated = [value for value, weight in options for _ in range(weight)]
        assert Options(options).pick(random.Random(seed)) == repeated[at]
    with pytest.raises(ValueError, match="empty"):
        Options([]).pick(rng)
