"""Folders of tables as people have them: other files, folders of folders, gold of what cannot be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.formats.test_row_tables import Output

ROWS = "S1,L1\n0,1\n1,0\n1,0\n"


def test_what_is_no_table_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "tables"
    (folder / "deeper").mkdir(parents=True)
    for name in ("A.csv", "B.CSV", "deeper/C.csv"):
        (folder / name).write_text(ROWS, "utf-8")
    for name in ("E.xlsx", "README.txt", ".hidden"):
        (folder / name).write_bytes(b"")
    gold = folder / "gold.json"
    gold.write_text('{"A": {"mechanisms": {"L1": "(not S1)"}}}', "utf-8")
    out = tmp_path / "pool.jsonl"
    done = Output(capsys, "convert", folder, "--roots", "S*", "--gold", gold, "--out", out)
    assert done.code == 0 and "passed over: E.xlsx, README.txt and deeper/" in done.err
    done = Output(
        capsys,
        "convert",
        folder,
        "--roots",
        "S*",
        "--gold",
        gold,
        "--out",
        out,
        "--json",
        "--quiet",
    )
    assert json.loads(done.out)["made"]["passed_over"] == ["E.xlsx", "README.txt", "deeper/"]


def test_a_folder_of_nothing_but_folders(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "first").mkdir()
    (tmp_path / "first" / "A.csv").write_text(ROWS, "utf-8")
    done = Output(capsys, "convert", tmp_path, "--roots", "S1")
    assert done.code == 0 and json.loads(done.out)["id"] == "A"


def test_a_square_table_does_not_hide_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "A.csv").write_text(ROWS, "utf-8")
    (tmp_path / "B.csv").write_text("S1,L1\n0,1\n1,0\n", "utf-8")
    done = Output(capsys, "audit", tmp_path)
    assert done.code == 2 and "2 tables of rows, not problem files" in done.err


def test_gold_of_a_table_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It stopped the run; so did gold of a problem that there is not."""
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "A.csv").write_text(ROWS, "utf-8")
    (folder / "B.csv").write_text("S1,L1\n0,1,1\n", "utf-8")
    gold, out = tmp_path / "gold.json", tmp_path / "pool.jsonl"
    model = {"mechanisms": {"L1": "(not S1)"}}
    gold.write_text(json.dumps({"A": model, "B": model}), "utf-8")
    done = Output(capsys, "convert", folder, "--roots", "S1", "--gold", gold, "--out", out)
    assert done.code == 2 and "no problem has this id" not in done.err
    assert [json.loads(line)["id"] for line in out.read_text("utf-8").splitlines()] == ["A"]
    gold.write_text(json.dumps({"A": model, "other": model}), "utf-8")
    done = Output(capsys, "convert", folder, "--roots", "S1", "--gold", gold, "--out", out)
    assert done.code == 2 and "no problem has this id (got 'other')" in done.err
    assert json.loads(out.read_text("utf-8").splitlines()[0])["gold"] is not None


def test_what_was_refused_after_all_is_not_among_what_was_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, out = tmp_path / "tables", tmp_path / "pool.jsonl"
    folder.mkdir()
    (folder / "A.csv").write_text("a,b,y\n1,2,3\n2,3,5\n4,1,5\n", "utf-8")
    (folder / "B.csv").write_text("a,c,y\n1,2,3\n2,3,5\n4,1,5\n", "utf-8")
    done = Output(
        capsys,
        *(
            "convert",
            folder,
            "--target",
            "y",
            "--forbid",
            "a->c",
            "--out",
            out,
            "--json",
            "--quiet",
        ),
    )
    document = json.loads(done.out)
    assert (document["written"], document["failed"]) == (1, 1)
    assert (document["made"]["problems"], document["made"]["failed"]) == (1, 1)


@pytest.mark.parametrize("cell", ["none", "-", "{}", "obs", "Observational", "do()", "nothing"])
def test_cells_that_say_that_nothing_was_set(
    cell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "r.csv"
    path.write_text(f"do,S1,L1\n{cell},0,1\n{cell},1,0\nL1=1 & S1=1,1,1\n", "utf-8")
    done = Output(capsys, "convert", path, "--roots", "S1")
    assert done.code == 0, done.err
    worlds = json.loads(done.out)["worlds"]
    assert [(world["mode"], sorted(world["targets"])) for world in worlds] == [
        ("none", []),
        ("constant", ["L1", "S1"]),
    ]


def test_a_variable_may_be_called_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "r.csv"
    path.write_text("do,S1,none\nnone,0,1\n,1,0\n", "utf-8")
    done = Output(capsys, "convert", path, "--roots", "S1")
    targets = [world["targets"] for world in json.loads(done.out)["worlds"]]
    assert sorted(targets) == [[], ["none"]]


def test_a_setting_of_nobody_says_how_to_set_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "r.csv"
    path.write_text("do,S1,L1\nwatched,0,1\n", "utf-8")
    done = Output(capsys, "convert", path, "--roots", "S1")
    assert done.code == 2
    assert "no such variable (got 'watched')" in done.err and "leave the cell empty" in done.err
