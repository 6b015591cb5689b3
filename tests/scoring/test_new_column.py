"""A new column, put in front of every table there is: no other cell changes, and nothing is dropped."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from symcause.audits.documents import AuditDocument, ErrorDocument, Result
from symcause.cli.main import cli
from symcause.registry import families, load
from symcause.reports.paper.audit_tables import audit_tables
from symcause.reports.table_formats import FORMATS, render
from symcause.scoring import group_columns
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.group_columns import Keyed
from symcause.scoring.paper_list import Paper
from symcause.scoring.score_table import Table, integer
from symcause.testing.coins.coin_score import CoinScoring
from tests.scoring.every_table import COMMANDS

TRIAL = Keyed[Any]("trial", "Trial", lambda _: integer(7))
TIMES = "CPU s (median, max)"
"""No two runs take the same time."""


def add_trial(patch: pytest.MonkeyPatch) -> None:
    """Every table has a new first column from now on."""
    whole = group_columns._whole

    def with_trial(columns: Sequence[Any]) -> list[Keyed[Any]]:
        return [TRIAL, *whole(columns)]

    patch.setattr(group_columns, "_whole", with_trial)


def written(command: Sequence[object], folder: Path) -> list[dict[str, Any]]:
    """The tables of a command as JSON has them, each with its CSV file under ``csv``."""
    run = ["score", *map(str, command), "--json", "--tables", str(folder)]
    done = CliRunner().invoke(cli, run)
    assert done.exit_code == 0, done.output
    tables: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])["summary"]["tables"]
    for table in tables:
        text = (folder / f"{table['key']}.csv").read_text(encoding="utf-8")
        table["csv"] = list(csv.reader(io.StringIO(text)))
    return tables


def timeless(table: dict[str, Any]) -> dict[str, Any]:
    """The table without times."""
    if TIMES not in table["columns"]:
        return table
    at = table["columns"].index(TIMES)
    parts = {name: [[*r[:at], *r[at + 1 :]] for r in table[name]] for name in ("rows", "shown")}
    return {**table, **parts, "csv": None}


def bare(table: dict[str, Any]) -> dict[str, Any]:
    """The table without its first column, which is the new one."""
    assert table["columns"][0] == "Trial" and table["csv"][0][0] == "Trial"
    assert all(row[0] == 7 for row in table["rows"])
    assert all(row[0] == "7" for row in table["shown"])
    parts = {name: [row[1:] for row in table[name]] for name in ("rows", "shown", "csv")}
    return {**table, **parts, "columns": table["columns"][1:]}


@pytest.mark.parametrize("family", sorted(COMMANDS))
def test_a_column_in_front_changes_no_other_cell(
    family: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place, command in enumerate(COMMANDS[family](tmp_path)):
        before = written(command, tmp_path / f"before-{place}")
        with monkeypatch.context() as patch:
            add_trial(patch)
            after = written(command, tmp_path / f"after-{place}")
        assert before and [table["key"] for table in after] == [table["key"] for table in before]
        for old, new in zip(before, after, strict=True):
            assert timeless(bare(new)) == timeless(old)


def papers() -> list[Table]:
    scoring = [load(family.scoring) for family in families() if family.scoring]
    listed: list[Paper | None] = [own.paper() for own in scoring]
    return [paper.table() for paper in listed if paper is not None]


def audits() -> list[Table]:
    results: list[Result] = [
        AuditDocument(family="boolean", problem="a", settled=False, count=3, separable=True),
        ErrorDocument(problem="b", error="no file"),
    ]
    return audit_tables([(result, None) for result in results])


def coins() -> list[Table]:
    return CoinScoring(shares={"m": [0.5, 1.0]}).tables(Bootstrap(0, 1))


@pytest.mark.parametrize("made", [papers, audits, coins])
def test_a_column_in_front_of_other_tables_changes_no_other_cell(
    made: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    before: list[Table] = made()
    with monkeypatch.context() as patch:
        add_trial(patch)
        after: list[Table] = made()
    assert before and all(table.rows for table in before)
    assert [table.without("trial") for table in after] == before
    for old, new in zip(before, after, strict=True):
        assert new.place("trial") == 0 and new.plain()[0] == ("Trial", *old.plain()[0])
        assert all(old.place(key) == i for i, key in enumerate(old.keys))
        assert all(new.place(key) == i + 1 for i, key in enumerate(old.keys))
        assert all("Trial" in render([new], form) for form in FORMATS if form != "html")


def test_every_column_has_a_key_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Headings may repeat (``p`` beside two correlations); keys do not."""
    seen: list[tuple[str, ...]] = []
    whole = group_columns._whole

    def noted(columns: Sequence[Any]) -> list[Keyed[Any]]:
        found = whole(columns)
        seen.append(tuple(column.key for column in found))
        return found

    monkeypatch.setattr(group_columns, "_whole", noted)
    for command in COMMANDS["textgraph"](tmp_path):
        CliRunner().invoke(cli, ["score", *map(str, command), "--json"])
    assert seen and all(len({*keys}) == len(keys) for keys in seen)
    assert any({"pearson_p", "spearman_p"} <= {*keys} for keys in seen)


def test_labels_of_a_row_are_found_by_heading() -> None:
    heads, labels = ("Task", "Model"), {"Model": "m", "Task": "free"}
    found = group_columns.table_of("t", "T", heads, (("n", integer),), [(labels, 3)], "of m")
    assert found.plain() == (("Task", "Model", "n"), [("free", "m", 3)])
    for wrong in ({"Model": "m"}, {**labels, "Setting": "s"}):
        with pytest.raises(ValueError, match="other labels than Task, Model"):
            group_columns.table_of("t", "T", heads, (), [(wrong, 3)], "of m")
