"""Cases for tests of synthesis: shared data, problems at random, and brute force."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.families.boolean.baselines.synthesis.difference_sets import all_differences
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.disclosure import Setting
from tests.boolean.brute import random_problem

DATA = Path(os.environ.get("SYMCAUSE_DATA", "")) / "baselines"


def shared(name: str) -> Path:
    """A shared file, or a skipped test."""
    if not os.environ.get("SYMCAUSE_DATA") or not (DATA / name).exists():
        pytest.skip("shared data are absent: set SYMCAUSE_DATA to their folder")
    return DATA / name


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in shared(name).read_text().splitlines()]


def pool(name: str) -> list[BooleanProblem]:
    return [p for p in symcause.load_pool(shared(name)) if isinstance(p, BooleanProblem)]


def problems(count: int, size: int = 4, worlds: int = 3, rows: int = 4) -> Iterator[BooleanProblem]:
    """Problems at random, the settings in turn."""
    for seed in range(count):
        setting = list(Setting)[seed % 4]
        yield random_problem(random.Random(f"synthesis {seed}"), size, setting, worlds, rows)[0]


def exists_by_orders(problem: BooleanProblem, roots: tuple[int, ...], most: int | None) -> bool:
    """Is there an explanation over these roots? By every order of the other variables."""
    differences = all_differences(problem)
    others = [v for v in range(len(problem.variables)) if v not in roots]
    for order in permutations(others):
        known = set(roots)
        for v in order:
            before = [u for u in sorted(known) if differences[v].admissible >> u & 1]
            top = len(before) if most is None else min(most, len(before))
            rows = differences[v].rows
            fits = any(
                rows.table(chosen) is not None and (chosen or before or problem.constants)
                for size in range(top + 1)
                for chosen in combinations(before, size)
            )
            if not fits:
                break
            known.add(v)
        else:
            return True
    return False
