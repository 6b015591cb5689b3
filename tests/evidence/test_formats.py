"""Version 2 of the formats: what it adds, what it refuses, and that version 1 stays version 1."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.boolean import problem as of_rows
from symcause.errors import ProblemError
from symcause.families.boolean.files.document_writer import write_boolean
from symcause.families.boolean.problem.fingerprint import fingerprint
from symcause.families.linear.files.document_writer import write_linear
from symcause.families.linear.problem.problem import LinearProblem
from symcause.models.background_knowledge import Knowledge
from tests.cli.cases import Shell
from tests.evidence.facts import FACTS, fact

LINEAR: dict[str, Any] = {
    "format": "symcause.linear/2",
    "id": "lin",
    "variables": ["a", "b", "freq"],
    "target": "freq",
    "controllable": ["a", "b"],
    "coefficients": {"domain": "integer", "min": -2, "max": 2},
    "chain": [
        {"values": {"a": "1", "b": "2", "freq": "4"}},
        {"intervene": {"a": "3", "b": "3"}, "values": {"a": "3", "b": "3", "freq": "6"}},
    ],
}


@pytest.mark.parametrize("name", FACTS)
def test_written_as_read(name: str) -> None:
    made = fact(name)
    written = write_boolean(made)
    assert symcause.problem(written) == made
    uses = made.errors or made.latent or made.knowledge or name == "f11"
    assert written["format"] == ("symcause.boolean/2" if uses else "symcause.boolean/1")


def test_nothing_used_is_version_1() -> None:
    plain = fact("f04", errors=0, latent=[], knowledge={})
    assert write_boolean(plain)["format"] == "symcause.boolean/1"
    assert fingerprint(plain) == fingerprint(fact("f04"))
    document = {**LINEAR, "knowledge": {}}
    assert write_linear(_linear(document))["format"] == "symcause.linear/1"


def _linear(document: object) -> LinearProblem:
    made = symcause.problem(document)  # type: ignore[arg-type]
    assert isinstance(made, LinearProblem)
    return made


def test_linear_round_trip() -> None:
    known = {"require": ["b->freq"], "signs": {"a->b": "-"}, "tiers": [["a"], ["b", "freq"]]}
    made = _linear({**LINEAR, "knowledge": known})
    assert made.knowledge == Knowledge(
        require=(("b", "freq"),),
        tiers=(("a",), ("b", "freq")),
        signs=((("a", "b"), "-"),),
    )
    assert _linear(write_linear(made)) == made
    assert write_linear(made)["format"] == "symcause.linear/2"


@pytest.mark.parametrize("key", ["errors", "latent", "knowledge"])
def test_version_1_has_no_such_key(key: str) -> None:
    value: object = {"errors": 1, "latent": ["B"], "knowledge": {"unate": True}}[key]
    with pytest.raises(ProblemError, match=key):
        fact("f04", format="symcause.boolean/1", **{key: value})


def test_version_1_has_no_holes() -> None:
    with pytest.raises(ProblemError, match=r"worlds\[0\]\.rows\[4\].*boolean/2"):
        fact("f11", format="symcause.boolean/1")


@pytest.mark.parametrize(
    ("name", "changed", "said"),
    [
        ("f11", {"latent": ["B"]}, r"latent\[0\]: B is shown in worlds\[0\]\.rows\[0\]"),
        ("f11", {"latent": ["Z"]}, r"latent\[0\]: unknown variable"),
        ("f04", {"errors": -1}, "errors: errors is negative"),
        ("f04", {"errors": "1"}, "errors"),
        ("f04", {"knowledge": {"requires": []}}, "requires: unknown key"),
        ("f04", {"knowledge": {"forbid": ["A->Z"]}}, "'Z'"),
        ("f04", {"knowledge": {"forbid": ["A-Z"]}}, "needs an arrow"),
        ("f04", {"knowledge": {"forbid": ["A->A"]}}, "A->A"),
        ("f04", {"knowledge": {"require": ["A->C"], "forbid": ["A->C"]}}, "A->C"),
        ("f04", {"knowledge": {"require": ["C->A"]}}, "C->A.*A is a disclosed root"),
        ("f04", {"knowledge": {"tiers": [["A"], ["C"]]}}, "B is in no tier"),
        ("f04", {"knowledge": {"tiers": [["A", "B"], ["C", "B"]]}}, "two tiers"),
        ("f04", {"knowledge": {"signs": {"A->C": "up"}}}, "signs"),
        ("f04", {"knowledge": {"signs": {"A->C": "+", "A -> C": "-"}}}, "A->C has two signs"),
        ("f04", {"knowledge": {"require": ["A->C"], "candidates": ["B->C"]}}, "A->C.*no cand"),
        ("f05", {"knowledge": {"require": ["B->C", "C->B"]}}, "B->C"),
        ("f05", {"knowledge": {"tiers": [["A", "C"], ["B"]], "require": ["B->C"]}}, "B->C"),
        ("f17", {"knowledge": {"require": ["C->B"]}, "roots": ["A"]}, "C does not precede B"),
    ],
)
def test_refused(name: str, changed: dict[str, object], said: str) -> None:
    with pytest.raises(ProblemError, match=said):
        fact(name, **changed)


@pytest.mark.parametrize(
    "knowledge", [{"signs": {"C->A": "+"}}, {"forbid": ["C->A", "B->A"]}, {"candidates": []}]
)
def test_what_cannot_be_is_no_fault(knowledge: object) -> None:
    assert fact("f04", knowledge=knowledge).knowledge


def test_a_target_has_a_value() -> None:
    worlds = [
        *FACTS["f04"]["worlds"],
        {
            "id": "w1",
            "split": "train",
            "mode": "assigned",
            "targets": ["C"],
            "rows": ["001", "00?"],
        },
    ]
    with pytest.raises(ProblemError, match=r"worlds\[1\]\.rows\[1\]: target C"):
        fact("f04", worlds=worlds)


def test_linear_refusals() -> None:
    for known, said in (
        ({"unate": True}, "unate"),
        ({"require": ["freq->a"]}, "freq->a.*target"),
    ):
        with pytest.raises(ProblemError, match=said):
            _linear({**LINEAR, "knowledge": known})
    with pytest.raises(ProblemError, match="quadratic"):
        _linear({**LINEAR, "family": "quadratic", "knowledge": {"signs": {"a->b": "+"}}})
    with pytest.raises(ProblemError, match="knowledge"):
        _linear({**LINEAR, "format": "symcause.linear/1", "knowledge": {"forbid": ["a->b"]}})


def test_holes_cost_nothing_where_there_are_none() -> None:
    assert all(world.holes is None for world in fact("f04").worlds)
    assert fact("f11").worlds[0].holes == (0, 0b10000, 0)


def test_rows_with_holes_in_python() -> None:
    made = of_rows(
        [{"A": 0, "B": 0}, {"A": 1, "B": "?"}], roots=["A"], errors=1, knowledge={"unate": True}
    )
    assert made.worlds[0].rows == ("00", "1?")
    assert made.errors == 1 and made.knowledge == Knowledge(unate=True)


def test_holes_are_refused_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "f11.json"
    path.write_text(json.dumps(FACTS["f11"]))
    for more in ((), ("--agent", "random")):
        code, _, said = Shell(capsys)("play", path, *more)
        assert code == 2 and "worlds[0].rows[4]" in said and len(said.splitlines()) == 1


def test_the_release_knows_version_1_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shell = Shell(capsys)
    for name in ("f11", "f17"):
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(FACTS[name]))
        code, _, said = shell("convert", path, "--to", "replayscm")
        assert code == 2 and ("rows[4]" in said or "knowledge" in said)
        assert shell("convert", path)[0] == 0
