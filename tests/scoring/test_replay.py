"""Replay against plain definitions: one row and one cell at a time, and one world at a time."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.interpreting import interpret
from symcause.families.boolean.models.functions import compile_expression
from symcause.families.boolean.models.replay import replay as replay_world
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.scoring.check.checker import check
from symcause.families.boolean.scoring.check.replay_scores import ReplayEvidence, SplitReplay
from symcause.models.disclosure import Disclosure, Setting
from tests.properties import patient
from tests.scoring.cases import (
    GOLD,
    ROOTS,
    VARIABLES,
    all_assignments,
    demo,
    mechanisms,
    plain_replay,
    random_problem,
    random_text,
)


def _figures(split: SplitReplay) -> tuple[int, ...]:
    return split.worlds, split.exact_worlds, split.cells, split.right_cells


@pytest.mark.few(15)
@pytest.mark.parametrize("seed", range(60))
def test_agrees_with_the_definition(seed: int) -> None:
    problem, answers = random_problem(seed)
    evidence = ReplayEvidence(problem.variables, problem.worlds)
    for answer in answers:
        found = evidence.replay(problem.compiled(answer))
        assert _figures(found.train) == plain_replay(problem, answer, Split.TRAIN)
        assert _figures(found.heldout) == plain_replay(problem, answer, Split.HELDOUT)
    assert evidence.replay(problem.compiled(answers[0])).train_exact


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(60, 90))
def test_agrees_with_the_trusted_kernel_world_by_world(seed: int) -> None:
    problem, answers = random_problem(seed)
    evidence = ReplayEvidence(problem.variables, problem.worlds)
    for answer in answers:
        model = problem.compiled(answer)
        found = evidence.replay(model)
        for split, worlds in ((found.train, problem.training), (found.heldout, problem.heldout)):
            single = [r for w in worlds if (r := replay_world(model, w, problem.variables)).errors]
            assert split.worlds == len(single)
            assert split.exact_worlds == sum(r.exact for r in single)
            assert split.cells == sum(r.cells for r in single)
            assert split.right_cells == sum(r.cells - r.wrong for r in single)
            wrong = next((r for r in single if not r.exact), None)
            assert (split.first.world if split.first else None) == (wrong and wrong.world.id)


@patient(max_examples=40)
@given(st.integers(0, 10_000), st.randoms(use_true_random=False))
def test_replay_never_reads_a_scored_cell(seed: int, rng: random.Random) -> None:
    """Whatever stands in the scored cells, the model computes the same values."""
    problem, answers = random_problem(seed)
    model = problem.compiled(answers[1])
    scrambled = []
    for world in problem.worlds:
        scored = {v for v in model.endogenous if v not in world.targets}
        rows = tuple(
            "".join(
                rng.choice("01") if v in scored else bit
                for v, bit in zip(problem.variables, row, strict=True)
            )
            for row in world.rows
        )
        scrambled.append(replace(world, rows=rows))
    before = ReplayEvidence(problem.variables, problem.worlds).run(model)
    assert ReplayEvidence(problem.variables, scrambled).run(model) == before


@patient(max_examples=60)
@given(st.randoms(use_true_random=False))
def test_compiled_and_interpreted_evaluation_agree(rng: random.Random) -> None:
    names = ("A", "B", "C", "D")
    expression = mechanisms({"Y": random_text(rng, names, 4)}).mechanisms["Y"]
    function = compile_expression(expression)
    for state in all_assignments(names):
        assert function(state) == interpret(expression, state)


def test_worlds_without_scored_cells_count_in_no_average() -> None:
    problem = demo()
    full = World("all", Split.TRAIN, Mode.ASSIGNED, ("X3", "X4", "X5"), ("00000", "11111"))
    more = World("out", Split.HELDOUT, Mode.ASSIGNED, ("X3", "X4", "X5"), ("00000",))
    wider = problem.with_worlds((full, more))
    answer = {"mechanisms": {**GOLD, "X5": "(xor X3 X4)"}}
    one, other = check(problem, answer), check(wider, answer)
    assert one.train_world_exact == other.train_world_exact == Fraction(0, 3)
    assert one.replay is not None and other.replay is not None
    assert other.replay.train.worlds == one.replay.train.worlds == 3
    assert other.replay.heldout == one.replay.heldout


def test_without_heldout_worlds_their_metrics_are_null() -> None:
    problem = demo()
    trained = replace(problem, worlds=problem.training)
    for answer in ({"mechanisms": GOLD}, {"mechanisms": {}}):
        result = check(trained, answer)
        assert result.heldout_exact is None and result.heldout_world_exact is None
    assert check(trained, {"mechanisms": GOLD}).passed


def test_heldout_exact_needs_exact_training_worlds() -> None:
    """An answer that is wrong only in training worlds is not held-out exact."""
    problem = demo()
    flipped = tuple(
        replace(w, rows=tuple(r[:4] + "10"[int(r[4])] for r in w.rows))
        if w.split is Split.TRAIN
        else w
        for w in problem.worlds
    )
    result = check(replace(problem, worlds=flipped), {"mechanisms": GOLD})
    assert result.heldout_world_exact == 1
    assert result.heldout_exact is False and not result.train_exact


def test_roots_that_leave_nothing_scored_are_not_train_exact() -> None:
    worlds = (World("w", Split.TRAIN, Mode.ASSIGNED, ("X2",), ("01", "10")),)
    problem = replace(
        demo(Setting.HIDDEN_ROOTS),
        disclosure=Disclosure(Setting.HIDDEN_ROOTS, ("X1", "X2"), root_count=1),
        worlds=worlds,
        gold=None,
    )
    result = check(problem, {"roots": ["X1"], "mechanisms": {"X2": "X1"}})
    assert result.valid and not result.train_exact and result.train_world_exact == 0


def test_retention_and_the_first_mismatch() -> None:
    result = check(demo(), {"mechanisms": {**GOLD, "X3": "X1"}})
    assert result.replay is not None
    train, heldout = result.replay.train.world_rate, result.replay.heldout.world_rate
    assert train and heldout is not None
    assert result.replay.retention == heldout / train
    first = result.replay.train.first
    assert first is not None and first.predicted != first.expected
    world = next(w for w in demo().worlds if w.id == first.world)
    seen = world.rows[first.row][VARIABLES.index(first.variable)]
    assert int(seen) == first.expected
    assert set(ROOTS).isdisjoint({first.variable})
