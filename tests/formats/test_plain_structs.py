"""Structs in plain Python: what each kind of annotation accepts, and where it says what is wrong."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, Literal

import pytest

from symcause.errors import ProblemError
from symcause.formats.plain_structs import Meta, Struct, decode, field


class Part(Struct):
    name: str
    weight: Decimal = Decimal(1)


class Whole(Struct):
    kind: Literal["one", "two"]
    count: Annotated[int, Meta(ge=0)]
    parts: tuple[Part, ...] = ()
    pair: tuple[int, str] | None = None
    listed: list[bool] = []  # noqa: RUF012
    table: dict[str, int] = {}  # noqa: RUF012
    free: Any = None
    other: str | int | None = None
    from_: str = field(default="", name="from")


def test_a_whole_document() -> None:
    document = {
        "kind": "two",
        "count": 3,
        "parts": [{"name": "a"}, {"name": "b", "weight": Decimal("0.5")}],
        "pair": [4, "x"],
        "listed": [True, False],
        "table": {"k": 1, "l": 2},
        "free": [None],
        "other": 7,
        "from": "here",
    }
    found = decode(document, Whole)
    assert found.parts == (Part("a"), Part("b", Decimal("0.5")))
    assert (found.kind, found.count, found.pair, found.listed) == (
        "two",
        3,
        (4, "x"),
        [True, False],
    )
    assert (found.table, found.free, found.other, found.from_) == (
        {"k": 1, "l": 2},
        [None],
        7,
        "here",
    )
    least = decode({"kind": "one", "count": 0}, Whole)
    assert (least.parts, least.pair, least.listed, least.table, least.from_) == (
        (),
        None,
        [],
        {},
        "",
    )
    assert decode({"kind": "one", "count": 0, "pair": None, "other": "t"}, Whole).other == "t"


@pytest.mark.parametrize(
    ("change", "message", "place"),
    [
        ({"kind": "three"}, "unknown word", "kind"),
        ({"kind": 1}, "unknown word", "kind"),
        ({"count": True}, "expected a whole number", "count"),
        ({"count": "1"}, "expected a whole number", "count"),
        ({"parts": {}}, "expected a list", "parts"),
        ({"parts": [{"name": "a"}, {"weight": Decimal(1)}]}, "'name' is missing", "parts[1]"),
        ({"parts": [{"name": "a"}, {"name": 1}]}, "expected text", "parts[1].name"),
        ({"parts": [{"name": "a", "more": 1}]}, "unknown key", "parts[0].more"),
        ({"parts": [1]}, "expected an object", "parts[0]"),
        ({"pair": [1]}, "expected a list of 2", "pair"),
        ({"pair": [1, "x", 2]}, "expected a list of 2", "pair"),
        ({"pair": ["x", 1]}, "expected a whole number", "pair[0]"),
        ({"pair": [1, 1]}, "expected text", "pair[1]"),
        ({"listed": [True, 0]}, "expected true or false", "listed[1]"),
        ({"table": {"k": 1, "l": "2"}}, "expected a whole number", "table.l"),
        ({"other": []}, "expected text", "other"),
        ({"from_": "x"}, "unknown key", "from_"),
    ],
)
def test_what_is_refused(change: dict[str, object], message: str, place: str) -> None:
    with pytest.raises(ProblemError, match=message) as found:
        decode({"kind": "one", "count": 0, **change}, Whole, file="f.json")
    assert found.value.complaint[1:3] == ("f.json", place)


@pytest.mark.parametrize("missing", ["kind", "count"])
def test_what_must_be_there(missing: str) -> None:
    document: dict[str, object] = {"kind": "one", "count": 0}
    del document[missing]
    with pytest.raises(ProblemError, match=f"the key '{missing}' is missing"):
        decode(document, Whole)


def test_places_below_another() -> None:
    with pytest.raises(ProblemError) as found:
        decode({"kind": "one", "count": "x"}, Whole, place="problems[2]")
    assert found.value.complaint.place == "problems[2].count"
