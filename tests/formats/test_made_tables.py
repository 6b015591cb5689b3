"""What ``convert`` makes of tables, and says of it: notes, roots, independent experiments, odd cells."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

import symcause
from symcause.formats.pools.problem_files import read_problems
from tests.amounts import amount
from tests.cli.cases import Shell

BATCHES = "batch,do,a,b,y\nb1,,1,2,5\nb1,a=3,3,2,9\nb1,a=4,4,5,20\nb2,,1,2,5\n"


def put(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def gadgets(tmp_path: Path) -> Path:
    """A folder of tables, not all of them with the same columns."""
    folder = tmp_path / "gadgets"
    folder.mkdir()
    rows = "do,S1,S2,S3,L1\n,0,0,0,0\n,0,0,1,0\n,1,0,0,1\n,0,1,0,1\n,1,1,1,0\n"
    for i in range(3):
        put(folder / f"g{i}.csv", rows)
    put(folder / "g3.csv", "do,S1,S2,L1\n,0,0,0\n,1,0,1\n,0,1,0\nL1=0,1,0,0\n")
    return folder


def converted(shell: Shell, *given: object) -> tuple[list[str], list[object]]:
    """The notes of a conversion, and its problems."""
    code, out, err = shell("convert", *given)
    assert code == 0, err
    lines = [json.loads(line) for line in out.splitlines()] if out.startswith('{"') else []
    return [line.removeprefix("symcause: ") for line in err.splitlines()], lines


# What was made.


def test_numbers_under_interventions_are_said_to_be_one_chain(tmp_path: Path, shell: Shell) -> None:
    table = put(tmp_path / "n.csv", BATCHES)
    notes, _ = converted(shell, table, "--id", "batch", "--target", "y")
    assert notes[0].startswith("made 2 linear problems of 1 table: 1 to 3 readings in a chain")
    assert "target: y" in notes and "controllable: a, b" in notes
    assert notes[-1].startswith("guessed: rows with a column of what was set are one chain")
    assert "--independent" in notes[-1]
    assert shell("convert", table, "--id", "batch", "--target", "y", "--quiet")[2] == ""


def test_what_was_made_for_programs(tmp_path: Path, gadgets: Path, shell: Shell) -> None:
    code, out, err = shell("convert", gadgets, "--roots", "S*", "--out", tmp_path / "p", "--json")
    told = json.loads(out)
    assert (code, err, told["written"], told["failed"]) == (0, "", 4, 0)
    assert told["made"]["counts"]["world"] == [1, 2]
    assert told["made"]["roots"] == [
        {"names": ["S1", "S2", "S3"], "problems": 3},
        {"names": ["S1", "S2"], "problems": 1},
    ]
    assert "--out FILE" in shell.refused("convert", gadgets, "--roots", "S*", "--json")


def test_unobserved_cells_and_words_are_counted(tmp_path: Path, shell: Shell) -> None:
    table = put(tmp_path / "w.csv", "S1,L1,L2\non,Yes,\noff,no,true\nON,YES,false\noff,no,TRUE\n")
    notes, _ = converted(shell, table, "--roots", "S1")
    assert "1 cell not observed" in notes
    words = "'ON', 'YES', 'Yes', 'no', 'off', 'on'"
    assert f"guessed: {words} in cells are 0 and 1" in notes
    _, out, _ = shell("convert", table, "--roots", "S1")
    assert json.loads(out)["worlds"][0]["rows"] == ["11?", "001", "110", "001"]
    put(table, "S1,L1\nhigh,low\nlow,low\nlow,high\n")
    assert "also true, yes and on" in shell.refused("convert", table, "--roots", "S1")


# Independent experiments.


def test_independent_experiments_are_records(tmp_path: Path, shell: Shell) -> None:
    table = put(tmp_path / "n.csv", BATCHES)
    out = tmp_path / "p.jsonl"
    given = ("convert", table, "--id", "batch", "--target", "y", "--out", out)
    shell(*given)
    _, told = shell.one("audit", out, "--id", "b1")
    assert told["verdict"] == "inconsistent"
    assert "every reading an experiment of its own" in told["misfit"]["explained_by"]
    said = shell("audit", out, "--id", "b1")[1]
    assert "read as one chain" in said and "--independent" in said
    _, _, err = shell(*given, "--independent")
    assert "1 to 3 records, 0 to 2 records with an intervention" in err
    assert "one chain" not in err
    first = next(iter(read_problems(out))).problem
    assert len(first.records) == 3 and not first.chain  # type: ignore[attr-defined]
    assert shell.one("audit", out, "--id", "b1")[1]["verdict"] == "ambiguous"


def test_a_part_may_be_a_record_with_an_intervention(tmp_path: Path, shell: Shell) -> None:
    text = "part,do,a,b,y\nrecord,,1,2,5\nrecord,a=3,3,2,9\nchain,,4,5,20\nchain,b=1,4,1,12\n"
    notes, _ = converted(shell, put(tmp_path / "n.csv", text), "--target", "y")
    assert "2 records, 1 record with an intervention, 2 readings in a chain" in notes[0]
    assert [note for note in notes if note.startswith("guessed")] == [
        "guessed: all columns that are nothing else are variables"
    ]


@pytest.mark.parametrize(
    ("row", "given", "told"),
    [
        ("a=3,4,2,9", [], "a was set to 3 and reads 4"),
        ("y=9,3,2,9", [], "cannot be set (got 'y')"),
        ("a=3,3,2,9", ["--semantics", "shift"], "a record cannot hold a shift"),
        ("a released,3,2,9", [], "nor let go of anything"),
    ],
)
def test_what_a_record_cannot_hold(
    row: str, given: list[str], told: str, tmp_path: Path, shell: Shell
) -> None:
    table = put(tmp_path / "n.csv", f"do,a,b,y\n,1,2,5\n{row}\n")
    assert told in shell.refused("convert", table, "--target", "y", "--independent", *given)


@pytest.mark.parametrize("semantics", ["set", "do", "hold"])
def test_an_intervention_adds_nothing_to_a_record(semantics: str) -> None:
    """The same graphs explain a reading of another thing whether it was set there or found so.

    The other engine: a chain of that one reading, after that intervention.
    """
    rng = Random(f"records {semantics}")
    names, sizes = ("a", "b", "c", "y"), set()
    for _ in range(amount(25, 250)):
        weights = {(p, c): rng.choice((0, 1, 2, -1)) for p, c in combinations(names, 2)}

        def reading(
            done: dict[str, int], weights: dict[tuple[str, str], int] = weights
        ) -> dict[str, int]:
            values: dict[str, int] = {}
            for name in names:
                base = 7 if name == "y" else rng.randint(-9, 9)
                sent = sum(weights[p, name] * v for p, v in values.items())
                values[name] = done.get(name, base + sent)
            return values

        target = rng.choice(names[:3])
        found = [reading({}) for _ in range(rng.randint(2, 5))]
        acted = reading({target: 20})
        stated = {"target": "y", "semantics": semantics}
        records = symcause.linear.problem([*found, acted], **stated)
        chain = [{**acted, "do": {target: 20}}]
        chained = symcause.linear.problem(found, chain=chain, **stated)
        counts = [symcause.count(problem).count for problem in (records, chained)]
        assert counts[0] == counts[1] and counts[0]
        sizes.add(counts[0])
    assert len(sizes) > 1


# Roots.


@pytest.mark.parametrize("roots", ["S*", "S1,S2,S3", "S[12],S3"])
def test_roots_of_a_pool(roots: str, gadgets: Path, shell: Shell) -> None:
    notes, problems = converted(shell, gadgets, "--roots", roots)
    assert [problem["roots"] for problem in problems] == [  # type: ignore[index]
        *[["S1", "S2", "S3"]] * 3,
        ["S1", "S2"],
    ]
    assert "roots: S1, S2, S3 (3 problems); S1, S2 (1 problem: g3)" in notes


def test_a_root_that_is_missing_is_asked_about(gadgets: Path, shell: Shell) -> None:
    notes, _ = converted(shell, gadgets, "--roots", "S1,S2")
    told = "S3 varies while everything else is equal: a root? (g0, g1 and g2)"
    assert told in notes


def test_names_that_no_table_has(gadgets: Path, shell: Shell) -> None:
    assert "--roots: no such variable (got 'T1')" in shell.refused(
        "convert", gadgets, "--roots", "T1"
    )
    assert "--roots: no variable fits (got 'T*')" in shell.refused(
        "convert", gadgets, "--roots", "T*"
    )


def test_a_column_of_roots(tmp_path: Path, shell: Shell) -> None:
    text = "p,roots,A,B,C\nx,A B,0,0,0\nx,,1,0,1\ny,B,0,0,0\ny,B,1,1,1\n"
    table = put(tmp_path / "r.csv", text)
    _, problems = converted(shell, table, "--id", "p", "--roots-column", "roots")
    assert [problem["roots"] for problem in problems] == [["A", "B"], ["B"]]  # type: ignore[index]
    put(table, text.replace("y,B,1", "y,A,1"))
    code, _, err = shell("convert", table, "--id", "p", "--roots-column", "roots")
    assert code == 2 and "r.csv:5: column 'roots': another row of this problem says 'B'" in err
    assert "exclude" in shell.refused("convert", table, "--roots", "A", "--roots-column", "roots")


# Hints.


def test_a_folder_of_tables_is_told_how_to_convert(gadgets: Path, shell: Shell) -> None:
    said = shell.refused("audit", gadgets)
    message = "this folder holds 4 tables of rows, not problem files; convert it first: "
    assert f"{message}symcause convert {gadgets} --roots" in said


def test_a_mistake_that_all_tables_share_is_said_once(gadgets: Path, shell: Shell) -> None:
    said = shell.refused("convert", gadgets, "--id", "gadget", "--roots", "S*")
    assert said.startswith(f"{gadgets}: --id: no such column (got 'gadget')")
    assert "which variables are roots is not said" in shell.refused("convert", gadgets)


@pytest.mark.parametrize(
    "text",
    [
        "flour,sugar,rise\n1,2,3\n2,2,3\n3,1,2\n0,0,0\n",
        "flour,sugar,rise\n1.5,2,3\n2,2,4.5\n3,1,2\n",
        "flour,sugar,rise\n1,2,3\n2,2,3\n",
        "batch,do,flour,rise\nb1,,1,3\nb1,flour=2,2,3\n",
        ",S1,S2,L1\n0,0,1,1\n1,1,1,0\n2,0,0,0\n3,1,0,0\n",
    ],
)
@pytest.mark.parametrize("command", ["convert", "audit"])
def test_numbers_are_no_matrix_that_is_not_square(
    text: str, command: str, tmp_path: Path, shell: Shell
) -> None:
    said = shell.refused(command, put(tmp_path / "recipe0.csv", text))
    assert "square" not in said and "--roots" in said and "--target" in said


def test_a_square_table_is_doubted_by_convert_too(tmp_path: Path, shell: Shell) -> None:
    table = put(tmp_path / "l.csv", "S1,S2,S3\n0,0,0\n1,0,0\n0,1,0\n")
    assert "if it holds observations" in shell("convert", table)[2]


@pytest.mark.parametrize("column", ["DO", "Intervention"])
def test_a_column_of_what_was_set_is_recognised(column: str, tmp_path: Path, shell: Shell) -> None:
    text = f"{column},S1,L1\n,1,1\nL1=0,1,0\ndo(L1=0),0,0\n"
    table = put(tmp_path / "d.csv", text)
    said = shell.refused("convert", table, "--roots", "S1")
    assert f"does this column say what was set? Then name it: --do {column}" in said
    assert shell("convert", table, "--roots", "S1", "--do", column)[0] == 0
    put(table, text.replace(",1,", ",1.5,"))
    assert f"--do {column}" in shell.refused("convert", table, "--target", "S1")


def test_a_name_that_is_none_is_a_column_to_rename(tmp_path: Path, shell: Shell) -> None:
    table = put(tmp_path / "n.csv", "A - B,C\n1,0\n0,1\n1,1\n")
    for more in (["--roots", "C"], ["--target", "C"]):
        said = shell.refused("convert", table, *more)
        assert "not a variable name (got 'A - B')" in said and "A_B" in said


@pytest.mark.parametrize("cell", ["do(L1=0), do(S1=1)", "do(L1=0; S1=1)", "DO(L1=0) do(S1=1)"])
def test_the_operator_is_read_wherever_it_stands(cell: str, tmp_path: Path, shell: Shell) -> None:
    table = put(tmp_path / "d.csv", f'do,S1,S2,L1\n,1,0,1\n"{cell}",1,1,0\n,0,0,0\n')
    _, out, _ = shell("convert", table, "--roots", "S1,S2")
    assert json.loads(out)["worlds"][1]["targets"] == ["L1", "S1"]
    put(table, f'do,S1,L1,y\n,1,0,1\n"{cell}",1,0,5\n')
    _, out, _ = shell("convert", table, "--target", "y")
    assert json.loads(out)["chain"][1]["intervene"] == {"L1": "0", "S1": "1"}
    rows = [{"do": [part], "S1": 1, "S2": 0, "L1": 0} for part in ("do(L1=0)", "L1=0")]
    found = symcause.boolean.problem([*rows, {"S1": 1, "S2": 0, "L1": 1}], roots=["S1", "S2"])
    assert [world.targets for world in found.worlds] == [("L1",), ()]


# The rest is still written.


def test_what_can_be_told_is_told(tmp_path: Path, shell: Shell) -> None:
    pool = Path(__file__).resolve().parents[2] / "examples" / "pool.jsonl"
    lines = pool.read_text(encoding="utf-8").splitlines()[:2]
    broken = '{"format": "symcause.boolean/1", "id": "broken"}'
    path = put(tmp_path / "p.jsonl", "\n".join([lines[0], broken, lines[1]]) + "\n")
    code, out, err = shell("convert", path, "--told", "--out", tmp_path / "told.jsonl")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert len((tmp_path / "told.jsonl").read_text().splitlines()) == 2
