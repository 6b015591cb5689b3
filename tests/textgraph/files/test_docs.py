"""The examples in the documentation of text graphs are run."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("name", ["recite.md", "alignment.md"])
def test_examples_in_the_page(name: str) -> None:
    found = doctest.testfile(str(ROOT / "docs" / name), module_relative=False)
    assert found.attempted > 5 and not found.failed
