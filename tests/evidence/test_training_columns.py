"""Completed rows that a model gets wrong: all rows at once against the definition, cell by cell."""

from __future__ import annotations

import random

from benchmarks.problems import hidden, make_problem
from symcause.families.boolean.space.holes.hole_search import TrainingColumns
from symcause.models.disclosure import Setting
from tests.boolean.brute import random_scm


def test_disturbed_cells_are_those_of_the_definition() -> None:
    some = 0
    for seed in range(60):
        rng = random.Random(seed)
        n = rng.randint(3, 7)
        problem = make_problem(n, 2, 2, rng.randint(1, 5), 6, Setting.HIDDEN_ORDER, seed)
        problem = hidden(problem, 0.3)
        cells = [
            (w, r, v)
            for w, world in enumerate(problem.training)
            for r, row in enumerate(world.rows)
            for v, bit in zip(problem.variables, row, strict=True)
            if bit == "?"
        ]
        columns = TrainingColumns(problem)
        for _ in range(3):
            model = random_scm(rng, rng.sample(problem.variables, n), 1, 3)
            completion = {cell: rng.randint(0, 1) for cell in cells}
            wanted = 0
            for w, world in enumerate(problem.training):
                for r, row in enumerate(world.rows):
                    state = {
                        v: bool(completion[w, r, v]) if bit == "?" else bit == "1"
                        for v, bit in zip(problem.variables, row, strict=True)
                    }
                    for v, function in model.functions.items():
                        wanted += v not in world.targets and function(state) != state[v]
            assert columns.disturbed(model, completion) == wanted
            some += wanted
    assert some
