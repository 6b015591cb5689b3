"""Every cell of a page of scores says the value of the document, and the headline what the cells say.

The written page is read as a browser's parser would; nothing here is shared with what writes it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.reports.kinds import SHOWN, kinds
from tests.reports.test_numbers_agree import alike, numbers, written

SCORES = [kind for kind in kinds() if kind.startswith("score ")]
EMPTY = ("–", "*", "")
_PERCENT = re.compile(r"^([-−]?[\d.]+)%$")


class Tables(HTMLParser):
    """The tables of a page: the caption, and the texts of the cells row by row."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, list[list[str]]] = {}
        self._rows: list[list[str]] = []
        self._text: list[str] | None = None
        self._caption = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self._rows = []
        elif tag == "tr":
            self._rows.append([])
        elif tag in ("td", "th", "caption"):
            self._text = []

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if self._text is not None and tag in ("td", "th", "caption"):
            text, self._text = "".join(self._text).strip(), None
            if tag == "caption":
                self._caption = text
            else:
                self._rows[-1].append(text)
        elif tag == "table":
            self.found[self._caption] = self._rows


def says(shown: str, value: object) -> bool:
    """Does a cell say that value?"""
    if value is None:
        return shown in EMPTY
    if isinstance(value, bool):
        return shown == ("yes" if value else "no")
    if isinstance(value, int | float):
        percent = _PERCENT.match(shown)
        if percent is not None:
            return alike(Fraction(percent[1].replace("−", "-")), 100 * Fraction(str(value)))
        return len(numbers(shown)) == 1 and alike(numbers(shown)[0], Fraction(str(value)))
    return shown.replace("−", "-") == str(value)


@pytest.mark.parametrize("kind", SCORES)
def test_cells_say_what_the_document_says(tmp_path: Path, kind: str) -> None:
    path = SHOWN[kind][0](tmp_path)
    reader = Tables()
    reader.feed(path.read_text(encoding="utf-8"))
    document = json.loads(path.with_suffix(".out").read_text(encoding="utf-8"))
    checked = 0
    for table in document["tables"]:
        if table["title"] not in reader.found:
            continue
        head, *rows = reader.found[table["title"]]
        assert head == table["columns"], table["title"]
        assert len(rows) == len(table["rows"]), table["title"]
        for shown, values in zip(rows, table["rows"], strict=True):
            assert len(shown) == len(values)
            for text, value in zip(shown, values, strict=True):
                assert says(text, value), f"{table['title']}: {text!r} for {value!r}"
                checked += 1
    assert checked, "the page shows some table of the document"


def _first(title: str, name: str) -> Callable[[Any], object]:
    """What the first row of a table has in a column."""

    def found(document: Any) -> object:
        table = next(one for one in document["tables"] if one["title"] == title)
        return table["rows"][0][table["columns"].index(name)]

    return found


def _settings(document: Any) -> object:
    return len({row[0] for row in document["tables"][0]["rows"]})


HEADLINES: dict[str, list[Callable[[Any], object]]] = {
    "score boolean": [_settings],
    "score statements": [
        _first("What proves the answers", "justified"),
        _first("What proves the answers", "cases"),
    ],
    "score finite": [_first("Predictions", "justified"), _first("Predictions", "answers")],
    "score textgraph": [
        _first("Edges found, by name", "F1"),
        lambda document: document["tables"][5]["rows"][2][2],  # density, of the one gold graph
    ],
    "score cpt": [],
}
"""What the numbers of a headline are; headlines of runs are those of their episodes."""


@pytest.mark.parametrize("kind", HEADLINES)
def test_headlines_say_what_the_tables_say(tmp_path: Path, kind: str) -> None:
    path = SHOWN[kind][0](tmp_path)
    document = json.loads(path.with_suffix(".out").read_text(encoding="utf-8"))
    said = numbers(written(path).headline)
    values = [value(document) for value in HEADLINES[kind]]
    assert len(said) == len(values) and all(map(alike, said, values)), (said, values)


def test_a_cell_that_says_another_value_is_seen() -> None:
    assert says("0.333", 1 / 3) and says("33.3%", 1 / 3) and says("–", None) and says("−0.50", -0.5)
    assert not says("0.334", 1 / 3) and not says("0.333", None) and not says("–", 0)
    assert not says("0.50", -0.5) and not says("careful", "hasty")
