"""Suites for the tests of harnesses: small ones, and who answers them."""

from __future__ import annotations

from pathlib import Path

import pytest

from symcause.harnesses.suite_parts.suite_run import SuiteRun, scored, suite_run
from symcause.suites.recipe.recipe_file import recipe_named
from symcause.suites.suite_builder import make_suite

TINY = """
format = "symcause.suite/1"
name = "test-tiny"
version = "1.0.0"
seed = 3
splits = { dev = 0.25, test = 0.75 }

[[part]]
name = "queries"
capability = "causal queries"
primary = "right"
family = "cpt"
problems = 6
balance = ["answer"]

[[part]]
name = "abstention"
capability = "know when it is open"
primary = "siblings told apart"
siblings = { statements = 4 }
abstain = true
"""
"""A recipe whose problems are drawn at once."""

WORDS = ("yes", "no", '{"cannot_tell": true}')
"""What may be answered to its problems."""


def tiny_recipe(folder: Path, primary: str = "right") -> Path:
    """The file of this recipe."""
    path = folder / "tiny.toml"
    path.write_text(TINY.replace('primary = "right"', f'primary = "{primary}"'), "utf-8")
    return path


def tiny_suite(factory: pytest.TempPathFactory) -> Path:
    """The suite of this recipe."""
    place = factory.mktemp("suites")
    make_suite(recipe_named(str(tiny_recipe(place))), place / "tiny")
    return place / "tiny"


def oracle(run: SuiteRun) -> dict[str, str]:
    """The right answer to every prompt, found by trying."""
    return {
        item.prompt: next(
            word for word in WORDS if scored(item.document, word, one.primary).worth.value == 1.0
        )
        for one in run.parts
        for item in one.items
    }


def right_answers(folder: Path) -> dict[str, str]:
    """The same of a whole suite."""
    return {k: v for at in ("dev", "test") for k, v in oracle(suite_run(folder, split=at)).items()}
