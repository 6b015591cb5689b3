"""The smoke test knows meaning: of every family a second opinion, and a forgery that is refused."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from symcause.registry import FAMILIES, family
from tests.conftest import LONG, MEANING

TESTS = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_is_compared_and_its_forgeries_are_refused(name: str) -> None:
    """The first test compares engines; the second is about certificates, where a family has some."""
    comparing, *forging = MEANING[name]
    assert comparing.startswith(f"{name}/")
    assert len(forging) == (family(name).verifier is not None)
    assert all("certif" in test or "forg" in test for test in forging)


@pytest.mark.parametrize("test", sorted({test for tests in MEANING.values() for test in tests}))
def test_what_is_listed_is_there_and_runs(test: str) -> None:
    module, _, name = test.partition("::")
    tree = ast.parse((TESTS / f"{module}.py").read_text(encoding="utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert name not in LONG
