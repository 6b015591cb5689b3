"""Splits: what belongs together is in one of them, whatever it is called there."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from symcause.suites.draws.split_shares import grouped
from symcause.suites.folder.suite_folder import SuiteFolder
from symcause.suites.folder.suite_reader import read_suite
from symcause.suites.recipe.recipe_file import recipe_named
from symcause.suites.suite_builder import make_suite

RECIPE = """
format = "symcause.suite/1"
name = "named-values"
version = "1.0.0"
seed = 5
splits = { dev = 0.5, test = 0.5 }

[[part]]
name = "finite"
capability = "find the mechanism"
primary = "right"
family = "finite"
problems = 2

[[part]]
name = "texts"
capability = "the same from texts"
primary = "paired difference to the neutral table"
renderings_of = ["finite"]
themes = ["neutral", "farm"]
styles = ["story", "table"]
problems = 8
"""


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("suites")
    (place / "recipe.toml").write_text(RECIPE, "utf-8")
    make_suite(recipe_named(str(place / "recipe.toml")), place / "made")
    return place / "made"


def test_texts_stay_with_their_problem_whose_values_have_other_names(suite: Path) -> None:
    """Values by name change the canonical form: a text is known by the problem that it was made of."""
    entries = read_suite(SuiteFolder(suite)).suite.entries
    splits: defaultdict[str, set[str]] = defaultdict(set)
    for entry in entries:
        about = entry.whole.rendering
        splits[entry.whole.id if about is None else str(about["of"])].add(entry.split)
    assert len(splits) == 2 and len(entries) > 6
    assert all(len(where) == 1 for where in splits.values())
    assert set().union(*splits.values()) == {"dev", "test"}


def test_a_text_and_its_problem_are_one_group(suite: Path) -> None:
    wholes = [entry.whole for entry in read_suite(SuiteFolder(suite)).suite.entries]
    numbers = grouped(wholes, gold=False)
    of = [one.id if one.rendering is None else str(one.rendering["of"]) for one in wholes]
    pairs = set(zip(of, numbers, strict=True))
    assert len(pairs) == len(set(of)) == len(set(numbers)) == 2
    assert len({one.canonical for one in wholes}) > 2
