"""The examples in the documentation of linear episodes are run."""

from __future__ import annotations

import doctest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def test_examples_in_the_page() -> None:
    found = doctest.testfile(str(ROOT / "docs" / "linear.md"), module_relative=False)
    assert found.attempted > 15 and not found.failed
