"""Malformed problems and files, by name: exit code 2 and one line that names file, place and remedy."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from symcause.cli.main import main
from symcause.errors import SymcauseError
from symcause.formats.problems import read_document
from symcause.registry import families
from tests.formats.cases import demo

Document = dict[str, Any]


def changed(change: Callable[[Document], object]) -> str:
    """The text of the demo problem after a change in place."""
    document = demo()
    change(document)
    return json.dumps(document)


def world(index: int, **changes: object) -> str:
    return changed(lambda d: d["worlds"][index].update(changes))


def gold(**mechanisms: object) -> str:
    return changed(lambda d: d["gold"]["mechanisms"].update(mechanisms))


def top(**changes: Any) -> str:
    return json.dumps(demo(**changes))


BAD: dict[str, tuple[str | bytes, str]] = {
    "empty file": ("", "the file is empty"),
    "blank file": (" \n\n\t\n", "the file is empty"),
    "broken json": (
        '{"format": "symcause.boolean/1",\n "id": demo}',
        "line 2, column 8: not JSON: unexpected 'd'",
    ),
    "trailing comma": (
        '{"id": "x",}',
        "line 1, column 11: not JSON: a comma with nothing behind it; remove the comma",
    ),
    "python quotes": (
        "{'format': 'symcause.boolean/1'}",
        'line 1, column 2: not JSON: a single quote; JSON strings take double quotes: "',
    ),
    "cut off": (
        top()[:-20],
        "line 1, column 629: not JSON: the JSON ends too early; is the file complete?",
    ),
    "deep nesting": (
        "[" * 200_000,
        "the JSON is nested too deep; no format here needs such nesting",
    ),
    "not a number": (
        top(metadata={"rate": float("nan")}),
        "metadata.rate: not a number of JSON (got 'NaN'); use null or text",
    ),
    "duplicate key": (
        top().replace('"id": "train_00"', '"id": "train_00", "id": "a"'),
        "worlds[0].id: the key stands twice; keep one of the two",
    ),
    "byte order mark": (
        top().encode("utf-16"),
        "the text starts with a byte order mark (UTF-16); save it as UTF-8 without one",
    ),
    "latin-1": (
        top(id="demo").replace("demo", "caf\u00e9").encode("latin-1"),
        "byte 43: not UTF-8: byte 0xe9; save the text as UTF-8",
    ),
    "nul bytes": (b"{\0}", "byte 1: the file holds NUL bytes; this is no text file"),
    "plain text": (
        "hello world",
        "neither JSON nor a YAML mapping; symcause schema lists the formats",
    ),
    "number": ("42", "neither JSON nor a YAML mapping; symcause schema lists the formats"),
    "list of numbers": (
        "[1]",
        "[0]: a problem is a JSON object; symcause schema lists the formats",
    ),
    "empty list": ("[]", "no problem in it"),
    "yaml of another kind": (
        "a: 1\nb: 2\n",
        "neither JSON nor a ReplaySCM release: no metadata.runtimeSchemaVersion; "
        "a release has metadata.runtimeSchemaVersion: cind-a-scm-runtime-v2",
    ),
    "release of another version": (
        "metadata:\n  runtimeSchemaVersion: cind-a-scm-runtime-v9\nproblems: []\n",
        "metadata.runtimeSchemaVersion: unknown version of the release format "
        "(got 'cind-a-scm-runtime-v9'); known: cind-a-scm-runtime-v2",
    ),
    "yaml alias": (
        "metadata: &m\n  runtimeSchemaVersion: cind-a-scm-runtime-v2\nproblems:\n  - *m\n",
        "problems[0]: YAML aliases are refused; write the value out",
    ),
    "yaml tag": (
        "metadata: !!python/object:os.system {}\n",
        "metadata: YAML tags are refused (got 'tag:yaml.org,2002:python/object:os.system')",
    ),
    "an answer": (
        '{"mechanisms": {"X3": "X1"}}',
        "this is an answer, not a problem; give the file of the problem",
    ),
    "a prediction": (
        '{"instanceId": "demo", "model": "m", "response": ""}',
        "this is a prediction, not a problem; give the file of the problem",
    ),
    "no format": (
        top(format=None),
        'the key \'format\' is missing; a problem says "format": "symcause.boolean/1", '
        "or another that symcause schema lists",
    ),
    "misspelt format": (
        top(format="symcause.bolean/1"),
        "format: unknown format (got 'symcause.bolean/1'); did you mean 'symcause.boolean/1'?",
    ),
    "unknown key": (top(setings="x"), "setings: unknown key; did you mean 'setting'?"),
    "unknown key of a world": (
        world(1, row=[]),
        "worlds[1].row: unknown key; did you mean 'rows'?",
    ),
    "missing key": (top(variables=None), "the key 'variables' is missing; add 'variables'"),
    "missing key of a world": (
        changed(lambda d: d["worlds"][2].pop("rows")),
        "worlds[2]: the key 'rows' is missing; add 'rows'",
    ),
    "no id": (
        top(id=""),
        "id: not an id (got ''); an id is printable text of 1 to 500 characters",
    ),
    "id with a line break": (
        top(id="a\nb"),
        "id: not an id (got 'a\\nb'); an id is printable text of 1 to 500 characters",
    ),
    "variables as text": (
        top(variables="X1 X2"),
        'variables: expected a list (got \'X1 X2\'); for example: ["X1", "X2"]',
    ),
    "variable that is no text": (
        top(variables=["X1", 2]),
        'variables[1]: expected text (got 2); for example: "X1"',
    ),
    "operator as variable": (
        top(variables=["X1", "X2", "X3", "and"]),
        "variables[3]: an operator word cannot name a variable (got 'and'); "
        "names are letters a to z, digits and _, not starting with a digit",
    ),
    "variable with a space": (
        top(variables=["X1", "X 2", "X3", "X4"]),
        "variables[1]: not a variable name (got 'X 2'); "
        "names are letters a to z, digits and _, not starting with a digit",
    ),
    "variable twice": (
        top(variables=["X1", "X2", "X3", "X3"]),
        "variables[3]: stands twice (got 'X3')",
    ),
    "unknown setting": (
        top(setting="hidden_order"),
        "setting: unknown word (got 'hidden_order'); did you mean 'hidden-order'?",
    ),
    "order in a hidden order": (
        top(order=["X1", "X2", "X3", "X4"]),
        "order: setting hidden-order does not disclose order; remove order or change the setting",
    ),
    "ordered without order": (
        top(setting="ordered"),
        "order: setting ordered needs order; add order",
    ),
    "order with a gap": (
        top(setting="ordered", order=["X1", "X2", "X4"]),
        "order: a variable is missing (got 'X3'); order must hold every variable once",
    ),
    "blocks that overlap": (
        top(setting="block-order", blocks=[["X1", "X2"], ["X3", "X1"], ["X4"]]),
        "blocks[3]: stands twice (got 'X1')",
    ),
    "unknown root": (
        top(roots=["X1", "X9"]),
        "roots[1]: unknown variable (got 'X9'); known: X1, X2, X3, X4",
    ),
    "all roots": (
        top(roots=["X1", "X2", "X3", "X4"]),
        "roots: every variable is a root: nothing to explain",
    ),
    "root count as text": (
        top(setting="hidden-roots", roots=None, root_count="2"),
        "root_count: expected a whole number (got '2')",
    ),
    "root count too large": (
        top(setting="hidden-roots", roots=None, root_count=4, gold=None),
        "root_count: root_count must leave at least one endogenous variable (got 4)",
    ),
    "unknown operator": (
        top(operators=["and", "nand"]),
        "operators[1]: unknown word (got 'nand'); did you mean 'and'?",
    ),
    "constants as a number": (top(constants=0), "constants: expected true or false (got 0)"),
    "max_parents as a decimal": (
        top(max_parents=2.5),
        "max_parents: expected a whole number (got 2.5)",
    ),
    "max_parents negative": (
        top(max_parents=-1),
        "max_parents: max_parents is negative (got -1); give a number of parents, or leave it out",
    ),
    "worlds as an object": (
        top(worlds={"train_00": {}}),
        "worlds: expected a list (got an object with 1 keys)",
    ),
    "no worlds": (top(worlds=[]), "worlds: a problem needs training worlds"),
    "no training world": (
        changed(lambda d: d["worlds"].__delitem__(slice(0, 2))),
        "worlds: a problem needs training worlds",
    ),
    "unknown split": (
        world(2, split="held-out"),
        "worlds[2].split: unknown word (got 'held-out'); did you mean 'heldout'?",
    ),
    "unknown mode": (
        world(1, mode="constnt"),
        "worlds[1].mode: unknown word (got 'constnt'); did you mean 'constant'?",
    ),
    "two worlds of one id": (
        world(1, id="train_00"),
        "worlds[0].id: two worlds have one id (got 'train_00')",
    ),
    "the last world has the id of the first": (
        world(2, id="train_00"),
        "worlds[0].id: two worlds have one id (got 'train_00')",
    ),
    "unknown target": (
        world(1, targets=["x3"]),
        "worlds[1].targets[0]: unknown variable (got 'x3'); did you mean 'X3'?",
    ),
    "mode without targets": (
        world(1, targets=[]),
        "worlds[1].mode: mode constant needs targets (got 'constant'); "
        "use mode none exactly for observational worlds",
    ),
    "targets without mode": (
        world(0, targets=["X3"]),
        "worlds[0].mode: mode none and targets exclude each other (got 'none'); "
        "use mode none exactly for observational worlds",
    ),
    "short row": (
        world(0, rows=["0110", "101"]),
        "worlds[0].rows[1]: a row has 3 bits for 4 variables (got '101'); "
        "write one bit per variable, in the order of `variables`",
    ),
    "short row of the last world": (
        world(2, rows=["101"]),
        "worlds[2].rows[0]: a row has 3 bits for 4 variables (got '101'); "
        "write one bit per variable, in the order of `variables`",
    ),
    "identification and a reference": (
        changed(lambda d: d.update(task="identify", reference=d["gold"])),
        "reference: an identification task has no reference; remove one of them",
    ),
    "row with another digit": (
        world(0, rows=["0110", "1012"]),
        "worlds[0].rows[1]: a row is a string of 0 and 1 (got '1012')",
    ),
    "row as a number": (
        world(0, rows=[110]),
        'worlds[0].rows[0]: expected text (got 110); for example: "0110"',
    ),
    "no rows": (world(0, rows=[]), "worlds[0].rows: a world needs rows"),
    "a constant that changes": (
        world(1, rows=["0010", "0000"]),
        "worlds[1].rows[1]: target X3 changes in a world of mode constant (got '0000'); "
        "use mode assigned",
    ),
    "units of another number": (
        world(2, units=["u0"]),
        "worlds[2].units: 1 units for 2 rows; give one label per row",
    ),
    "nothing to score": (
        changed(
            lambda d: [w.update(targets=["X3", "X4"], mode="assigned") for w in d["worlds"][:2]]
        ),
        "worlds: the training worlds have no scored cell: every endogenous variable is a target "
        "everywhere; add a training world that leaves an endogenous variable alone",
    ),
    "gold with a syntax error": (
        gold(X4="(not X3"),
        "gold.mechanisms.X4: a closing bracket is missing at column 8; "
        "the bracket at column 1 is still open",
    ),
    "gold with an unknown operator": (
        gold(X3="(xr X1 X2)"),
        "gold.mechanisms.X3: unknown operator 'xr' at column 2; did you mean 'xor'?",
    ),
    "gold with an unknown variable": (
        gold(X4="(not Z3)"),
        "gold.mechanisms.X4: unknown variable 'Z3' at column 6; allowed here: X1, X2, X3, X4",
    ),
    "gold with a constant": (
        gold(X4="1"),
        "gold.mechanisms.X4: the constant 1 is not allowed at column 1; "
        "only variables and operators may be used here",
    ),
    "gold nested without end": (
        gold(X4="(not " * 20_000 + "X1" + ")" * 20_000),
        "gold.mechanisms.X4: the mechanism goes on for 120002 characters at column 100001; "
        "at most 100000 are read",
    ),
    "gold for a root": (
        gold(X1="X2"),
        "gold.mechanisms: X1 is a root: it has no mechanism; remove X1",
    ),
    "gold for nobody": (
        gold(X5="X2"),
        "gold.mechanisms: unknown variable (got 'X5'); known: X1, X2, X3, X4",
    ),
    "gold with a gap": (
        changed(lambda d: d["gold"]["mechanisms"].pop("X4")),
        "gold.mechanisms: no mechanism for X4; add X4",
    ),
    "gold that is no text": (
        gold(X4=["not", "X3"]),
        'gold.mechanisms.X4: expected text (got a list of 2); for example: "(xor X1 X2)"',
    ),
    "gold with other roots": (
        changed(lambda d: d["gold"].update(roots=["X1", "X3"])),
        "gold.roots: not the roots that the problem discloses (got 'X1, X3'); disclosed: X1, X2",
    ),
    "gold with too many roots": (
        top(
            setting="hidden-roots",
            roots=None,
            root_count=1,
        ),
        "gold.roots: a model with 2 roots in a problem that discloses 1; "
        "give mechanisms for exactly the other variables",
    ),
    "gold with half an order": (
        changed(lambda d: d["gold"].update(order=["X1", "X2"])),
        "gold.order: an order holds every variable once",
    ),
    "reference with a typo": (
        top(reference={"mechanism": {}}),
        "reference.mechanism: unknown key; did you mean 'mechanisms'?",
    ),
    "metadata as text": (top(metadata="x"), "metadata: expected an object (got 'x')"),
}


def complaint(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[object, str]:
    """Exit code and standard error of a command; standard output must stay empty."""
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    output = capsys.readouterr()
    assert output.out == ""
    return stop.value.code, output.err


@pytest.mark.parametrize("name", BAD)
def test_malformed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    content, message = BAD[name]
    data = content if isinstance(content, bytes) else content.encode()
    (tmp_path / "bad.json").write_bytes(data)
    monkeypatch.chdir(tmp_path)
    code, error = complaint(["convert", "bad.json"], capsys)
    assert code == 2
    assert error == f"symcause: bad.json: {message}\n"


RECORD = {
    "problem": {
        "instanceId": "r1",
        "signature": {"variables": ["X1", "X2"]},
        "task": {
            "taskName": "CIND_A_SCM",
            "parameters": {"rootVariables": ["X1"], "scmPromptVariant": "no_topo"},
        },
        "worlds": [
            {
                "worldId": "w0",
                "split": "train",
                "intervention": {"mode": "hard_constant", "targets": [], "assignments": {}},
                "rows": ["01", "10"],
            }
        ],
        "goldAnswer": {"scm": {"mechanisms": {"X2": "(not X1)"}}},
    }
}


def record(change: Callable[[Document], object]) -> str:
    """A record of the release after a change of its problem in place."""
    document = json.loads(json.dumps(RECORD))
    change(document["problem"])
    return json.dumps(document)


def parameter(**changes: object) -> str:
    return record(lambda p: p["task"]["parameters"].update(changes))


BAD_RECORDS: dict[str, tuple[str, str]] = {
    "unknown task": (
        record(lambda p: p["task"].update(taskName="CIND_B")),
        "problem.task.taskName: unknown task (got 'CIND_B'); did you mean 'CIND_A_SCM'?",
    ),
    "no task": (
        record(lambda p: p.pop("task")),
        "problem.task.taskName: the value is missing",
    ),
    "unknown variant": (
        parameter(scmPromptVariant="with_topological_ordr"),
        "problem.task.parameters.scmPromptVariant: unknown variant of the prompt "
        "(got 'with_topological_ordr'); did you mean 'with_topological_order'?",
    ),
    "partial order without layers": (
        parameter(scmPromptVariant="partial_topological_order"),
        "problem.task.parameters.topologicalLayers: the value is missing",
    ),
    "unknown root": (
        parameter(rootVariables=["Q"]),
        "problem.task.parameters.rootVariables[0]: unknown variable (got 'Q'); known: X1, X2",
    ),
    "alternative without reference": (
        record(lambda p: p["task"].update(taskName="CIND_A_SCM_ALT_EXP")),
        "problem.goldAnswer.scm_alt_exp.referenceMechanisms: the value is missing",
    ),
    "row of another length": (
        record(lambda p: p["worlds"][0].update(rows=["01", "1"])),
        "problem.worlds[0].rows[1]: a row has 1 bits for 2 variables (got '1'); "
        "write one bit per variable, in the order of `variables`",
    ),
    "rows and units": (
        record(lambda p: p.update(panelUnits=["u0"])),
        "problem.worlds[0].rows: 2 rows for 1 units",
    ),
    "no split": (
        record(lambda p: p["worlds"][0].pop("split")),
        "problem.worlds[0].split: the value is missing",
    ),
    "three values": (
        record(lambda p: p["signature"].update(domains={"X1": [0, 1, 2]})),
        "problem.signature.domains.X1[2]: expected 0 or 1 (got 2)",
    ),
    "assignments against rows": (
        record(
            lambda p: p["worlds"][0].update(
                intervention={
                    "mode": "hard_constant",
                    "targets": ["X1"],
                    "assignments": {"X1": 1},
                }
            )
        ),
        "problem.worlds[0].rows[0]: the intervention sets X1=1, "
        "the row has another value (got '01')",
    ),
    "gold with a syntax error": (
        record(lambda p: p["goldAnswer"]["scm"]["mechanisms"].update(X2="(not X1 X1)")),
        "problem.goldAnswer.scm.mechanisms.X2: 'not' takes one argument, not more at column 9",
    ),
}


@pytest.mark.parametrize("name", BAD_RECORDS)
def test_malformed_record(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    content, message = BAD_RECORDS[name]
    (tmp_path / "bad.json").write_text(content, "utf-8")
    monkeypatch.chdir(tmp_path)
    code, error = complaint(["convert", "bad.json"], capsys)
    assert code == 2
    assert error == f"symcause: bad.json: {message}\n"


def test_the_record_itself_is_fine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "good.json").write_text(json.dumps(RECORD), "utf-8")
    with pytest.raises(SystemExit) as stop:
        main(["convert", str(tmp_path / "good.json")])
    assert stop.value.code == 0
    assert json.loads(capsys.readouterr().out)["id"] == "r1"


@pytest.mark.parametrize("filler", [None, 1, "x", [], {}], ids=repr)
def test_a_document_of_another_project_with_nothing_in_it(filler: object) -> None:
    """Keys give such documents away, at the top or in their problem: what is no problem is refused."""
    for described in (found for family in families() for found in family.foreign):
        shown = dict.fromkeys(described.keys, filler)
        for document in (shown, {"problem": shown}):
            with pytest.raises(SymcauseError):
                read_document(document, "strange.json")
