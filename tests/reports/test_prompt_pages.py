"""The numbers of a page of texts, computed once more: from what it shows, and from the problem's file.

Digest, characters, words and the share of fillers are those of the text; every cell that can be pointed at
says what the file has there. Nothing is shared with what writes the page.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from symcause.cli.main import cli
from tests.reports.cases import EXAMPLES
from tests.reports.kinds import SHOWN

Cells = dict[str, str]
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")

EXAMPLE = {
    "boolean": "unique",
    "finite": "finite/lock",
    "linear": "crystal",
    "shapeworld": "shapes",
}
"""The problem of each family whose page is among all kinds."""


@dataclass
class Text:
    """A text of a page as it is read: its own words, its cells, its fillers, what is said of its size."""

    name: str = ""
    said: str = ""
    plain: str = ""
    cells: Cells = field(default_factory=dict)
    fillers: list[str] = field(default_factory=list)


class Page(HTMLParser):
    """The page as a browser reads it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.heading = self.sentence = ""
        self.texts: list[Text] = []
        self._at = ""
        self._within: str | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "template":
            self.texts.append(Text())
        elif tag in ("h1", "h2", "p", "pre"):
            self._at = tag
        elif tag == "span" and self._at == "pre":
            self._within = told.get("data-cell", "")
            if self._within:
                assert self._within not in self.texts[-1].cells
                self.texts[-1].cells[self._within] = ""
            else:
                self.texts[-1].fillers.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "span":
            self._within = None
        elif tag == self._at:
            self._at = ""

    def handle_data(self, data: str) -> None:
        match self._at:
            case "h1":
                self.heading += data
            case "h2":
                self.texts[-1].name += data
            case "p" if self.texts:
                self.texts[-1].said += data
            case "p":
                self.sentence += data
            case "pre":
                self._written(self.texts[-1], data)

    def _written(self, text: Text, data: str) -> None:
        text.plain += data
        if self._within:
            text.cells[self._within] += data
        elif self._within is not None:
            text.fillers[-1] += data


def faults(page: Page, digest: str, messages: list[str], filed: Mapping[str, Any]) -> list[str]:
    """What a page says that is not so."""
    number = len(page.texts)
    wrong = [] if f"in {number} texts" in page.heading else ["heading"]
    said = re.match(r"(\d+) texts, one digest ([0-9a-f]{8})…\.", page.sentence)
    if said is None or (int(said[1]), said[2]) != (number, digest[:8]):
        wrong.append("digest")
    if [text.plain for text in page.texts] != messages:
        wrong.append("texts")
    for text in page.texts:
        sizes = re.fullmatch(r"([\d,]+) characters, ([\d,]+) words, (\d+)% filler", text.said)
        assert sizes is not None
        told = [int(size.replace(",", "")) for size in sizes.groups()]
        grey = Fraction(sum(map(len, text.fillers)), len(text.plain))
        if told[:2] != [len(text.plain), len(re.findall(r"\S+", text.plain))]:
            wrong.append(f"sizes of {text.name}")
        if abs(Fraction(told[2], 100) - grey) > Fraction(1, 100):  # with the blanks around them
            wrong.append(f"fillers of {text.name}")
    values = dict(_values(filed))
    for text in page.texts:
        wrong += [f"{fault} in {text.name}" for fault in _miswritten(text.cells, values)]
    return wrong


def _miswritten(cells: Cells, values: Cells) -> Iterator[str]:
    """Numbers are those of the file; one value of a variable has one word, and another another."""
    if {name for name in cells if not name.startswith("asked.")} != {*values}:
        yield "places"
    words: dict[tuple[str, str], str] = {}
    for place, value in values.items():
        word, name = cells.get(place, ""), place.rpartition(".")[2]
        if (
            _NUMBER.findall(word) not in ([], [value])
            or words.setdefault((name, value), word) != word
        ):
            yield f"{place}: {word}, not {value}"
    for one, several in Counter((name, word) for (name, _), word in words.items()).items():
        if several > 1:
            yield f"{one[0]}: several values are {one[1]}"


