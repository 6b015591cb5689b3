"""The sessions in the documentation of equivalence classes run as printed."""

from __future__ import annotations

import doctest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_page() -> None:
    page = ROOT / "docs/equivalence-classes.md"
    result = doctest.testfile(str(page), module_relative=False)
    assert result.attempted > 5 and result.failed == 0
