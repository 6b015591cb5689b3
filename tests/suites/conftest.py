"""Suites that tests look at and damage, each made once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from symcause.suites.recipe.recipe import Recipe
from symcause.suites.recipe.recipe_file import recipe_named
from symcause.suites.suite_builder import make_suite

HERE = Path(__file__).parent


def recipe(name: str) -> Recipe:
    """A recipe of the tests."""
    return recipe_named(str(HERE / f"{name}.toml"))


def _made(name: str, factory: pytest.TempPathFactory) -> Path:
    folder = factory.mktemp("suites") / name
    make_suite(recipe(name), folder)
    return folder


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A suite of three quick families; nobody may change it."""
    return _made("small", tmp_path_factory)


@pytest.fixture(scope="session")
def every(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A suite with problems of all families, twins and texts; nobody may change it."""
    return _made("every", tmp_path_factory)


@pytest.fixture
def copied(tmp_path: Path) -> Callable[[Path], Path]:
    """Copies of a suite, to be damaged."""
    return lambda folder: copytree(folder, tmp_path / "suite")
