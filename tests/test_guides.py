"""The README and every guide, walked in an empty folder: what they print is what is printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.walking import ROOT, walk

PAGES = [
    ROOT / "README.md",
    ROOT / "docs" / "package.md",
    ROOT / "docs" / "episodes.md",
    *sorted((ROOT / "docs" / "guides").glob("*.md")),
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_reader_sees_what_the_page_says(page: Path, tmp_path: Path) -> None:
    """``python -m tests.walking PAGE`` writes what is printed now."""
    number = 0
    for said in walk(page, tmp_path):
        assert said.agrees, (
            f"{said.done}\n--- the page says\n{said.expected}\n--- printed\n{said.printed}"
        )
        number += 1
    assert number, "nothing to do on this page"
