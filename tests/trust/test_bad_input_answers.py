"""Malformed answers by name, each with the stage it fails and the reason it gets.

A readable answer is never an error of usage: the command line judges it and exits with 1.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from symcause.cli.main import cli
from symcause.families.boolean.files.document_writer import write_boolean
from symcause.families.boolean.scoring.check.checker import check
from symcause.models.disclosure import Setting
from tests.scoring.cases import GOLD, demo, mechanisms


def _answer(**changes: object) -> str:
    return json.dumps({"mechanisms": {**GOLD, **changes}})


def _rooted(roots: object, texts: dict[str, str] | None = None) -> str:
    return json.dumps({"roots": roots, "mechanisms": texts or GOLD})


CASES: dict[str, tuple[str, str, str]] = {
    "empty": ("", "extracted_json", "the text is empty"),
    "no JSON": ("X3 is the parity.", "extracted_json", "no JSON object in the text"),
    "cut in a string": (_answer()[:-9], "extracted_json", "no JSON object in the text"),
    "cut before the end": (_answer()[:-1], "schema", "the object has no mechanisms"),
    "Python quotes": (str({"mechanisms": GOLD}), "extracted_json", "no JSON object in the text"),
    "a list": ("[1]", "extracted_json", "no JSON object in the text"),
    "no mechanisms": ('{"equations": {}}', "schema", "the object has no mechanisms"),
    "wrapped": (
        json.dumps({"answer": {"mechanisms": GOLD}}),
        "schema",
        "the object has no mechanisms",
    ),
    "mechanisms as a list": (
        '{"mechanisms": ["X1"]}',
        "schema",
        "mechanisms must be an object, not a list",
    ),
    "mechanisms as null": (
        '{"mechanisms": null}',
        "schema",
        "mechanisms must be an object, not null",
    ),
    "a number for a mechanism": (
        _answer(X4=1),
        "schema",
        "the mechanism of 'X4' must be a string, not a number",
    ),
    "a truth value for a mechanism": (
        _answer(X4=True),
        "schema",
        "the mechanism of 'X4' must be a string, not a truth value",
    ),
    "a nested mechanism": (
        _answer(X4=["not", "X1"]),
        "schema",
        "the mechanism of 'X4' must be a string, not a list",
    ),
    "no entries": ('{"mechanisms": {}}', "keys", "a mechanism is missing for X3, X4, X5"),
    "one missing": (
        json.dumps({"mechanisms": {"X3": "X1", "X4": "X1"}}),
        "keys",
        "a mechanism is missing for X5",
    ),
    "a mechanism for a root": (
        _answer(X1="X2"),
        "keys",
        "X1 is a root, so it takes no mechanism",
    ),
    "an unknown variable": (
        _answer(X33="X1"),
        "keys",
        "a mechanism for 'X33', which is no variable; did you mean 'X3'?",
    ),
    "a hostile key": (
        json.dumps({"mechanisms": {**GOLD, "\u202e\n" + "k" * 200: "X1"}}),
        "keys",
        "a mechanism for '\\u202e\\n" + "k" * 50 + "…, which is no variable; known: X3, X4, X5",
    ),
    "an empty mechanism": (_answer(X4=""), "parse", "X4: "),
    "an unknown operator": (
        _answer(X4="(nand X1 X2)"),
        "parse",
        "X4: unknown operator 'nand' at column 2; did you mean 'and'?",
    ),
    "infix": (_answer(X4="X1 xor X2"), "parse", "X4: text after the end of the expression"),
    "one argument": (_answer(X4="(and X1)"), "parse", "X4: 'and' takes two or more arguments"),
    "two arguments of not": (_answer(X4="(not X1 X2)"), "parse", "X4: 'not' takes one argument"),
    "an open bracket": (_answer(X4="(and X1 X2"), "parse", "X4: "),
    "a bracket too many": (_answer(X4="(and X1 X2))"), "parse", "X4: "),
    "a constant": (_answer(X4="(and X1 1)"), "parse", "X4: the constant 1 is not allowed"),
    "a tab": (_answer(X4="(and\tX1 X2)"), "parse", "X4: a tab is not allowed at column 5"),
    "a line break": (_answer(X4="(and X1\nX2)"), "parse", "X4: a line break is not allowed"),
    "a literal backslash": (
        r'{"mechanisms": {"X3": "(xor X1 X2)\q", "X4": "X1", "X5": "X1"}}',
        "parse",
        "X3: ",
    ),
    "nested too deep": (
        _answer(X4="(not " * 6000 + "X1" + ")" * 6000),
        "parse",
        "X4: the expression is nested too deep",
    ),
    "too long": (
        _answer(X4="(and " + "X1 " * 50_000 + ")"),
        "parse",
        "X4: the mechanism goes on for 150006 characters",
    ),
    "an operator as a variable": (_answer(X4="(and X1 or)"), "parse", "X4: "),
    "itself": (_answer(X4="(not X4)"), "legal", "X4: the variable 'X4' is not allowed here"),
    "an unknown input": (
        _answer(X4="(not X44)"),
        "legal",
        "X4: unknown variable 'X44' at column 6; allowed here: X1, X2, X3, X5",
    ),
    "a cycle": (
        _answer(X3="X4", X4="X5", X5="X3"),
        "acyclic",
        "the mechanisms form a cycle: X5 -> X4 -> X3 -> X5",
    ),
}

HIDDEN_ROOTS: dict[str, tuple[str, str, str]] = {
    "no roots": (_answer(), "schema", "the object has no roots"),
    "roots as text": (_rooted("X1, X2"), "schema", "roots must be a list of names, not a string"),
    "roots as numbers": (
        _rooted([1, 2]),
        "schema",
        "roots must be a list of names, not of a number",
    ),
    "too few roots": (_rooted(["X1"]), "keys", "1 roots are named, but there are 2"),
    "too many roots": (
        _rooted(["X1", "X2", "X3"]),
        "keys",
        "3 roots are named, but there are 2",
    ),
    "an unknown root": (
        _rooted(["X1", "X8"]),
        "keys",
        "the root 'X8' is no variable of the problem",
    ),
    "a root twice": (_rooted(["X1", "X1"]), "keys", "the root X1 is named twice"),
    "a mechanism missing for the other roots": (
        _rooted(["X1", "X3"]),
        "keys",
        "a mechanism is missing for X2",
    ),
}

ALTERNATIVE: dict[str, tuple[str, str, str]] = {
    "no alternative": (_answer(), "schema", "the object has no alternative"),
    "an alternative as text": (
        '{"alternative": "X3 = X1"}',
        "schema",
        "the object has no alternative",
    ),
    "an empty alternative": ('{"alternative": {}}', "schema", "the object has no mechanisms"),
}


@pytest.mark.few(18)
@pytest.mark.parametrize("name", CASES)
def test_malformed(name: str, tmp_path: Path) -> None:
    _pinned(CASES[name], Setting.HIDDEN_ORDER, tmp_path)


@pytest.mark.parametrize("name", HIDDEN_ROOTS)
def test_malformed_hidden_roots(name: str, tmp_path: Path) -> None:
    _pinned(HIDDEN_ROOTS[name], Setting.HIDDEN_ROOTS, tmp_path)


@pytest.mark.parametrize("name", ALTERNATIVE)
def test_malformed_alternatives(name: str) -> None:
    text, stage, reason = ALTERNATIVE[name]
    result = check(demo(reference=mechanisms(GOLD)), text)
    assert (result.stage, result.reason) == (stage, reason)


def _pinned(case: tuple[str, str, str], setting: Setting, folder: Path) -> None:
    text, stage, reason = case
    problem = demo(setting)
    result = check(problem, text)
    assert (result.stage, result.valid) == (stage, False)
    assert result.reason is not None and result.reason.startswith(reason)
    assert result.train_world_exact == 0 and result.train_exact is False
    (folder / "problem.json").write_text(json.dumps(write_boolean(problem)))
    (folder / "answer.txt").write_text(text)
    files = [str(folder / "problem.json"), str(folder / "answer.txt")]
    done = CliRunner().invoke(cli, ["check", *files, "--json"])
    assert done.exit_code == 1 and done.stdout.count("\n") == 1
    assert json.loads(done.stdout)["stage"] == stage


def test_too_many_variables_in_one_mechanism() -> None:
    """More inputs than a truth table could have, and more work than anybody should do: both run."""
    from symcause.families.boolean.models.worlds import Mode, Split, World
    from symcause.families.boolean.problem.problem import BooleanProblem
    from symcause.models.disclosure import Disclosure

    names = tuple(f"V{i}" for i in range(25))
    problem = BooleanProblem(
        "wide",
        Disclosure(Setting.HIDDEN_ORDER, names, names[:24]),
        (World("w", Split.TRAIN, Mode.NONE, (), ("0" * 25,)),),
    )
    result = check(problem, {"mechanisms": {"V24": f"(xor {' '.join(names[:24])})"}})
    assert result.stage == "valid" and result.train_exact
    heavy = "(xor " + " ".join(names[i % 20] for i in range(20_000)) + ")"
    result = check(problem, {"mechanisms": {"V24": heavy}})
    assert result.stage == "valid" and result.train_exact


def test_python_values_that_no_json_has() -> None:
    result = check(demo(), {"mechanisms": {**GOLD, 3: "X1"}})
    assert (result.stage, result.reason) == (
        "schema",
        "mechanisms must have names as keys, not a number",
    )
    surrogate = '{"mechanisms": {"X3": "\ud800", "X4": "X1", "X5": "\udfff"}}'
    assert check(demo(), surrogate).stage == "parse"


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\x00", b"\x00" * 10, "\ud83d".encode("utf-8", "surrogatepass"), b'{"a": 1']
)
def test_bytes_that_are_no_text_are_judged(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "problem.json").write_text(json.dumps(write_boolean(demo())))
    (tmp_path / "answer.bin").write_bytes(data)
    files = [str(tmp_path / "problem.json"), str(tmp_path / "answer.bin")]
    done = CliRunner().invoke(cli, ["check", *files, "--json"])
    assert done.exit_code == 1
    assert json.loads(done.stdout)["stage"] == "extracted_json"
