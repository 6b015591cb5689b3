"""The examples in the documentation of linear episodes are run."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

MODULES = [
    "symcause.models.numbers",
    "symcause.models.equations",
    "symcause.families.linear.documents.scope",
    "symcause.families.linear.models.crystals",
    "symcause.families.linear.models.laboratory",
    "symcause.families.linear.scoring.answering",
    "symcause.families.linear.space.nearest",
    "symcause.models.hypotheses",
    "symcause.grammar.equations",
    "symcause.grammar.equation_forms",
    "symcause.grammar.equation_mistakes",
    "symcause.solvers.rational",
    "symcause.solvers.linear_arithmetic",
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_modules(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted and not found.failed


def test_examples_in_the_page() -> None:
    found = doctest.testfile(str(ROOT / "docs" / "linear.md"), module_relative=False)
    assert found.attempted > 15 and not found.failed
