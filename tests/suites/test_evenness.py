"""Check 7 on small parts: chance is not blamed, a leak is, and rules see the ids that are public."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from symcause.cli.main import cli
from symcause.families.statements.problem.problem import CLASSES
from symcause.scoring.exact_tests import chance_of
from symcause.scoring.shortcuts import shortcut_accuracies
from symcause.suites.checks.evenness import _too_often
from tests.scoring.test_shortcuts import pool

SMALL = """
format = "symcause.suite/1"
name = "tiny"
version = "1.0.0"
seed = {seed}
splits = {{ test = 1 }}
[[part]]
name = "statements"
capability = "entailment"
family = "statements"
variables = [4]
problems = 6
balance = ["label"]
primary = "right"
"""


@pytest.mark.parametrize("seed", [1, 4, 7, 11])
def test_a_small_suite_is_not_rejected_by_chance(seed: int, tmp_path: Path) -> None:
    """With an interval a rule each would have rejected these; with the own ids, too."""
    recipe, folder = tmp_path / "tiny.toml", tmp_path / "suite"
    recipe.write_text(SMALL.format(seed=seed), "utf-8")
    run = CliRunner().invoke
    assert run(cli, ["generate", "suite", str(recipe), "--out", str(folder)]).exit_code == 0
    done = run(cli, ["verify", str(folder)])
    assert done.exit_code == 0, done.output


def test_chance_is_that_of_all_outcomes() -> None:
    for cases, share in product(range(1, 6), (Fraction(1, 3), Fraction(13, 30), Fraction(1))):
        for hits in range(cases + 1):
            plain = Fraction(0)
            for outcome in product((0, 1), repeat=cases):
                good = sum(outcome)
                plain += share**good * (1 - share) ** (cases - good) if good >= hits else 0
            assert chance_of(hits, cases, share) == plain


def _blamed(labels: list[str]) -> bool:
    """Is some rule blamed for problems with these labels, one after the other?"""
    rules = shortcut_accuracies(pool(lambda place: labels[place], len(labels)))
    return any(_too_often(one, Fraction(1, 10), len(rules)) for one in rules)


@pytest.mark.parametrize("classes", [CLASSES[:2], CLASSES])
@pytest.mark.parametrize("number", [18, 30])
def test_labels_by_place_are_blamed_and_shuffled_ones_are_not(
    classes: tuple[str, ...], number: int
) -> None:
    ordered = [classes[place % len(classes)] for place in range(number)]
    assert _blamed(ordered)
    assert sum(_blamed(Random(seed).sample(ordered, number)) for seed in range(20)) <= 1
