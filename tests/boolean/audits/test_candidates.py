"""Candidate worlds that are drawn side by side, and what is known of them without making them."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from symcause.api import load
from symcause.families.boolean.audits.disambiguation.boolean_pool import BooleanPool
from symcause.families.boolean.audits.disambiguation.world_search import (
    by_preference,
    disambiguate,
    input_sets,
    settling_worlds,
)
from symcause.families.boolean.audits.pool import row_choice
from symcause.families.boolean.audits.pool.gold_interventions import Setup, intervene, intervene_all
from symcause.families.boolean.audits.pool.world_pool import (
    PoolOptions,
    candidate_worlds,
    candidates,
)
from symcause.families.boolean.generator.drafts.disclosure_variants import variant
from symcause.families.boolean.generator.drafts.draft_search import draft
from symcause.families.boolean.generator.option_weights import FINE, Weighted, parts
from symcause.families.boolean.generator.presets import preset
from symcause.families.boolean.models.word_bits import count_by_halves
from symcause.families.boolean.models.worlds import Mode
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.mechanisms.evidence_extension import Extended
from symcause.families.boolean.space.mechanisms.local_rows import first_rows
from symcause.models.disclosure import Setting
from tests.boolean.second_candidates import second_candidates

OPTIONS = (
    PoolOptions(size=120, seed=1),
    PoolOptions(size=90, rows=3, seed=2),
    PoolOptions(size=40, rows=1, seed=3),
    PoolOptions(size=60, targets=1, seed=4),
    PoolOptions(size=300, targets=2, seed=5),
    PoolOptions(size=30, targets=4, seed=6),
)


def _problem(name: str, seed: int) -> BooleanProblem:
    chosen = replace(preset(name), certifiable=False)
    made = draft(chosen, f"candidates-{seed}", PoolOptions())
    worlds = (*made.training.worlds[: 3 + seed], *made.heldout)
    setting = list(Setting)[seed % len(Setting)]
    return variant(made.latent, setting, worlds, chosen.max_parents, random.Random(seed))


PROBLEMS = [
    _problem(name, seed)
    for seed, name in enumerate(
        ("hs_n6_easy_calibration", "hs_n8_bridge", "vhs_n8_dense", "n8_twelve_rows", "n12_sparse")
    )
]


@pytest.mark.parametrize("problem", PROBLEMS, ids=range(len(PROBLEMS)))
@pytest.mark.parametrize("options", OPTIONS, ids=range(len(OPTIONS)))
def test_a_pool_is_what_drawing_one_by_one_gives(
    problem: BooleanProblem, options: PoolOptions
) -> None:
    gold = problem.gold_scm
    assert gold is not None
    probes = list(input_sets(problem, problem.default_class(), gold))[:150]
    expected = second_candidates(problem, gold, options, probes)
    assert candidate_worlds(problem, gold, options, probes) == expected
    assert candidate_worlds(problem, gold, options) == second_candidates(problem, gold, options, ())


@pytest.mark.parametrize("words", [1, 64, 4096])
def test_a_pool_is_the_same_however_many_are_looked_at_together(
    words: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = PROBLEMS[0]
    gold, options = problem.gold_scm, PoolOptions(size=60)
    assert gold is not None
    probes = list(input_sets(problem, problem.default_class(), gold))[:60]
    expected = candidate_worlds(problem, gold, options, probes)
    monkeypatch.setattr(row_choice, "_AT_ONCE", words)
    assert candidate_worlds(problem, gold, options, probes) == expected


@pytest.mark.parametrize("problem", PROBLEMS, ids=range(len(PROBLEMS)))
def test_a_pool_answers_as_the_worlds_it_stands_for(problem: BooleanProblem) -> None:
    gold = problem.gold_scm
    assert gold is not None
    made = candidates(problem, gold, PoolOptions(size=80))
    worlds = tuple(made)
    assert made[3:9:2] == worlds[3:9:2] and made[-1] == worlds[-1] and len(made) == len(worlds)
    assert by_preference(made) == by_preference(worlds)
    quick, plain = BooleanPool(problem.variables, made), BooleanPool(problem.variables, worlds)
    for i, name in enumerate(problem.variables):
        first = first_rows(name, worlds)
        assert made.first_rows(name) == first
        assert list(made.first_rows(name)) == list(first)  # in the same order, too
        for inputs in ((), (0,), (1, 2), (0, 2, 3)):
            assert quick.patterns(i, inputs) == plain.patterns(i, inputs)


@pytest.mark.parametrize("problem", PROBLEMS, ids=range(len(PROBLEMS)))
def test_extended_evidence_is_evidence_of_all_worlds(problem: BooleanProblem) -> None:
    gold, rng = problem.gold_scm, random.Random(0)
    assert gold is not None
    made = candidates(problem, gold, PoolOptions(size=60))
    before = Evidence(problem)
    assert ExactSpace.of(problem, evidence=before).count > 0
    repeated = Extended(before, problem.training[:2])
    assert all(repeated.rows(v) is before.rows(v) for v in problem.variables)
    choices = [[made[i] for i in rng.sample(range(len(made)), k)] for k in (0, 1, 2, 5)]
    found = [Extended(before, chosen) for chosen in choices]
    found += [Extended(before, made, made.first_rows), Extended(found[2], choices[3]), repeated]
    for evidence in found:
        plain = Evidence(problem, evidence.worlds)
        for name in problem.variables:
            assert evidence.rows(name) == plain.rows(name)
        quick, slow = (ExactSpace.of(problem, evidence=e) for e in (evidence, plain))
        assert quick.tally.choices == slow.tally.choices
        assert quick.count == slow.count


def test_many_interventions_are_simulated_as_one_by_one() -> None:
    problem = PROBLEMS[4]
    gold, rng = problem.gold_scm, random.Random(1)
    assert gold is not None
    setups = [Setup(Mode.NONE, ())]
    for _ in range(60):
        targets = tuple(rng.sample(problem.variables, rng.randint(1, 5)))
        mode = rng.choice((Mode.CONSTANT, Mode.ASSIGNED))
        values = tuple(rng.getrandbits(1) for _ in targets) if mode is Mode.CONSTANT else ()
        setups.append(Setup(mode, targets, values))
    for most in (256, 16):  # of many contexts a random part
        one, all_ = random.Random(2), random.Random(2)
        together = intervene_all(gold, problem.variables, setups, all_, most)
        for number, setup in enumerate(setups):
            lines = together.table[together.starts[number] : together.starts[number + 1]]
            assert np.array_equal(lines, intervene(gold, problem.variables, setup, one, most).table)


def test_worlds_that_settle_are_those_of_the_search() -> None:
    options = PoolOptions(size=200)
    for problem in (load("examples/unique.json"), load("examples/ambiguous.json"), PROBLEMS[1]):
        assert isinstance(problem, BooleanProblem)
        found = disambiguate(problem, options=options)
        wanted = found.worlds if found.count_after == 1 else None
        assert settling_worlds(problem, options) == wanted


def test_bits_are_counted_by_halves() -> None:
    rng = random.Random(3)
    words = [rng.getrandbits(64) >> rng.randrange(64) for _ in range(500)] + [0, (1 << 64) - 1]
    counted = count_by_halves(np.array(words, dtype=np.uint64))
    assert counted.tolist() == [word.bit_count() for word in words]


def test_weights_and_shares_are_exact() -> None:
    modes = preset("hs_n8_bridge").modes
    weighted, total = Weighted.of(modes), sum(weight for _, weight in modes)
    whole = weighted.ends[-1]
    for i, (option, weight) in enumerate(modes):
        before = weighted.ends[i - 1] if i else 0
        assert (weighted.options[i], weighted.ends[i] - before) == (option, whole * weight / total)
    for share, least in zip(
        preset("hs_n8_bridge").levels, parts(preset("hs_n8_bridge").levels), strict=True
    ):
        assert least - 1 < share * FINE <= least
