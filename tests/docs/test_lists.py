"""Lists on pages that the program declares: rules, baselines, keys of recipes and attempts."""

from __future__ import annotations

import pytest

from tools import write_lists


@pytest.mark.parametrize("name", write_lists.PAGES)
def test_the_lists_of_a_page_are_up_to_date(name: str) -> None:
    """If this fails: python -m tools.write_lists --write."""
    text = (write_lists.DOCS / name).read_text(encoding="utf-8")
    assert write_lists.LIST.search(text)
    assert write_lists.page(text) == text


def test_every_list_stands_on_a_page() -> None:
    pages = [(write_lists.DOCS / name).read_text(encoding="utf-8") for name in write_lists.PAGES]
    stand = [found["name"] for text in pages for found in write_lists.LIST.finditer(text)]
    assert sorted(stand) == sorted(write_lists.LISTS)


def test_a_list_says_what_is_declared() -> None:
    assert "| `[distinct]` `gold` | `report` counts true models" in "\n".join(write_lists.recipe())
    assert "| linear | `targets` | How many properties" in "\n".join(write_lists.rules())
    assert [row for row in write_lists.baselines() if row.startswith("| `changes` | ")]
