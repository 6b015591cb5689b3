"""Extraction of answer objects from raw text, friendly and hostile."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from symcause.scoring import answer_extraction as extraction
from symcause.scoring.answer_extraction import (
    alternative_shape,
    extract,
    hidden_roots_shape,
    plain_shape,
)

ANSWER = {"mechanisms": {"X3": "(xor X1 X2)"}}
TEXT = json.dumps(ANSWER)


@pytest.mark.parametrize(
    ("text", "strict"),
    [
        (TEXT, True),
        (f"  {TEXT}\n", True),
        (json.dumps(ANSWER, indent=1), False),
        (f"```json\n{TEXT}\n```", False),
        (f"The answer is {TEXT}. I hope it helps!", False),
        (f'[{{"a": 1}}, {TEXT}]', False),
        (f"{{not json}} and then {TEXT}", False),
        (f"Let f(x) = {{x | x > 0}}; so {TEXT} {{", False),
        ("\ufeff" + TEXT, False),
        (TEXT[:-1] + ', "note": "raw\nbreak"}', False),
        (TEXT[:-1] + r', "note": "\(x\)"}', False),
        (TEXT[:-1] + r', "note": "\u12"}', False),
    ],
)
def test_finds_the_answer(text: str, strict: bool) -> None:
    found = extract(text, plain_shape)
    assert found.strict is strict
    assert found.found is not None and found.found["mechanisms"] == ANSWER["mechanisms"]


def test_the_whole_text_wins_even_if_it_has_another_shape() -> None:
    found = extract(json.dumps({"answer": ANSWER}), plain_shape)
    assert found.strict and found.found == {"answer": ANSWER}


def test_the_shape_of_the_task_comes_first() -> None:
    longer = json.dumps({"a": 1, "b": 2, "c": "x" * 500})
    assert extract(f"{longer} {TEXT}", plain_shape).found == ANSWER
    assert extract(f"{TEXT} {longer}", plain_shape).found == ANSWER


def test_then_more_keys_then_the_longer_span_then_the_earlier_start() -> None:
    more = {**ANSWER, "note": ""}
    assert extract(f"{TEXT} {json.dumps(more)}", plain_shape).found == more
    longer = {"mechanisms": {"X3": "(and X1 (not X2))"}}
    assert extract(f"{TEXT} {json.dumps(longer)}", plain_shape).found == longer
    other = {"mechanisms": {"X3": "(and X1 X2)"}}
    assert extract(f"{json.dumps(other)} {TEXT}", plain_shape).found == other


def test_shapes() -> None:
    rooted = {"roots": ["X1"], **ANSWER}
    claimed = {"alternative": ANSWER, "experiment": None}
    assert plain_shape(ANSWER) and plain_shape(rooted) and not plain_shape(claimed)
    assert hidden_roots_shape(rooted) and not hidden_roots_shape(ANSWER)
    assert alternative_shape(claimed) and not alternative_shape({"alternative": {}})
    text = f"{json.dumps(ANSWER)} or {json.dumps(claimed)}"
    assert extract(f"x {text}", alternative_shape).found == claimed


def test_of_a_repeated_key_the_last_value_counts() -> None:
    text = '{"mechanisms": {"X3": "X1"}, "mechanisms": {"X3": "X2"}}'
    assert extract(text, plain_shape).found == {"mechanisms": {"X3": "X2"}}


def test_unknown_escapes_are_literal_and_never_repaired() -> None:
    text = r'{"mechanisms": {"X3": "(xor X1 X2)\q"}}'
    found = extract(text, plain_shape).found
    assert found == {"mechanisms": {"X3": "(xor X1 X2)\\q"}}


def test_a_well_formed_answer_beats_a_literal_reading() -> None:
    text = rf'{{"mechanisms": {{"X3": "X2"}}, "note": "\("}} {TEXT}'
    assert extract(text, plain_shape).found == ANSWER


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the text is empty"),
        (" \n\t", "the text is empty"),
        ("I cannot answer this.", "no JSON object in the text"),
        ("[1, 2, 3]", "no JSON object in the text"),
        ('"{}"'.replace("{}", "no object"), "no JSON object in the text"),
        ('{"mechanisms": {"X3": "X1"', "no JSON object in the text"),
        ("{'mechanisms': {'X3': 'X1'}}", "no JSON object in the text"),
        ('{"a": ' + "1" * 5000 + "}", "no JSON object in the text"),
    ],
)
def test_says_why_there_is_nothing(text: str, reason: str) -> None:
    found = extract(text, plain_shape)
    assert found == extraction.Extraction(False, None, reason)


MEGABYTE = 1_000_000
HOSTILE: dict[str, Callable[[], str]] = {
    "braces": lambda: "{" * MEGABYTE,
    "open objects": lambda: '{"a":' * (MEGABYTE // 5),
    "empty objects": lambda: "{}" * (MEGABYTE // 2),
    "brackets": lambda: "[" * MEGABYTE,
    "quotes": lambda: '"' * MEGABYTE,
    "half strings": lambda: '{"' * (MEGABYTE // 2),
    "backslashes": lambda: "\\" * MEGABYTE,
    "escaped quotes": lambda: '{"' + '\\"' * (MEGABYTE // 2),
    "spaces": lambda: "{" + " " * MEGABYTE,
    "almost answers": lambda: '{"mechanisms":{"X3":"(xor X1 X2)"},' * (MEGABYTE // 36),
    "wide text": lambda: ('{"a":x\n' * (MEGABYTE // 7)) + "\U0001f600",
    "long number": lambda: '{"a":' + "1" * MEGABYTE + "} x",
    "long levels": lambda: ('{"a":"' + "x" * 900 + '","b":') * 1100,
    "siblings": lambda: 'x {"a":[' + '{"b":1},' * (MEGABYTE // 8),
    "commas": lambda: '{"a":[' + "[]," * (MEGABYTE // 3),
}


@pytest.mark.few(5)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_megabyte_of_hostile_text_is_dealt_with(name: str) -> None:
    found = extract(HOSTILE[name](), plain_shape)
    assert found.found is None or not plain_shape(found.found)
    assert found.found is not None or found.reason


def test_bounds_are_named() -> None:
    reasons = {
        "x" * (extraction.ANSWER_LENGTH + 1): "characters; at most",
        "{}" * (extraction.OBJECT_STARTS + 1): "places where a JSON object could begin",
        '{"a":' * (MEGABYTE // 5): "characters decoded in search of an answer",
    }
    for text, reason in reasons.items():
        found = extract(text, plain_shape)
        assert found.found is None and reason in (found.reason or "")


def test_deep_nesting_beside_an_answer_does_not_hide_it() -> None:
    deep = '{"a":' * 1100
    assert extract(f"{deep} {TEXT}", plain_shape).found == ANSWER
