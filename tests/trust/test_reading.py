"""Faults that an attack on the readers found, each by its name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symcause.errors import LimitError, ProblemError, SymcauseError
from symcause.formats.json_syntax import JsonSyntaxError
from symcause.formats.json_text import read_json
from symcause.formats.pools.problem_writer import one_line, write_problem
from symcause.formats.problems import read_document

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
DOCUMENTS = {
    document["id"]: document
    for document in (
        json.loads((EXAMPLES / name).read_text("utf-8").split(end)[0])
        for name, end in (
            ("unique.json", "\0"),
            ("crystal.json", "\0"),
            ("shapes.json", "\0"),
            ("boats.json", "\0"),
            ("statements.json", "\0"),
            ("percentages.jsonl", "\n"),
        )
    )
}

REFUSED = ("NaN", "1e999", "Infinity", "9" * 5_000, '{"b": 1, "b": 2}')


@pytest.mark.parametrize("value", REFUSED)
@pytest.mark.parametrize("rest", ["", ",", "]", '"', "{", ' "c": }'])
def test_a_refused_value_before_a_syntax_error(value: str, rest: str) -> None:
    """The slow pass that places the value meets the syntax error: it must not escape."""
    with pytest.raises(JsonSyntaxError):
        read_json(f'{{"a": {value}{rest}')


@pytest.mark.parametrize("value", REFUSED)
def test_a_refused_value_before_endless_nesting(value: str) -> None:
    with pytest.raises(LimitError, match="nested too deep"):
        read_json(f'{{"a": {value}, "c": ' + "[" * 100_000)


@pytest.mark.parametrize("value", REFUSED)
def test_a_refused_value_alone_is_placed(value: str) -> None:
    with pytest.raises(SymcauseError) as caught:
        read_json(f'{{"a": {value}}}', file="f.json")
    assert str(caught.value).startswith("f.json: a")
    assert isinstance(caught.value, ProblemError | LimitError)


@pytest.mark.parametrize("model", ["gold", "reference"])
def test_a_name_that_stands_twice_among_roots(model: str) -> None:
    """It used to change coverage silently."""
    from symcause.formats.problems import read_document

    document = {
        "format": "symcause.boolean/1",
        "id": "twice",
        "variables": ["X1", "X2", "X3"],
        "setting": "hidden-order",
        "roots": ["X1", "X2"],
        "worlds": [{"id": "w", "split": "train", "mode": "none", "targets": [], "rows": ["000"]}],
        model: {"roots": ["X1", "X2", "X1"], "mechanisms": {"X3": "X1"}},
    }
    with pytest.raises(ProblemError) as caught:
        read_document(document)
    assert str(caught.value) == f"{model}.roots[2]: stands twice (got 'X1')"


def _lists_of_names(
    value: object, place: tuple[str | int, ...] = ()
) -> list[tuple[str | int, ...]]:
    found: list[tuple[str | int, ...]] = []
    if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
        return [] if place[-1] in ("rows", "units") else [place]
    parts: Any = ()
    if isinstance(value, dict | list):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in parts:
        found += _lists_of_names(part, (*place, key))
    return found


@pytest.mark.parametrize(
    "name", ["ordered", "block-order", "hidden-roots", "alternative", "episode"]
)
def test_every_list_of_names(name: str) -> None:
    from symcause.formats.problems import read_document
    from tests.cli.cases import example

    places = _lists_of_names(example(name))
    assert len(places) > 1
    for place in places:
        document = example(name)
        names: Any = document
        for key in place:
            names = names[key]
        names.append(names[0])
        with pytest.raises(ProblemError, match="stands twice"):
            read_document(document)


@pytest.mark.parametrize(
    "place", [("observe", "records"), ("claims", "traps"), ("design", "route", "options")]
)
def test_every_list_of_names_of_a_scenario(place: tuple[str, ...]) -> None:
    from symcause.formats.problems import read_document
    from tests.cli.cases import example

    document = example("boats")
    names: Any = document
    for key in place:
        names = names[key]
    names.append(names[0])
    with pytest.raises(ProblemError, match=r"stands twice|all different"):
        read_document(document)


@pytest.mark.parametrize("name", ["unique", "crystal", "shapes", "boats", "statements", "dosage"])
def test_numbers_in_metadata_are_written_again(name: str) -> None:
    """Of scenarios and tables a decimal there could be read and not written: found by the attack."""
    told = {"rejected": {"loss": 10.0, "shares": [0.25, 1e-7]}}
    document = DOCUMENTS[name]
    text = json.dumps({**document, "metadata": told}).replace("10.0", "0.1e2")
    again = json.loads(one_line(write_problem(read_document(read_json(text)))))
    assert again["metadata"] == told
