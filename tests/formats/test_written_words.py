"""Small parts of reading and writing: letters stay letters, and what is no object is told so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from io import BytesIO
from typing import Any, Literal

import pytest
from msgspec import Struct

from symcause.errors import LimitError, ProblemError
from symcause.formats.pools.problem_writer import layout, one_line
from symcause.formats.storage.byte_streams import Source
from symcause.formats.struct_decoder import decode

WORDS = {"id": "naïve Größe", "names": ["Ωmega", "日本"]}


def test_letters_stay_letters() -> None:
    """In a line and in a layout, whose lines are as long as they look."""
    assert one_line(WORDS) == '{"id": "naïve Größe", "names": ["Ωmega", "日本"]}'
    assert layout(WORDS) == one_line(WORDS)
    for width in (49, 48, 20, 5):
        shown = layout(WORDS, width=width)
        assert json.loads(shown) == WORDS and "\\" not in shown
        assert ("\n" in shown) == (len(one_line(WORDS)) > width)
    for write in (one_line, layout):
        with pytest.raises(ValueError, match="not JSON compliant"):
            write({"x": float("nan")})


class Amounts(Struct, forbid_unknown_fields=True):
    """What a test reads."""

    by_name: dict[str, int] = {}
    pairs: list[tuple[str, int]] = []


@pytest.mark.parametrize(
    ("document", "complaint"),
    [
        ({"by_name": [1]}, "by_name: expected an object"),
        ({"by_name": "a"}, "by_name: expected an object (got 'a')"),
        ({"by_name": {"a": "1"}}, "by_name.a: expected a whole number (got '1')"),
        ({"pairs": {}}, "pairs: expected a list"),
        ({"pairs": [["a"]]}, r"pairs[0]: expected a list of 2"),
        ({"pairs": [["a", 1], [2, 1]]}, r"pairs[1][0]: expected text"),
        ([], "expected an object"),
    ],
)
def test_a_mistake_has_its_place(document: Any, complaint: str) -> None:
    with pytest.raises(ProblemError) as caught:
        decode(document, Amounts)
    assert complaint in str(caught.value)


class Part(Struct, forbid_unknown_fields=True):
    """A part of a document."""

    name: str
    kind: Literal["one", "other"]
    size: int = 0


class Document(Struct, forbid_unknown_fields=True):
    """A document of every kind of value."""

    parts: list[Part]
    by_name: dict[str, Part]
    pair: tuple[str, int]
    holds: bool
    more: Part | None = None


def _whole() -> dict[str, Any]:
    parts = [{"name": name, "kind": "other", "size": 1} for name in "abcdef"]
    named = {"x": parts[3], "y": parts[4]}
    return {"parts": parts[:3], "by_name": named, "pair": ["a", 1], "holds": True, "more": parts[5]}


def _places(value: Any, place: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Every value inside of a document: what it is called, what holds it, and under which key."""
    keys: list[Any] = [*value] if isinstance(value, dict) else [*range(len(value))]
    for key in keys:
        name = f"{place}[{key}]" if isinstance(value, list) else f"{place}.{key}".removeprefix(".")
        yield name, value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key], name)


def _complaint(document: Any) -> str:
    with pytest.raises(ProblemError) as caught:
        decode(document, Document)
    return str(caught.value)


def test_every_mistake_is_named_by_its_place_wherever_it_stands() -> None:
    """A value of a wrong kind, a missing and an unknown key, first, last or in between."""
    assert decode(_whole(), Document).more == Part("f", "other", 1)
    count = 0
    for number, (place, _, key) in enumerate(_places(_whole())):
        document = _whole()
        _, owner, _ = [*_places(document)][number]
        was, owner[key] = owner[key], Fraction(7, 2)
        assert _complaint(document).startswith(f"{place}: expected ")
        owner[key] = was
        if key in ("name", "kind"):
            del owner[key]
            at = place.removesuffix(f".{key}")
            assert _complaint(document) == f"{at}: the key '{key}' is missing; add '{key}'"
            owner[key] = was
        if isinstance(was, dict) and key != "by_name":
            for begin in range(len(was) + 1):
                known = [*was.items()]
                owner[key] = dict([*known[:begin], ("odd", 1), *known[begin:]])
                assert _complaint(document).startswith(f"{place}.odd: unknown key")
                count += 1
        owner[key] = was
    assert count == 6 * 4


@pytest.mark.parametrize("word", ["one", "other"])
def test_a_misspelled_word_is_told_which_is_meant(word: str) -> None:
    document = _whole() | {"more": {"name": "f", "kind": f"{word}r"}}
    assert _complaint(document) == (
        f"more.kind: unknown word (got '{word}r'); did you mean '{word}'?"
    )


@pytest.mark.parametrize(
    ("limit", "size"), [(7, "7 bytes"), ((1 << 20) - 1, "1048575 bytes"), (1 << 20, "1 MB")]
)
def test_what_is_too_large_is_told_the_limit(limit: int, size: str) -> None:
    assert len(Source(BytesIO(b"a" * limit), "file").rest(limit)) == limit
    with pytest.raises(LimitError, match=f"at most {size} are read"):
        Source(BytesIO(b"a" * (limit + 1)), "file").rest(limit)
