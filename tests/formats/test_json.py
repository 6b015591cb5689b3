"""Strict JSON: everything the lenient decoder would let pass is refused with its place."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symcause.errors import LimitError, ProblemError, SymcauseError
from symcause.formats.json_syntax import JsonSyntaxError
from symcause.formats.json_text import decode_text, read_json
from tests.properties import patient

REFUSED = {
    "duplicate": ('{"a": {"b": 1, "b": 2}}', "a.b: the key stands twice"),
    "duplicate in a list": ('[0, {"x": 1, "x": 1}]', "[1].x: the key stands twice"),
    "the first of two": ('{"a": NaN, "b": 1, "b": 2}', "a: not a number of JSON (got 'NaN')"),
    "infinity": ('{"a": [1, -Infinity]}', "a[1]: not a number of JSON (got '-Infinity')"),
    "long integer": ("[" + "9" * 5000 + "]", "[0]: an integer of 5000 digits"),
    "huge exponent": ('{"a": 1e999999999999}', "a: a number too long or too large"),
    "monstrous exponent": ('{"a": 1e' + "9" * 50 + "}", "a: a number too long or too large"),
    "long decimal": ("[0." + "1" * 1000 + "]", "[0]: a number too long or too large"),
    "deep": ("[" * 100_000, "the JSON is nested too deep"),
    "deep object": ('{"a":' * 50_000, "the JSON is nested too deep"),
    "half a surrogate": (r'{"a": "\ud800"}', "a: half of a surrogate pair"),
    "half a surrogate as key": (r'{"a": {"\udc00": 1}}', "a: half of a surrogate pair"),
    "single quotes": ("{'a': 1}", "line 1, column 2: not JSON: a single quote"),
    "trailing comma": ('{"a": 1,}', "line 1, column 8: not JSON: a comma with nothing behind it"),
    "comma in list": ("[1,\n 2,\n]", "line 2, column 3: not JSON: a comma with nothing behind it"),
    "two commas": ("[1,,2]", "not JSON: a comma with nothing behind it"),
    "cut off": ('{"a": ', "not JSON: the JSON ends too early"),
    "open string": ('{"a": "x', "line 1, column 7: not JSON: a string that does not end"),
    "torn line": ('{"a": "x\n', "line 1, column 9: not JSON: a string that does not end"),
    "two values": ("{} {}", "line 1, column 4: not JSON: more text after the JSON value"),
    "line break in text": ('["a\nb"]', "not JSON: a line break or control character in a string"),
    "escape": (r'["\q"]', "not JSON: an unknown escape in a string"),
    "missing comma": ("[1 2]", "line 1, column 4: not JSON: unexpected '2'"),
    "nothing": ("", "not JSON: the JSON ends too early"),
    "comment": ("// hi\n{}", "line 1, column 1: not JSON: a comment; JSON has none"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    text, message = REFUSED[name]
    with pytest.raises(SymcauseError) as caught:
        read_json(text, file="f.json")
    assert str(caught.value).startswith("f.json: ")
    assert message in str(caught.value)


def test_syntax_and_faults_differ() -> None:
    with pytest.raises(JsonSyntaxError):
        read_json("{")
    with pytest.raises(ProblemError) as caught:
        read_json('{"a": 1, "a": 2}')
    assert not isinstance(caught.value, JsonSyntaxError)
    with pytest.raises(LimitError):
        read_json("[1e400]")


def test_numbers_stay_exact() -> None:
    assert read_json("[0.1, 2.50, 1e-3, 12345678901234567890, -0]") == [
        Decimal("0.1"),
        Decimal("2.50"),
        Decimal("0.001"),
        12345678901234567890,
        0,
    ]
    assert isinstance(read_json("1e2"), Decimal)


def test_surrogate_pairs_are_fine() -> None:
    assert read_json(r'"\ud83d\ude00"') == "😀"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff\xfe{\0}\0", "starts with a byte order mark (UTF-16)"),
        (b'{"a": "\0"}', "byte 7: the file holds NUL bytes"),
        (b'{"a": "\xe9"}', "byte 7: not UTF-8: byte 0xe9"),
    ],
)
def test_bytes_that_are_no_text(data: bytes, message: str) -> None:
    with pytest.raises(ProblemError) as caught:
        decode_text(data, file="f")
    assert message in str(caught.value)


def test_the_mark_of_utf_8_is_passed_over() -> None:
    assert decode_text(b"\xef\xbb\xbf{}") == "{}"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@patient(max_examples=150)
@given(VALUES)
def test_agrees_with_the_standard_decoder(value: object) -> None:
    assert read_json(json.dumps(value)) == value


@patient(max_examples=150)
@given(st.text(alphabet='{}[]",:0123456789.eE-truefalsn\\u d\n', max_size=30))
def test_never_more_lenient_and_never_a_crash(text: str) -> None:
    try:
        value = read_json(text)
    except SymcauseError:
        return
    assert json.loads(text, parse_float=Decimal) == value
