"""What the tests of budgets share: published cases, rivals by name, policies by brute force."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.generator.rival_recipes import rival_document
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.formats.json_text import read_json
from tests.scenario.cases import data

Pair = tuple[Fraction, Fraction]
Experiment = tuple[Pair, ...]
HALF = Fraction(1, 2)
EVEN = (HALF, HALF)
NAMES = ((Fraction(0), Fraction(1)), (Fraction(1), Fraction(0)))


SIZES = {
    "budget_dichotomies.jsonl": 105,
    "budget_minimax.jsonl": 40,
    "budget_three.jsonl": 40,
    "budget_rivals.jsonl": 9,
    "budget_twins.json": 2,
    "budget_generated.json": 2,
}
"""How many cases were published: none may be missed."""


def published(name: str) -> list[Any]:
    """The cases of a file; skips where they are absent."""
    folder = os.environ.get("SYMCAUSE_DATA")
    path = Path(folder or "") / "budget" / name
    if not folder or not path.is_file():
        pytest.skip("published data are absent: set SYMCAUSE_DATA to their folder")
    text = path.read_text()
    lines = path.suffix == ".jsonl"
    found: list[Any] = [*map(json.loads, text.splitlines())] if lines else json.loads(text)
    assert len(found) == SIZES[name]
    return found


def scenario(path: Path) -> ScenarioProblem:
    return read_scenario(read_json(path.read_text()), str(path))


def demo(name: str) -> ScenarioProblem:
    """A generated scenario of the published ones."""
    return scenario(data(f"generated/{name}.scenario.json"))


def against(name: str, other: str) -> tuple[ScenarioProblem, ScenarioProblem]:
    """A scenario and its twin, or the rival of a recipe."""
    first = demo(name)
    if other == "twin":
        return first, demo(f"{name}-twin")
    return first, read_scenario(rival_document(first, other))


def experiments(told: Sequence[Any]) -> tuple[tuple[tuple[Fraction, ...], ...], ...]:
    return tuple(tuple(tuple(map(Fraction, law)) for law in own) for own in told)


def drawn(chance: Random, outcomes: int) -> Experiment:
    """A random experiment; some chances are zero."""

    def side() -> list[Fraction]:
        parts = [chance.choice((0, 1, 2, 3, 5, 7, 11)) for _ in range(outcomes)]
        parts[chance.randrange(outcomes)] += 1
        return [Fraction(part, sum(parts)) for part in parts]

    return tuple(zip(side(), side(), strict=True))


def policies(told: Sequence[Experiment], choices: Sequence[Pair], n: int) -> set[Pair]:
    """What every policy tree of n units gets under both rivals: all of them, one by one."""
    found = set(choices)
    for _ in range(n):
        after: set[Pair] = set()
        for own in told:
            for ways in product(found, repeat=len(own)):
                first = sum((p * v for (p, _), (v, _) in zip(own, ways, strict=True)), Fraction(0))
                second = sum((q * w for (_, q), (_, w) in zip(own, ways, strict=True)), Fraction(0))
                after.add((first, second))
        found = after
    return found


def histories(law: Experiment, records: int) -> list[Pair]:
    """The chances of all sequences of records."""
    found = [(Fraction(1), Fraction(1))]
    for _ in range(records):
        found = [(a * p, b * q) for a, b in found for p, q in law]
    return found
