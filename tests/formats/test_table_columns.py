"""The columns of tables: what was set, what looks like it, names given twice, an index without a name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.errors import ProblemError
from symcause.formats.tables.column_names import check_names
from tests.formats.test_row_tables import Output

REST = "guessed: all columns that are nothing else are variables"
FLAGS = "do(L1=0),S1,S2,L1\n{0},0,0,1\n{0},0,1,1\n{1},1,1,0\n"


def table(folder: Path, text: str, name: str = "r.csv") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def worlds(done: Output) -> list[tuple[str, list[str], list[str]]]:
    assert done.code == 0, done.err
    return [(w["mode"], w["targets"], w["rows"]) for w in json.loads(done.out)["worlds"]]


# What was set.


@pytest.mark.parametrize("cells", [("0", "1"), ("", "1"), ("no", "yes"), ("NA", "1")])
@pytest.mark.parametrize("given", [(), ("--variables", "S1,S2,L1")])
def test_a_column_of_ones_says_what_was_set(
    cells: tuple[str, str],
    given: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Its interventions were lost under the name that the message proposed."""
    path = table(tmp_path, FLAGS.format(*cells))
    found = worlds(Output(capsys, "convert", path, "--roots", "S1,S2", *given))
    assert found == [("none", [], ["001", "011"]), ("constant", ["L1"], ["110"])]
    again = table(tmp_path, FLAGS.replace("do(L1=0)", "do").format("", "L1=0"))
    assert found == worlds(Output(capsys, "convert", again, "--roots", "S1,S2", *given))


