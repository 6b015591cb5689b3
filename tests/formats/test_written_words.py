"""Small parts of reading and writing: letters stay letters, and what is no object is told so."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

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


@pytest.mark.parametrize(
    ("limit", "size"), [(7, "7 bytes"), ((1 << 20) - 1, "1048575 bytes"), (1 << 20, "1 MB")]
)
def test_what_is_too_large_is_told_the_limit(limit: int, size: str) -> None:
    assert len(Source(BytesIO(b"a" * limit), "file").rest(limit)) == limit
    with pytest.raises(LimitError, match=f"at most {size} are read"):
        Source(BytesIO(b"a" * (limit + 1)), "file").rest(limit)