def _values(filed: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every cell of a file, by its place on the page."""
    names = [one["name"] if isinstance(one, dict) else one for one in filed.get("variables", ())]
    training = [w for w in filed.get("worlds", ()) if w.get("split", "train") == "train"]
    for w, world in enumerate(training, 1):
        for r, row in enumerate(world["rows"], 1):
            yield from ((f"w{w}.r{r}.{v}", str(x)) for v, x in zip(names, row, strict=True))
    for kind, key in (("record", "records"), ("chain", "chain")):
        for i, one in enumerate(filed.get(key, ()), 1):
            yield from ((f"{kind}{i}.{v}", x) for v, x in one["values"].items())
    if "shapes" in filed:
        for i, moving in enumerate(
            [filed["initial"], *(one["moving"] for one in filed["transcript"])], 1
        ):
            yield from ((f"state{i}.{s}", str(int(s in moving))) for s in filed["shapes"])


def asked(*words: object) -> list[dict[str, Any]]:
    """The documents of a command."""
    done = CliRunner().invoke(cli, [*map(str, words), "--json"])
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


def without_one(page: str, old: str, new: str) -> str:
    assert page.count(old) >= 1 and old != new
    return page.replace(old, new, 1)


@pytest.mark.parametrize("family", EXAMPLE)
def test_prompt_pages_say_what_the_file_says(tmp_path: Path, family: str) -> None:
    file = EXAMPLES / f"{EXAMPLE[family]}.json"
    text = SHOWN[f"prompt {family}"][0](tmp_path).read_text(encoding="utf-8")
    told = [
        asked("prompt", file, "--theme", theme, "--style", style)[0]
        for theme, style in (("neutral", "table"), ("farm", "story"))
    ]
    filed = json.loads(file.read_text(encoding="utf-8"))
    (digest,) = {one["rendering"]["digest"] for one in told}
    known = digest, [one["message"] for one in told], filed
    assert faults(Page(text), *known) == []
    cell = re.search(r'data-cell="([^"]*)">\d+', text)
    assert cell is not None
    sizes = re.search(r"[\d,]+ characters, ", text)
    words = re.search(r"[\d,]+ words, ", text)
    assert sizes is not None and words is not None
    for old, new, what in (
        (cell[0], f"{cell[0]}7", f"{cell[1]}: "),
        (sizes[0], "17 characters, ", "sizes of neutral"),
        (words[0], "17 words, ", "sizes of neutral"),
        ("0% filler", "7% filler", "fillers of neutral"),
        ("in 2 texts", "in 3 texts", "heading"),
        (digest[:8], "01234567", "digest"),
    ):
        found = faults(Page(without_one(text, old, new)), *known)
        assert any(fault.startswith(what) for fault in found), (what, found)
    last = text.rindex(f'data-cell="{cell[1]}"')
    phrase = Page(text[:last] + text[last:].replace(">", ">77 ", 1))
    assert any(fault.endswith("in farm, story, free names") for fault in faults(phrase, *known))


def test_pages_of_renderings_say_what_the_pool_has(tmp_path: Path) -> None:
    """All texts of the first problem, brought to one length by fillers."""
    file, page, pool = EXAMPLES / "unique.json", tmp_path / "page.html", tmp_path / "texts.jsonl"
    made = ["generate", "renderings", str(file), "--themes", "farm", "--styles", "table,story"]
    done = CliRunner().invoke(
        cli, [*made, "--match", "all", "--html", str(page), "--out", str(pool)]
    )
    assert done.exit_code == 0, done.output
    texts = asked("prompt", pool)
    read = Page(page.read_text(encoding="utf-8"))
    assert len(read.texts) == 3 and any(text.fillers for text in read.texts)
    known = texts[0]["rendering"]["digest"], [one["message"] for one in texts]
    assert faults(read, *known, json.loads(file.read_text(encoding="utf-8"))) == []
