"""The README and every guide, walked in an empty folder: what they print is what is printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.walking import ROOT, rewritten, walk

DOCS = ROOT / "docs"
PAGES = [
    ROOT / "README.md",
    ROOT / "docs" / "index.md",
    ROOT / "docs" / "tutorial.md",
    ROOT / "docs" / "faq.md",
    ROOT / "docs" / "compared.md",
    ROOT / "docs" / "package.md",
    ROOT / "docs" / "episodes.md",
    ROOT / "docs" / "statements.md",
    ROOT / "docs" / "internals.md",
    *sorted((ROOT / "docs" / "guides").glob("*.md")),
]


@pytest.mark.guide
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_reader_sees_what_the_page_says(page: Path, tmp_path: Path) -> None:
    """``python -m tests.docs.walking PAGE`` writes what is printed now."""
    number = 0
    for said in walk(page, tmp_path):
        assert said.agrees, (
            f"{said.done}\n--- the page says\n{said.expected}\n--- printed\n{said.printed}"
        )
        number += 1
    assert number, "nothing to do on this page"


EVERY_PAGE = sorted(
    page
    for folder in (ROOT, DOCS, DOCS / "guides", DOCS / "theory", ROOT / "examples")
    for page in folder.glob("*.md")
)


@pytest.mark.parametrize("page", EVERY_PAGE, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_begins_with_its_title(page: Path) -> None:
    """Nothing stands before it, least of all what a command printed."""
    assert page.read_text(encoding="utf-8").startswith("# ")


def test_what_is_printed_is_written_where_it_belongs(tmp_path: Path) -> None:
    """Replacing an empty text by what is printed put it before the title: it is done block by block."""
    page = tmp_path / "page.md"
    python, console = "```python\nprint('one')\n```\n", "```console\n$ echo two\n{1}```\n"
    blocks = f"# Title\n\n{python}\n```text\n{{0}}```\n\n{console}"
    page.write_text(blocks.format("", ""))
    assert rewritten(page) == blocks.format("one\n", "two\n")
