"""The examples in the documentation of text graphs are run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import symcause.families.textgraph as home

ROOT = Path(__file__).resolve().parents[3]

MODULES = [
    *(m.name for m in pkgutil.walk_packages(home.__path__, f"{home.__name__}.") if not m.ispkg),
    *("symcause.solvers.sat.maxsat", "symcause.solvers.linear.float_programmes"),
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_modules(name: str) -> None:
    assert not doctest.testmod(importlib.import_module(name)).failed


def test_examples_in_the_page() -> None:
    found = doctest.testfile(str(ROOT / "docs" / "recite.md"), module_relative=False)
    assert found.attempted > 10 and not found.failed
