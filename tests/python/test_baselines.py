"""Baselines from Python: the same answers and the same table as on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import symcause
from symcause.cli.main import cli
from symcause.errors import UsageError
from symcause.families.boolean.baselines.baseline_registry import BUNDLED
from tools.corpus.timeless import without_times

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
POOL = EXAMPLES / "pool.jsonl"


def test_every_baseline_says_what_it_does() -> None:
    assert set(BUNDLED) <= set(symcause.baselines.names())
    own = {"crystal": ["simplest", "changes", "least-squares"], "world": ["simplest"]}
    own["boats"] = ["constant", "association"]
    for name, expected in own.items():
        assert list(symcause.baselines.names(symcause.load(EXAMPLES / f"{name}.json"))) == expected


@pytest.mark.parametrize("name", list(BUNDLED))
def test_the_rows_are_those_of_the_command(name: str, tmp_path: Path) -> None:
    """Answered and scored here, and by ``symcause score --baseline``: the same lines and the same table."""
    small = "" if name == "simplest" else "unique replay"  # the published methods take their time
    chosen = [
        line
        for line in POOL.read_text().splitlines()
        if not small or json.loads(line)["id"] in small
    ]
    (file := tmp_path / "pool.jsonl").write_text("\n".join(chosen) + "\n")
    pool = list(symcause.load_pool(file))
    rows = symcause.baselines.solve(pool, name)
    tasks = [problem.id for problem in pool if not problem.is_alternative_task]  # type: ignore[attr-defined]
    assert [row["instanceId"] for row in rows] == tasks
    found = symcause.score(pool, rows, version_space=True)
    arguments = ["score", str(file), "--baseline", name, "--json"]
    done = CliRunner().invoke(cli, arguments)
    assert done.exit_code == 0, done.output
    *lines, summary = map(json.loads, done.stdout.splitlines())
    ours = {row["instanceId"]: row["attempt"] for row in rows}
    assert without_times({line["problem"]: line["attempt"] for line in lines}) == without_times(
        ours
    )
    table = next(t for t in summary["summary"]["tables"] if t["key"] == "main")
    main = found.table("main")
    assert main is not None and table["rows"] == main.to_dict()["rows"]


def test_gold_is_not_seen() -> None:
    """Without gold and held-out worlds the answer is the same."""
    problem = symcause.load(EXAMPLES / "ambiguous.json", kind=symcause.BooleanProblem)
    from dataclasses import replace

    blind = replace(problem, gold=None, worlds=problem.training)
    told, again = symcause.baselines.solve([problem]), symcause.baselines.solve([blind])
    assert without_times(told) == without_times(again)


def test_names_and_families_are_checked() -> None:
    with pytest.raises(UsageError, match="did you mean 'simplest'"):
        symcause.baselines.solve([symcause.load(EXAMPLES / "unique.json")], "simpelst")
    with pytest.raises(
        UsageError, match=r"symbolic-search does not apply to .*it applies to Boolean"
    ):
        symcause.baselines.solve([symcause.load(EXAMPLES / "world.json")], "symbolic-search")


def test_a_table_prints_itself() -> None:
    pool = list(symcause.load_pool(POOL))
    main = symcause.score(pool, symcause.baselines.solve(pool)).table("main")
    assert main is not None
    assert str(main).startswith("Main results\nSetting") and "hidden-roots  simplest" in str(main)
    assert "\\begin{tabular}" in main.to_latex()
