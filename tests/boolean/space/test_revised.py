"""Spaces that follow changes of the evidence, against fresh ones: worlds more or fewer, cells flipped."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from benchmarks.problems import hidden, make_problem
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.boolean_space import BooleanSpace
from symcause.families.boolean.space.hole_space import HoledSpace
from symcause.families.boolean.space.mechanisms import parent_counts
from symcause.families.boolean.space.mechanisms.evidence_extension import Revised
from symcause.families.boolean.space.space_choice import open_space
from symcause.models.disclosure import Setting
from tests.amounts import amount
from tests.boolean.brute import members

SEQUENCES, BLOCKS = amount(60, 2_000), 10
"""Sequences of changes, and what they are parted into."""

LISTED = 60
"""Spaces up to this size are compared member by member."""


def flipped(rng: random.Random, problem: BooleanProblem) -> BooleanProblem:
    """One cell of a training world shows the other value; targets keep theirs."""
    at = rng.choice([i for i, world in enumerate(problem.worlds) if world in problem.training])
    world = problem.worlds[at]
    free = [i for i, v in enumerate(problem.variables) if v not in world.targets]
    if not free:
        return problem
    r, i = rng.randrange(len(world.rows)), rng.choice(free)
    row = world.rows[r]
    rows = list(world.rows)
    rows[r] = row[:i] + "10"[int(row[i])] + row[i + 1 :]
    worlds = [*problem.worlds]
    worlds[at] = replace(world, rows=tuple(rows))
    return replace(problem, worlds=tuple(worlds))


def changed(
    rng: random.Random, problem: BooleanProblem, further: list[World]
) -> tuple[str, BooleanProblem]:
    """What changes; the first world, in which nothing is set, stays."""
    kind = rng.choice(("more", "more", "fewer", "flip", "last"))
    if kind == "more" and further:
        return kind, problem.with_worlds((further.pop(),))
    if kind in ("fewer", "last") and len(problem.training) > 1:
        gone = problem.training[-1] if kind == "last" else rng.choice(problem.training[1:])
        further.append(gone)
        return kind, problem.without(gone.id)
    return "flip", flipped(rng, problem)


def compare(space: BooleanSpace, fresh: BooleanSpace) -> None:
    """The same in every respect, orders of listings included."""
    assert type(space) is type(fresh)
    assert space.problem == fresh.problem
    count = fresh.count()
    assert space.count() == count
    assert space.edges() == fresh.edges()
    assert space.open_variables() == fresh.open_variables()
    for variable in fresh.problem.variables:
        own, other = (s.rows.local_space(variable, s.hypotheses).weights for s in (space, fresh))
        assert list(own.items()) == list(other.items())
        assert space.rows.rows(variable) == fresh.rows.rows(variable)
    assert space.pick() == fresh.pick()
    if isinstance(count, int) and 0 < count <= LISTED:
        assert list(space.members()) == list(fresh.members())
        assert list(space.simplest()) == list(fresh.simplest())
    if count:
        assert space.draw(random.Random(1)) == fresh.draw(random.Random(1))


@pytest.mark.parametrize("block", range(BLOCKS))
def test_sequences_of_changes(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each space comes from the one before; all sets at once, or one by one."""
    kept = 0
    for number in range(block, SEQUENCES, BLOCKS):
        rng = random.Random(f"changes {number}")
        monkeypatch.setattr(parent_counts, "_ALL_AT_ONCE", rng.choice((0, 24)))
        problem, further = drawn(rng)
        hypotheses = rng.choice(
            (None, HypothesisClass(2), HypothesisClass(3), HypothesisClass(max_ast=5))
        )
        space = open_space(problem, hypotheses)
        for _ in range(5):
            if rng.random() < 0.8:
                space.count()
            _, problem = changed(rng, problem, further)
            space = space.reopened(problem)
            kept += isinstance(space.evidence, Revised)
            compare(space, open_space(problem, hypotheses))
    assert kept


def drawn(rng: random.Random) -> tuple[BooleanProblem, list[World]]:
    """A problem, and worlds that may be added to it; some contradict it."""
    n, setting = rng.randint(4, 7), rng.choice(list(Setting))
    whole = make_problem(n, 2, 3, rng.randint(4, 7), 6, setting, rng.randrange(10**6))
    worlds = [*whole.worlds]
    further = [worlds.pop() for _ in range(len(worlds) // 2)]
    if rng.random() < 0.2:
        other = make_problem(n, 2, 3, 3, 6, setting, rng.randrange(10**6))
        further += [replace(w, id=f"other_{i}") for i, w in enumerate(other.worlds)]
    return replace(whole, worlds=tuple(worlds)), further


@pytest.mark.few(4)
@pytest.mark.parametrize("seed", range(60))
def test_many_candidates(seed: int) -> None:
    """More of them than are looked at at once: further rows leave some of the sets that fitted."""
    rng = random.Random(f"many {seed}")
    whole = make_problem(19, 3, 3, 14, 9, Setting.HIDDEN_ORDER, seed)
    problem, further = replace(whole, worlds=whole.worlds[:9]), [*whole.worlds[9:]]
    space = open_space(problem)
    for _ in range(4):
        space.open_variables()
        _, problem = changed(rng, problem, further)
        space, fresh = space.reopened(problem), open_space(problem)
        for variable in problem.disclosure.endogenous(problem.disclosure.roots or ()):
            own, other = (
                s.rows.local_space(variable, s.hypotheses).weights for s in (space, fresh)
            )
            assert list(own.items()) == list(other.items())


@pytest.mark.few(6)
@pytest.mark.parametrize("seed", range(40))
def test_against_listing(seed: int) -> None:
    """Three variables, every model listed after every change."""
    rng = random.Random(seed)
    setting = list(Setting)[seed % 4]
    whole = make_problem(3, 1, 2, 4, 3, setting, seed)
    problem, further = replace(whole, worlds=whole.worlds[:2]), [*whole.worlds[2:]]
    space = open_space(problem)
    for _ in range(4):
        space.count()
        _, problem = changed(rng, problem, further)
        space = space.reopened(problem)
        assert set(space.members()) == set(members(problem, problem.max_parents))


def test_what_was_counted_is_not_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = make_problem(8, 3, 3, 8, 11, Setting.HIDDEN_ORDER, 1)
    space = open_space(problem)
    wanted = space.count()
    again = replace(problem.worlds[3], id="again")
    monkeypatch.setattr(parent_counts, "fitting_functions", None)
    monkeypatch.setattr(
        "symcause.families.boolean.space.mechanisms.class_evidence.fitting_functions", None
    )
    assert space.given(again).count() == wanted  # nothing new is shown
    assert space.given(again).reopened(problem).count() == wanted


def test_a_change_may_need_another_space() -> None:
    """A world with a cell that was not observed, and back."""
    problem = make_problem(5, 2, 3, 4, 6, Setting.HIDDEN_ORDER, 1)
    holed = replace(hidden(problem, 0.3).worlds[1], id="holed")
    space = open_space(problem)
    space.count()
    found = space.given(holed)
    assert type(found) is HoledSpace
    assert found.count() == open_space(found.problem).count()
    back = found.reopened(problem)
    assert type(back) is BooleanSpace
    assert back.count() == space.count()