def test_a_column_of_ones_may_set_several(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = table(
        tmp_path, '"do(L1=0, S1=1)",do_S2=1,S1,S2,L1\n0,0,0,0,1\n1,0,1,1,0\n1,1,1,1,0\n0,1,0,1,1\n'
    )
    assert worlds(Output(capsys, "convert", path, "--roots", "S1,S2")) == [
        ("none", [], ["001"]),
        ("constant", ["L1", "S1"], ["110"]),
        ("constant", ["L1", "S1", "S2"], ["110"]),
        ("constant", ["S2"], ["011"]),
    ]


def test_the_same_in_python() -> None:
    rows = [{"do(L1=0)": 0, "S1": 0, "L1": 1}, {"do(L1=0)": 1, "S1": 1, "L1": 0}]
    problem: Any = symcause.boolean.problem(rows, roots=["S1"])
    assert problem.variables == ("S1", "L1")
    assert [world.targets for world in problem.worlds] == [(), ("L1",)]


UNCLEAR = {
    "both": (FLAGS.format("0", "1").replace("\n0,0,1", "\n,0,1"), "not clear whether this was set"),
    "unknown": (FLAGS.format("?", "1"), "not clear whether this was set"),
    "value": (FLAGS.format("0", "2"), "neither 0 nor 1 (got '2')"),
    "against": (FLAGS.format("0", "1").replace("1,1,0\n", "1,1,1\n"), "do sets it to 0 (got '1')"),
    "twice": (
        "do(L1=0),do(L1=1),S1,L1\n1,1,0,\n0,0,1,1\n",
        "column 'do(L1=1)': another column says otherwise",
    ),
}


@pytest.mark.parametrize("kind", UNCLEAR)
def test_a_column_of_ones_that_has_no_one_meaning(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, complaint = UNCLEAR[kind]
    done = Output(capsys, "convert", table(tmp_path, text), "--roots", "S1")
    assert (done.code, done.out) == (2, "") and complaint in done.err


@pytest.mark.parametrize(
    ("column", "said"),
    [
        ("do_L1", "column 'do_L1': no such variable (got 'L1'); it was set in this row"),
        ("do(L1=1)", "column 'do(L1=1)': no such variable (got 'L1'); it was set in this row"),
        ("do(l1=1)", "column 'do(l1=1)': not a variable name"),
        ("do_not_read", None),
    ],
)
def test_what_was_set_of_a_column_that_is_passed_over(
    column: str, said: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Such rows were read as observations."""
    path = table(tmp_path, f"{column},S1,S2,L1\n,0,0,0\n,1,0,0\n1,1,1,1\n")
    done = Output(capsys, "convert", path, "--roots", "S1", "--variables", "S1,S2")
    assert (done.code == 2 and said in done.err) if said else done.code == 0


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("do(l1=0)", "if it says what was set, call it do_L1, with the value in its cells"),
        ("DO(L1=0)", "call it do_L1"),
        ("L1=0", "call it do_L1"),
        ("set L1 to 0", "call it do_L1, with the value in its cells where it was set, nothing where it"),
        ("do(L4)", "it looks like what was set, but there is no variable 'L4'"),
        ("lamp 1", "names are letters a to z, digits and _, not starting with a digit: lamp_1, say"),
    ],
)  # fmt: skip
def test_no_name_is_proposed_that_would_lose_interventions(name: str, said: str) -> None:
    with pytest.raises(ProblemError) as error:
        check_names([name, "S1", "L1"])
    assert said in str(error.value)
    assert ("_0, say" in str(error.value)) == (name == "set L1 to 0")  # if it is a variable


def test_numbers_have_no_columns_of_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = table(tmp_path, "do(x=5),x,y\n0,1,2\n1,5,6\n0,2,3\n")
    for given in ((), ("--variables", "x,y")):
        done = Output(capsys, "convert", path, "--target", "y", *given)
        assert (done.code, done.out) == (2, "") and "call it do_x, with the value" in done.err


# What looks like a special column.


@pytest.mark.parametrize(
    ("column", "said"),
    [
        ("DO", "looks like do: --do DO"),
        ("Intervention", "looks like do: --do Intervention"),
        ("batch", "looks like world: --world batch"),
        ("World", "looks like world: --world World"),
        ("Split", "looks like split: --split Split"),
        ("row", "looks like unit: --unit row"),
        ("n", "looks like unit: --unit n"),
        ("problem", "looks like id: --id problem"),
        ("do_L4", "does not say what was set: there is no variable 'L4'"),
        ("do_l1", "does not say what was set: do_L1 would"),
        ("DO_L1", "does not say what was set: do_L1 would"),
        ("N", None),
        ("dose", None),
    ],
)
def test_a_variable_that_looks_like_something_else(
    column: str, said: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = table(tmp_path, f"{column},S1,L1\n0,0,0\n1,1,0\n0,1,1\n"), tmp_path / "p.json"
    done = Output(capsys, "convert", path, "--roots", "S1", "--out", out)
    assert done.code == 0 and REST in done.err
    line = f"column {column!r} is read as a variable and {said}"
    assert (line in done.err) if said else ("is read as a variable" not in done.err)
    named = ("convert", path, "--roots", "S1", "--variables", f"S1,L1,{column}", "--out", out)
    assert "is read as a variable" not in Output(capsys, *named).err
    done = Output(capsys, "convert", path, "--roots", "S1", "--out", out, "--json")
    remarks = [remark["remark"] for remark in json.loads(done.out)["made"]["remarks"]]
    assert (line in remarks) == (said is not None)


def test_of_a_folder_all_names_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the one alone the columns of other tables would be variables."""
    folder, out = tmp_path / "tables", tmp_path / "p.jsonl"
    folder.mkdir()
    table(folder, "do,S1,L1\n,0,1\n,1,0\n", "a.csv")
    table(folder, "DO,S1,L1\n,0,1\n,1,0\n", "b.csv")
    done = Output(capsys, "convert", folder, "--roots", "S1", "--out", out)
    assert "looks like do: --do do,DO (b)" in done.err
    done = Output(capsys, "convert", folder, "--roots", "S1", "--do", "do,DO", "--out", out)
    assert done.code == 0 and "looks like" not in done.err


def test_numbers_say_what_was_guessed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = table(tmp_path, "trial,do,x,y\n1,,1,2\n2,,2,4\n3,x=5,5,10\n"), tmp_path / "p.json"
    given = ("convert", path, "--target", "y", "--independent", "--out", out)
    said = Output(capsys, *given).err
    assert "symcause: variables: trial, x, y\n" in said and REST in said
    assert "column 'trial' is read as a variable and looks like record: --record trial" in said
    made = json.loads(Output(capsys, *given, "--json").out)["made"]
    assert made["guessed"] == ["all columns that are nothing else are variables"]
    assert made["variables"] == [{"names": ["trial", "x", "y"], "problems": 1}]
    assert REST not in Output(capsys, *given, "--variables", "x,y").err


# An index without a name.


@pytest.mark.parametrize(
    ("cells", "fine"),
    [("012", True), ("123", True), ("101", False), ("234", False), ("021", False), ("01 ", False)],
)
@pytest.mark.parametrize("options", [("--roots", "S1"), ("--target", "L1")])
def test_a_first_column_without_a_name(
    cells: str,
    fine: bool,
    options: tuple[str, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    a, b, c = [*cells]
    path, out = table(tmp_path, f",S1,L1\n{a},0,0\n{b},1,0\n{c},1,1\n"), tmp_path / "p.json"
    done = Output(capsys, "convert", path, *options, "--out", out)
    if fine:
        assert done.code == 0
        assert "guessed: the first column has no name and counts the rows" in done.err
    else:
        assert done.code == 2 and not out.exists()
        assert "the first column has no name and does not count the rows" in done.err


# Names given twice, and several names.


def test_names_given_twice_are_joined(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The last ones were taken, in silence."""
    path = table(tmp_path, "S1,S2,L1\n0,0,0\n1,0,0\n1,1,1\n")
    done = Output(capsys, "convert", path, "--roots", "S1", "--roots", "S2")
    assert json.loads(done.out)["roots"] == ["S1", "S2"]
    done = Output(capsys, "convert", path, "--roots", "S*", "--variables", "S*", "--variables=L1")
    assert json.loads(done.out)["variables"] == ["S1", "S2", "L1"]


@pytest.mark.parametrize(
    "given", [("--do", "do,DO,Action"), ("--do", "do", "--do", "DO", "--do", "Action")]
)
def test_tables_of_a_folder_call_do_by_several_names(
    given: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, folder = "do,S1,L1\nnone,0,1\nL1=0,1,0\n", tmp_path / "tables"
    folder.mkdir()
    for name in ("do", "DO", "Action"):
        table(folder, text.replace("do", name), f"of_{name}.csv")
    table(folder, "Action_L1,S1,L1\n,0,1\n0,1,0\n", "of_column.csv")
    done = Output(capsys, "convert", folder, "--roots", "S1", *given)
    assert done.code == 0, done.err
    made = [json.loads(line) for line in done.out.splitlines()]
    assert len(made) == 4
    for problem in made:
        assert problem["variables"] == ["S1", "L1"]
        assert [world["targets"] for world in problem["worlds"]] == [[], ["L1"]]
    done = Output(capsys, "convert", folder, "--roots", "S1")
    assert "of_Action.csv:2: column 'Action'" in done.err and "--do do,Action" in done.err


def test_a_name_of_do_that_no_table_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = table(tmp_path, "act,doing,S1,L1\n,,0,1\nL1=0,,1,0\n")
    done = Output(capsys, "convert", path, "--roots", "S1", "--do", "atc")
    assert done.code == 2 and "--do: no such column (got 'atc'); did you mean 'act'?" in done.err
    done = Output(capsys, "convert", path, "--roots", "S1", "--do", "act,doing")
    assert done.code == 2 and "two columns say what was set (got 'act, doing')" in done.err
    table(tmp_path, "S1,L1\n0,1\n1,0\n1,1\n", "s.csv")
    done = Output(capsys, "convert", tmp_path, "--roots", "S1", "--do", "atc")
    assert done.code == 2 and done.err.count("\n") == 1 and "no such column" in done.err


# Cells, roots and files.


@pytest.mark.parametrize(
    ("cell", "said"),
    [("y", "write yes and no"), ("F", "true and false"), ("-", "leave the cell empty")],
)
def test_what_to_write_instead(
    cell: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = table(tmp_path, f"S1,L1\n0,{cell}\n1,0\n0,1\n")
    done = Output(capsys, "convert", path, "--roots", "S1")
    assert done.code == 2 and said in done.err


def test_patterns_in_a_column_of_roots(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = table(tmp_path, "roots,S1,S2,L1\nS*,0,0,0\nS*,1,0,1\n")
    done = Output(capsys, "convert", path, "--roots-column", "roots")
    assert json.loads(done.out)["roots"] == ["S1", "S2"]


def test_hidden_files_are_no_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.csv", ".a.csv"):
        table(tmp_path, "S1,L1\n0,1\n1,0\n1,1\n", name)
    done = Output(capsys, "convert", tmp_path, "--roots", "S1")
    assert json.loads(done.out)["id"] == "a"


def test_rare_sets_say_whose_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    for number in range(7):
        name = f"L{max(1, number)}"
        table(folder, f"S1,{name}\n0,1\n1,0\n1,1\n", f"g{number}.csv")
    done = Output(capsys, "convert", folder, "--roots", "S1", "--out", tmp_path / "p.jsonl")
    assert (
        "variables: S1, L1 (2 problems); S1, L2 (1 problem: g2); S1, L3 (1 problem: g3); S1, L4 "
        "(1 problem: g4); 2 other sets (2 problems: g5 and g6)"
    ) in done.err


# Gold that nobody has written down.


def test_what_audits_found_is_gold_where_it_is_unique(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The advice went in a circle: held-out worlds need gold, and nothing said how to come by it."""
    folder, pool, audits = tmp_path / "tables", tmp_path / "pool.jsonl", tmp_path / "audits.jsonl"
    folder.mkdir()
    table(folder, "S1,S2,L1\n0,0,0\n0,1,0\n1,0,0\n1,1,1\n", "one.csv")
    table(folder, "S1,S2,L1\n0,0,0\n1,1,1\n", "many.csv")
    rows = ("convert", folder, "--roots", "S*", "--max-parents", 2, "--out", pool)
    assert Output(capsys, *rows).code == 0
    done = Output(capsys, "convert", pool, "--dataset", tmp_path / "set", "--quiet")
    assert "tables without gold get it by --gold" in done.err
    done = Output(capsys, "convert", pool, "--heldout", 1, "--seed", 0)
    assert "convert ROWS --gold FILE; what symcause audit --out FILE wrote" in done.err
    Output(capsys, "audit", pool, "--out", audits)
    done = Output(capsys, *rows, "--gold", audits)
    assert done.code == 0, done.err
    made = {line["id"]: line for line in map(json.loads, pool.read_text("utf-8").splitlines())}
    assert made["one"]["gold"] == {"roots": ["S1", "S2"], "mechanisms": {"L1": "(and S1 S2)"}}
    assert made["many"].get("gold") is None
    done = Output(capsys, "convert", pool, "--id", "one", "--heldout", 1, "--seed", 0)
    assert done.code == 0 and '"heldout"' in done.out
    solved = tmp_path / "solved.jsonl"
    Output(capsys, "solve", pool, "--out", solved)
    done = Output(capsys, *rows, "--gold", solved)
    assert done.code == 2 and "take those of audit" in done.err
