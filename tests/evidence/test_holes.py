"""Rows with unobserved cells: members, other members and entailed cells against listing everything."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest

from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.holed_search import HoledSearch
from tests.boolean.test_disturbed import every_model, key, noisy_problem

Completed = dict[tuple[int, int, str], int]


def holed_problem(rng: random.Random) -> tuple[BooleanProblem, HypothesisClass]:
    """A small random problem of which some cells are not shown."""
    problem, hypotheses = noisy_problem(rng)
    share, left = rng.choice((0.1, 0.3)), 5
    worlds = []
    for world in problem.worlds:
        held = {problem.variables.index(t) for t in world.targets}
        rows = []
        for row in world.rows:
            cells = list(row)
            for i in range(len(cells)):
                if i not in held and left and rng.random() < share:
                    cells[i], left = "?", left - 1
            rows.append("".join(cells))
        worlds.append(replace(world, rows=tuple(rows)))
    errors = rng.choice((0, 0, 1, 2))
    return replace(problem, worlds=tuple(worlds)), replace(hypotheses, errors=errors)


def completions(problem: BooleanProblem) -> list[Completed]:
    holes = [
        (w, r, v)
        for w, world in enumerate(problem.training)
        for r, row in enumerate(world.rows)
        for v, bit in zip(problem.variables, row, strict=True)
        if bit == "?"
    ]
    return [dict(zip(holes, bits, strict=True)) for bits in product((0, 1), repeat=len(holes))]


def cost(model: BooleanSCM, problem: BooleanProblem, completed: Completed) -> int:
    wrong = 0
    for w, world in enumerate(problem.training):
        for r, row in enumerate(world.rows):
            wrong += _row(
                model,
                problem,
                world,
                row,
                {v: b for (i, j, v), b in completed.items() if (i, j) == (w, r)},
            )
    return wrong


def _row(
    model: BooleanSCM, problem: BooleanProblem, world: World, row: str, filled: dict[str, int]
) -> int:
    state = {
        v: bool(filled[v]) if bit == "?" else bit == "1"
        for v, bit in zip(problem.variables, row, strict=True)
    }
    return sum(f(state) != state[v] for v, f in model.functions.items() if v not in world.targets)


def _leaves_a_scored_cell(problem: BooleanProblem, model: BooleanSCM) -> bool:
    return any(
        bit != "?" and v in model.functions and v not in world.targets
        for world in problem.training
        for row in world.rows
        for v, bit in zip(problem.variables, row, strict=True)
    )


@pytest.mark.parametrize("seed", range(60))
def test_members_and_entailed_cells_are_those_of_the_listing(seed: int) -> None:
    rng = random.Random(seed)
    try:
        problem, hypotheses = holed_problem(rng)
    except Exception as error:  # no scored cell is left
        assert "scored" in str(error) or "observed" in str(error)
        return
    filled = completions(problem)
    fits: dict[object, list[Completed]] = {}
    models = {}
    for model in every_model(problem, hypotheses.max_parents):
        good = [c for c in filled if cost(model, problem, c) <= hypotheses.errors]
        if good and _leaves_a_scored_cell(problem, model):
            fits[key(model)], models[key(model)] = good, model
    if len(fits) > 400:
        return
    search = HoledSearch(problem, hypotheses)
    found = [member for member in search.members() if isinstance(member, BooleanSCM)]
    assert len(found) == len({key(member) for member in found})
    assert {key(member) for member in found} == set(fits)
    every = [c for good in fits.values() for c in good]
    same = (
        {cell: every[0][cell] for cell in filled[0] if len({c[cell] for c in every}) == 1}
        if every
        else {}
    )
    assert search.entailed() == same
    for name in list(fits)[:3]:
        other = search.other(models[name])
        assert (other is None) == (len(fits) == 1)
        assert other is None or (isinstance(other, BooleanSCM) and key(other) in set(fits) - {name})


@pytest.mark.exhaustive
@pytest.mark.parametrize("block", range(10))
def test_many_more(block: int) -> None:
    for seed in range(1000 + 100 * block, 1100 + 100 * block):
        test_members_and_entailed_cells_are_those_of_the_listing(seed)
