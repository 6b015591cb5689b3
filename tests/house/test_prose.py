"""Plain words: pages are short, sentences of guides are short, and the habits of mannered English are rare.

The exceptions are listed with their present counts. A count may fall and never rise; the list follows it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import prose

MOST_WORDS = 2100
"""Written by hand, on one page."""

LONG_PAGES: dict[str, int] = {}
"""Pages that are longer, by their words now."""

SLACK = 60
"""An exception stands for what is there: it may be larger than the page by so many words."""

MOST_IN_A_SENTENCE = 40
"""Words of a sentence in the tutorial and the guides."""

LONG_SENTENCES: dict[str, int] = {}
"""Guides with longer sentences, and how many."""

MOST_HABITS = {
    "a what-clause as subject": 5,
    "nobody acts": 0,
    "a household word": 6,
    "which one is meant": 10,
    "a negated noun": 0,
}
"""Sentences of all pages that show a habit."""


def to_learn_from() -> list[Path]:
    """The tutorial and the guides, where nobody should have to read a sentence twice."""
    return [prose.DOCS / "tutorial.md", *sorted((prose.DOCS / "guides").glob("*.md"))]


@pytest.mark.parametrize("page", prose.pages(), ids=prose.name)
def test_a_page_is_short(page: Path) -> None:
    """If this fails: split the page, say a thing once, or move a proof to docs/theory."""
    words, known = prose.counted(page).hand, LONG_PAGES.get(prose.name(page))
    if known is None:
        assert words <= MOST_WORDS, f"{words} words by hand"
    else:
        assert words > MOST_WORDS, "short enough: take it off the list"
        assert known - SLACK <= words <= known, f"{words} words by hand, the list says {known}"


@pytest.mark.parametrize("page", to_learn_from(), ids=prose.name)
def test_the_sentences_of_a_guide_are_short(page: Path) -> None:
    long = prose.long(page, MOST_IN_A_SENTENCE)
    assert len(long) == LONG_SENTENCES.get(prose.name(page), 0), "\n".join(long)


@pytest.mark.parametrize("habit", prose.HABITS)
def test_a_habit_is_rare(habit: str) -> None:
    """If this fails: start with the noun, name who acts, repeat the noun, write *is not a*."""
    seen = [f"{prose.name(p)}: {s}" for p in prose.pages() for s in prose.habits(p)[habit]]
    assert len(seen) <= MOST_HABITS[habit], "\n".join(seen)


def test_exceptions_are_of_pages_that_are_there() -> None:
    there = {prose.name(page) for page in prose.pages()}
    assert there >= {*LONG_PAGES, *LONG_SENTENCES, *prose.MEASURED, *prose.PROGRAM}
    assert set(MOST_HABITS) == set(prose.HABITS)


TEXT = """# Of lamps

What is told stays. What is told? The lamp (see [a page](far/away.md)) has two switches, e.g. `A or B`, and
shines. No. 1 is no lamp.

- One more: it is told so
- Another

| a | What is told |

```text
What is told here counts not.
```
"""


def test_sentences_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prose, "DOCS", tmp_path)
    page = tmp_path / "page.md"
    page.write_text(TEXT, encoding="utf-8")
    assert prose.sentences(page) == [
        "What is told stays.",
        "What is told?",
        "The lamp (see a page) has two switches, e.g. `code`, and shines.",
        "No. 1 is no lamp.",
        "One more: it is told so",
        "Another",
    ]
    counts = {habit: len(seen) for habit, seen in prose.habits(page).items()}
    assert list(counts.values()) == [1, 3, 0, 0, 1]
    assert prose.long(page, 11) == [
        "The lamp (see a page) has two switches, e.g. `code`, and shines."
    ]
    assert prose.counted(page).hand == 39
    assert prose.counted(page).code == 6
    assert prose.words("| --- | a | *b* | <br> <!-- c --> | [d e](f g.md) |\n1. `x` = 2 — !") == 7
