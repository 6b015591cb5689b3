"""Sums of products and decision trees: least by brute force, and as the rows say."""

from __future__ import annotations

import random
from itertools import combinations, product

from symcause.families.boolean.baselines.synthesis.decision_tree import grown
from symcause.families.boolean.baselines.synthesis.sum_of_products import (
    ABSENT,
    least_sum,
    written_sum,
)
from symcause.families.boolean.space.mechanisms.local_rows import local_rows
from symcause.models.disclosure import Setting
from symcause.models.expressions import evaluate, spell
from tests.boolean.brute import random_problem


def _holds(cube: tuple[int, ...], pattern: int) -> bool:
    return all(value in (ABSENT, pattern >> j & 1) for j, value in enumerate(cube))


def _brute(inputs: int, outputs: dict[int, bool]) -> list[tuple[int, ...]]:
    """Fewest products, then literals, then the first list: over all sets of all cubes."""
    ones = [p for p, value in outputs.items() if value]
    zeros = [p for p, value in outputs.items() if not value]
    legal = [
        c for c in product((0, 1, ABSENT), repeat=inputs) if not any(_holds(c, p) for p in zeros)
    ]
    for size in range(1, len(legal) + 1):
        found = [
            list(chosen)
            for chosen in combinations(legal, size)
            if all(any(_holds(c, p) for c in chosen) for p in ones)
        ]
        if found:
            return min(found, key=lambda cs: (sum(v != ABSENT for c in cs for v in c), cs))
    raise AssertionError


def test_the_least_sum_against_all_sets_of_cubes() -> None:
    rng = random.Random("cubes")
    for _ in range(150):
        inputs = rng.choice((1, 2, 3))
        seen = rng.sample(range(1 << inputs), rng.randint(2, 1 << inputs))
        outputs = {pattern: rng.random() < 0.5 for pattern in seen}
        if len(set(outputs.values())) == 2:
            assert least_sum(inputs, outputs) == _brute(inputs, outputs)


def test_a_sum_is_written_in_its_order() -> None:
    cubes = least_sum(2, {0: False, 1: True, 2: True, 3: False})
    assert spell(written_sum(["X1", "X2"], cubes)) == "(or (and (not X1) X2) (and X1 (not X2)))"


def test_four_inputs_are_right_on_every_pattern() -> None:
    rng = random.Random("four")
    names = ["X1", "X2", "X3", "X4"]
    for _ in range(60):
        outputs = {p: rng.random() < 0.5 for p in rng.sample(range(16), 12)}
        if len(set(outputs.values())) < 2:
            continue
        written = written_sum(names, least_sum(4, outputs))
        for pattern, value in outputs.items():
            columns = {name: pattern >> j & 1 for j, name in enumerate(names)}
            assert evaluate(written, columns, 1) == value


def test_trees_agree_with_the_rows() -> None:
    for seed in range(30):
        rng = random.Random(f"tree {seed}")
        problem, _ = random_problem(rng, 4, Setting.HIDDEN_ORDER, 3, 5)
        for at, name in enumerate(problem.variables):
            rows = local_rows(name, problem.variables, problem.training)
            candidates = [u for u in range(4) if u != at]
            if rows.table(candidates) is None:
                continue
            columns = dict(zip(problem.variables, rows.columns, strict=True))
            assert evaluate(grown(rows, candidates), columns, rows.mask) == rows.ones
