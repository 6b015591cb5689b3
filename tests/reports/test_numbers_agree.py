"""The numbers of a page's headline are those of the document, and its first picture shows them.

The written page is read, not what it was made from. Which numbers a headline has, and what they are in the
document, is said here once more for every kind of page; a kind that is missing fails.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from symcause.reports.space_drawing.page_data import ALPHABET
from tests.reports.cases import EXAMPLES, block
from tests.reports.kinds import SHOWN, kinds, run_page

Document = Any
Values = Callable[[Document], list[object]]

_NUMBER = re.compile(
    r"(?<![\w.=(/])[-−]?\d[\d,]*(?:\.\d+)?(?:/\d+)?(?![\w=])|\b[Oo]ne (?=graph|model|relation)"
)
_SVG = re.compile(r"<svg.*?</svg>", re.DOTALL)


@dataclass(frozen=True)
class Written:
    """What a page says first, and every number that its first picture shows."""

    headline: str
    shown: tuple[Fraction, ...]


def numbers(text: str) -> list[Fraction]:
    """The numbers of a text; those within names and assignments are none."""
    found = (match[0].lower().strip() for match in _NUMBER.finditer(text))
    return [_number("1" if word == "one" else word) for word in found]


def _number(word: str) -> Fraction:
    return Fraction(word.replace(",", "").replace("−", "-"))


def _places(value: Fraction) -> int:
    """Digits behind the point that say the value, at most four."""
    return next((n for n in range(5) if (value * 10**n).denominator == 1), 4)


def alike(said: Fraction, value: object) -> bool:
    """Is that the value, as far as it is said?"""
    exact = Fraction(str(value))
    half = Fraction(1, 2 * 10 ** _places(said))
    return said == exact or (exact.denominator != 1 and abs(said - exact) <= half)


def views(text: str) -> Iterator[dict[str, Any]]:
    """The views of a page."""
    blocks = r'<script type="application/(x-deflate|json)" id="p-\d+">(.*?)</script>'
    for kind, body in re.findall(blocks, text, re.DOTALL):
        plain = zlib.decompress(base64.b64decode(body)).decode() if kind == "x-deflate" else body
        yield json.loads(plain)


def written(path: Path) -> Written:
    """The page as it is read."""
    text = path.read_text(encoding="utf-8")
    if 'id="p-0"' not in text:  # of scores
        head = re.search(r"<h1[^>]*>(.*?)</h1>", text, re.DOTALL)
        picture = _SVG.search(text[text.index('id="picture-0"') :]) if "picture-0" in text else None
        assert head is not None
        title = unescape(re.sub(r"<[^>]*>", "", head[1])).strip()
        return Written(title, () if picture is None else tuple(drawn(picture[0])))
    every = list(views(text))
    if len(every) > 1:
        return _of_pool(block(path, "index"))
    return first_screen(every[0])


def first_screen(view: dict[str, Any]) -> Written:
    """The headline of a view and its first picture, in the order of the page."""
    verdict = str(view.get("verdict") or "")
    said = view.get("headline") or (verdict if " " in verdict else "") or view.get("sentence")
    told = view.get("baselines") or {}
    picture = view.get("contrast") or view.get("space") or view.get("main") or told.get("figure")
    if view.get("axis"):
        picture = view["axis"][0]
    if isinstance(picture, dict) and "marks" in picture:
        shown = spaced(picture)
        if isinstance(view.get("main"), dict):
            shown += drawn(view["main"]["svg"])
        return Written(str(said or ""), tuple(shown))
    svg = picture.get("svg", "") if isinstance(picture, dict) else ""
    if view.get("kind") == "shapeworld":
        last = view["moments"][-1]
        return Written(str(said or ""), tuple(numbers(str(last["count"]))))
    return Written(str(said or ""), tuple(drawn(str(svg))))


def _of_pool(index: dict[str, Any]) -> Written:
    """What the script of a pool writes: its heading, or how many of the problems are settled."""
    figure, items = index["main"], index["items"]
    tones = Counter(row[index["columns"].index("tone")] for row in items)
    said = index["heading"] or f"{tones['unique']} of {len(items)} {index['noun']}s settled"
    meanings = Counter(re.findall(r"<title>[^<]*: (\w+(?: \w+)*),", figure["svg"]))
    kinds_ = [Fraction(n) for n in meanings.values()]
    return Written(said, (*drawn(figure["svg"]), *kinds_))


def drawn(svg: str) -> list[Fraction]:
    """The numbers that a picture shows."""
    texts = re.findall(r"<(?:text|title|tspan)[^>]*>([^<]*)", svg)
    texts += re.findall(r'aria-label="([^"]*)"', svg)
    return [number for text in texts for number in numbers(unescape(text))]


def spaced(space: dict[str, Any]) -> list[Fraction]:
    """What a drawn space shows: its members, and how the chosen experiment would part them."""
    kinds_ = unpacked(space["refuted"])
    left = [i for i, kind in enumerate(kinds_) if not space["kinds"][kind]]
    further = [k for k, piece in enumerate(space["evidence"]) if piece.get("further")]
    mask = sum(1 << k for k in further)
    before = [i for i, kind in enumerate(kinds_) if all(s & mask for s in space["kinds"][kind])]
    shown = [len(left), len(before), len(further)]
    if space["sample"]:
        shown += [number for _, number in space["sample"]["counts"]]
    if space["chosen"] is not None:
        of = unpacked(space["experiments"][space["chosen"]]["of"])
        parts = Counter(of[i] for i in left)
        shown += [max(parts.values()), len(parts)]
        shown += [int(n) for n in numbers(space["experiments"][space["chosen"]]["name"])]
    return [Fraction(n) for n in shown]


def unpacked(numbers_: str | list[int]) -> list[int]:
    return numbers_ if isinstance(numbers_, list) else [ALPHABET.index(c) for c in numbers_]


def disagreement(page: Written, values: list[object], *, pictured: bool = True) -> str:
    """What does not agree; nothing if all of it does."""
    said = numbers(page.headline)
    if len(said) != len(values) or not all(map(alike, said, values)):
        return f"{page.headline!r} says {said}, the document {values}"
    for value in said if pictured else ():
        if not any(alike(value, seen) or alike(seen, value) for seen in page.shown):
            return f"{page.headline!r}: {value} is not in the picture, which shows {page.shown}"
    return ""


def at(*path: object) -> Values:
    """One value of the document, by its path."""

    def found(document: Document) -> list[object]:
        for key in path:
            document = document[key]
        return [document]

    return found


def together(*parts: Values) -> Values:
    """Several values, in the order of the headline."""
    return lambda document: [value for part in parts for value in part(document)]


def _nothing(document: Document) -> list[object]:
    return []


def _steps(document: Document) -> list[object]:
    return [len(document["steps"])]


def _misfits(document: Document) -> list[object]:
    """Readings that the hypothesis misses, of all of the variable that it misses most."""
    return [sum(row["read"] != row["given"] for row in rows) for rows in [document["readings"]]] + [
        len(document["readings"])
    ]


def _wrong_worlds(document: Document) -> list[object]:
    train = document["replayed"]["train"]
    return [train["worlds"] - train["exact_worlds"], train["worlds"]]


def _runs_right(document: Document) -> list[object]:
    runs = [run["episode"] for run in document["runs"]]
    return [sum(run["right"] is True for run in runs), len(runs)]


SOURCES: dict[str, tuple[Values, bool]] = {
    "audit boolean": (at("count"), True),
    "audit linear": (at("count"), True),
    "audit dag": (at("count"), True),
    "audit shapeworld": (_nothing, True),
    "audit scenario": (
        together(at("optimum", "low"), at("threshold", "value"), at("default", "low")),
        True,
    ),
    "audit textgraph": (
        together(
            at("baselines", "empty", "released", "f1"), at("baselines", "perfect", "released", "f1")
        ),
        True,
    ),
    "audit statements": (together(at("holds_in"), at("gold")), True),
    "audit cpt": (_nothing, True),
    "audit finite": (_nothing, True),
    "check statements": (_nothing, True),
    "check boolean": (_wrong_worlds, False),  # marks, drawn by the page
    "check linear": (_misfits, False),
    "check shapeworld": (_nothing, True),
    "check scenario": (together(at("value", "low"), at("threshold")), True),
    "check textgraph": (
        lambda d: [
            d["predicted_edges"] - len(d["extra"]),
            d["predicted_edges"] - len(d["extra"]) + len(d["missing"]),
            len(d["extra"]),
            d["f1"],
            "0.2",
        ],
        False,
    ),
    "check cpt": (_nothing, True),
    "check finite": (
        lambda d: [
            sum(one["said"] == one["derived"] for one in d["predictions"]),
            len(d["predictions"]),
        ],
        False,
    ),
    "align textgraph": (
        together(
            at("edges", "low"),
            at("f1", "low"),
            at("rewired_f1", "high", "mean"),
            at("rewired_f1", "high", "max"),
        ),
        False,
    ),
    "next boolean": (together(at("experiments", 0, "worst"), at("count")), True),
    "next linear": (  # graphs of several models: what each would show is not one thing
        at("experiments", 0, "worst"),
        False,
    ),
    "next shapeworld": (at("experiments", 0, "worst"), False),
    "next statements": (_nothing, True),
    "next dag": (at("experiments", 0, "worst"), True),
    "next cpt": (_nothing, True),
    "next finite": (at("experiments", 0, "worst"), True),
    "alternatives boolean": (at("total"), False),
    "alternatives linear": (together(at("total"), at("alternatives", 0, "distance")), False),
    "alternatives shapeworld": (at("total"), False),
    "alternatives statements": (_nothing, True),
    "alternatives cpt": (_nothing, True),
    "alternatives finite": (at("total"), False),
    "disambiguate boolean": (together(at("added"), at("count_after"), at("count_before")), True),
    "disambiguate linear": (at("count_after"), False),
    "disambiguate shapeworld": (at("worst_case"), False),
    "disambiguate finite": (together(at("added"), at("count_after"), at("count_before")), True),
    "separate boolean": (_nothing, True),
    "separate linear": (_nothing, True),
    "separate dag": (_nothing, True),
    "separate shapeworld": (_nothing, True),
    "separate statements": (_nothing, True),
    "separate scenario": (
        together(
            at("experiment", "n"), at("experiment", "design", "engine"), at("experiment", "cut")
        ),
        True,
    ),
    "separate cpt": (together(at("readings", 0), at("readings", 1)), True),
    "separate finite": (_nothing, True),
    "play boolean": (together(_steps, at("count")), True),
    "play linear": (together(_steps, at("count")), True),
    "play shapeworld": (together(_steps, at("count")), True),
    "play scenario": (
        together(_steps, at("details", "value", "low"), at("details", "threshold")),
        True,
    ),
    "play finite": (_steps, True),
    "runs boolean": (_runs_right, True),
    "runs linear": (_runs_right, True),
    "runs shapeworld": (_runs_right, True),
    "runs scenario": (_runs_right, True),
    "runs finite": (_runs_right, True),
}
"""What the numbers of a headline are, in its order, and whether the first picture shows every one."""

ELSEWHERE = ("score ", "prompt ")
"""Texts, and tables of scores: their cells and headlines have a test of their own."""


def document_of(path: Path) -> Document:
    return json.loads(path.with_suffix(".out").read_text(encoding="utf-8").splitlines()[0])


@pytest.mark.parametrize("kind", [k for k in kinds() if not k.startswith(ELSEWHERE)])
def test_headline_picture_and_document_agree(tmp_path: Path, kind: str) -> None:
    path = SHOWN[kind][0](tmp_path)
    values, pictured = SOURCES[kind]
    page, document = written(path), document_of(path)
    assert disagreement(page, values(document), pictured=pictured) == ""
    for place in range(len(numbers(page.headline))):
        assert disagreement(_altered(page, place), values(document), pictured=pictured)


def _altered(page: Written, place: int) -> Written:
    """The page with another number at a place of its headline."""
    matches = list(_NUMBER.finditer(page.headline))
    old = matches[place]
    value = _number("1" if old[0].lower().strip() == "one" else old[0]) + 1
    digits = _places(value - 1)
    new = f"{float(value):.{digits}f}"
    return replace(page, headline=page.headline[: old.start()] + new + page.headline[old.end() :])


POOLS: dict[str, Callable[[list[Document]], list[object]]] = {
    "pool.jsonl": lambda all_: [sum(one["verdict"] == "unique" for one in all_), len(all_)],
    "labels.jsonl": lambda all_: [sum(one["gold_right"] is True for one in all_), len(all_)],
    "percentages.jsonl": lambda all_: [
        sum(one["gold_right"] is True for one in all_),
        len(all_),
        sum(one["verdict"] == "open" for one in all_),
    ],
}


@pytest.mark.parametrize("name", POOLS)
def test_pools_agree_with_their_items(tmp_path: Path, name: str) -> None:
    path = run_page("audit", EXAMPLES / name)(tmp_path)
    lines = path.with_suffix(".out").read_text(encoding="utf-8").splitlines()
    documents = [json.loads(line) for line in lines]
    page, values = written(path), POOLS[name](documents)
    assert disagreement(page, values, pictured=name == "pool.jsonl") == ""
    for place in range(len(numbers(page.headline))):
        assert disagreement(_altered(page, place), values, pictured=False)


@pytest.mark.parametrize("name", ["labels.jsonl", "percentages.jsonl"])
def test_red_is_what_is_wrong_and_blue_what_is_right(tmp_path: Path, name: str) -> None:
    """A verdict that is not about a number of models is no fault of the item."""
    path = run_page("audit", EXAMPLES / name)(tmp_path)
    lines = path.with_suffix(".out").read_text(encoding="utf-8").splitlines()
    documents = {one["problem"]: one for one in map(json.loads, lines)}
    svg = block(path, "index")["main"]["svg"]
    boxes = re.findall(r"<rect[^>]*class=\"(\w+)\"[^>]*><title>([^:<]+):", svg)
    assert {item for _, item in boxes} == set(documents)
    for look, item in boxes:
        assert (look == "unique") is (documents[item]["gold_right"] is True), item
        if look == "broken":
            assert documents[item]["gold_right"] is not True, item
