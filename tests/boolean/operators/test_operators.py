"""Every operator does all that operators do; so do trial operators that are only added to the tables."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from symcause.models.variable_names import WORDS
from tests.boolean.operators.operator_conformance import CHECKS

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_an_operator_conforms(check: Callable[[str], None], word: str) -> None:
    check(word)


def test_trial_operators_conform() -> None:
    """In a process of its own: tables are read when modules are loaded."""
    order = [sys.executable, "-m", "tests.boolean.operators.trial_operators"]
    done = subprocess.run(order, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert f"{len(CHECKS)} checks of nand, implies" in done.stdout
