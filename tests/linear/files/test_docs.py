"""The examples in the documentation of linear episodes are run."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

MODULES = [
    "symcause.models.exact_numbers",
    "symcause.models.equations",
    "symcause.families.linear.documents.scope_part",
    "symcause.families.linear.models.crystals",
    "symcause.families.linear.models.laboratory",
    "symcause.families.linear.scoring.answer_claims",
    "symcause.families.linear.space.distance_order",
    "symcause.models.hypotheses",
    "symcause.grammar.equations.equation_parser",
    "symcause.grammar.equations.equation_sympy",
    "symcause.grammar.equations.equation_mistakes",
    "symcause.solvers.linear.rational_algebra",
    "symcause.solvers.sat.linear_arithmetic",
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_modules(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted and not found.failed


def test_examples_in_the_page() -> None:
    found = doctest.testfile(str(ROOT / "docs" / "linear.md"), module_relative=False)
    assert found.attempted > 15 and not found.failed
