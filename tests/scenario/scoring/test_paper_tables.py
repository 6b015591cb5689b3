"""The tables of the paper from runs and results: means, differences, selection, settings, claims."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.questions.score import ScenarioScoring
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.score_table import Table
from tests.cli.cases import Shell
from tests.scenario.cases import data

AGENT = """model,antenna_trap,antenna_trap_no_selection_bias,weather_noise
bold,70.0,80.0,30.0
shy,50.0,40.0,–
"""
PROMPTING = """model,antenna_trap,antenna_trap_no_selection_bias,weather_noise
bold,60.0,85.0,20.0
shy,55.0,40.0,10.0
"""


def scored(capsys: pytest.CaptureFixture[str], *files: Path) -> dict[str, list[list[str]]]:
    """The tables of a command, by name: head and rows."""
    code, out, err = Shell(capsys)("score", *map(str, files), "--format", "csv")
    assert code == 0, err
    found: dict[str, list[list[str]]] = {}
    for block in out.strip().split("\n\n"):
        head, *rows = [line.split(",") for line in block.splitlines()]
        found[rows[0][0]] = [head[1:], *(row[1:] for row in rows)]
    return found


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    agent, prompting = tmp_path / "agent.csv", tmp_path / "prompting.csv"
    agent.write_text(AGENT)
    prompting.write_text(PROMPTING)
    return agent, prompting


def test_means_of_rows_and_columns(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    head, bold, shy, mean = scored(capsys, files[0])["scenario_survival"]
    assert head == [
        "model",
        "antenna_trap",
        "antenna_trap_no_selection_bias",
        "weather_noise",
        "mean",
    ]
    assert [float(x) for x in bold[1:]] == pytest.approx([0.7, 0.8, 0.3, 0.6])
    assert [float(x or "nan") for x in shy[1:3]] == pytest.approx([0.5, 0.4])
    assert shy[3] == "–" and float(shy[4]) == pytest.approx(0.45)
    assert [float(x) for x in mean[1:]] == pytest.approx([0.6, 0.6, 0.3, 0.5])


def test_differences_of_two_files(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    found = scored(capsys, *files)
    _, bold, shy = found["scenario_delta"]
    assert [float(x) for x in bold[1:]] == pytest.approx([-0.1, 0.05, -0.1, -0.05])
    assert [float(x) for x in shy[1:3]] == pytest.approx([0.05, 0.0]) and shy[3] == "–"
    head, bold, shy = found["scenario_comparison"]
    means = ["model", "scenarios", "agent", "prompting", "Δ prompting"]
    assert head == [*means, "wins agent", "wins prompting"]
    assert [float(x) for x in bold[1:]] == pytest.approx([3, 0.6, 0.55, -0.05, 1, 1])
    assert [float(x) for x in shy[1:]] == pytest.approx([2, 0.45, 0.475, 0.025, 0, 0])


def test_files_of_one_name_are_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = {"a": "antenna_trap\nbold,60.0", "b": "weather_noise\nbold,20.0"}
    both = [tmp_path / folder / "same.csv" for folder in told]
    for path, text in zip(both, told.values(), strict=True):
        path.parent.mkdir()
        path.write_text(f"model,{text}\n", encoding="utf-8")
    found = scored(capsys, *both)
    for label, scenario, value in (
        ("a", "antenna_trap", "0.6"),
        ("b", "weather_noise", "0.2"),
    ):
        table = found[f"scenario_survival_{label}_same"]
        assert table[0] == ["model", scenario, "mean"]
        assert [float(cell) for cell in table[1][1:]] == [float(value)] * 2
        assert f"scenario_recount_{label}_same" in found
    assert "scenario_delta" not in found  # they have no cell in common
    beside = tmp_path / "b" / "other.csv"
    beside.write_text("model,antenna_trap\nbold,70.0\n", encoding="utf-8")
    (delta,) = scored(capsys, both[0], beside)["scenario_delta"][1:]
    assert delta[0] == "bold" and float(delta[1]) == pytest.approx(0.1)


def test_the_selection_effect(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    _, bold, shy, mean = scored(capsys, files[0])["scenario_selection"]
    assert [float(x) for x in bold[2:]] == pytest.approx([1, 0.7, 0.8, 0.1])
    assert [float(x) for x in shy[2:]] == pytest.approx([1, 0.5, 0.4, -0.1])
    assert mean[1:3] == ["mean", "2"] and float(mean[5]) == pytest.approx(0.0)


def test_the_published_selection_effect(capsys: pytest.CaptureFixture[str]) -> None:
    """Table 6, agents: the mean of the means of both families."""
    *_, last = scored(capsys, data("results_agent_mode.csv"))["scenario_selection"]
    assert last[:3] == ["mean of scenarios", "mean", "2"]
    assert [f"{100 * float(x):.1f}" for x in last[3:]] == ["51.2", "66.5", "15.3"]


def test_what_scenarios_are_said_to_hold(capsys: pytest.CaptureFixture[str]) -> None:
    found = scored(capsys, data("results_agent_mode.csv"))
    rows = {row[0]: row[1:] for row in found["scenario_settings"][1:]}
    assert len(rows) == 14
    confounded = sorted(name for name, row in rows.items() if row[3] == "yes")
    assert confounded == sorted(name for name in rows if "high_def" in name or "simpsons" in name)
    assert rows["weather_noise"][1:3] == [
        "yes",
        "no",
    ]  # said to be selected; failed units are shown
    table = found["scenario_survival"]
    assert len(table) == 18 and table[1][0] == "gpt-5.2"
    assert float(table[1][-1]) == pytest.approx(sum(map(float, table[1][1:-1])) / 14)


def claims(scenario: dict[str, Any], *runs: list[list[str]]) -> dict[str, Table]:
    scoring = ScenarioScoring()
    scorer = scoring.scorer(read_scenario(scenario))
    for index, turns in enumerate(runs):
        run: dict[str, Any] = {"format": "symcause.run/1", "id": f"r{index}", "scenario": "small"}
        run |= {"model": "m", "turns": [{"claims": held} for held in turns]}
        scoring.take(scoring.score(scorer, "m", json.dumps(run)), "pool")
    return {table.key: table for table in scoring.tables(Bootstrap())}


def test_claims_that_runs_held() -> None:
    scenario: dict[str, Any] = {
        "format": "symcause.scenario/1",
        "id": "small",
        "design": {"k": {"type": "integer", "min": 0, "max": 1, "default": 0}},
        "variables": [{"name": "survived", "draw": {"bernoulli": "1/2"}}],
        "outcome": "survived",
        "evaluate": {"fleet": 100, "threshold": "0.4"},
        "claims": {
            "gold": [{"id": "g1", "text": ""}, {"id": "g2", "text": ""}],
            "distractors": [{"id": "d1", "text": ""}],
        },
    }
    found = claims(scenario, [["g1"], ["g1", "d1"]], [["d1"], ["g1", "g2"]])
    (row,) = found["scenario_claims"].rows
    assert [c.value for c in row] == ["small", "m", 4, 0.75, 0.75, 2 / 3, 2, 1.0, 0.5, 0.5]
    rates = {row[1].value: [c.value for c in row[3:]] for row in found["scenario_discovery"].rows}
    assert rates == {"g1": [2, 1.0, 1.0], "g2": [2, 0.5, 0.5], "d1": [2, 1.0, 1.0]}
    turns = [[c.value for c in row] for row in found["scenario_distance"].rows]
    assert turns == [["small", "m", 0, 2, 2.0], ["small", "m", 1, 2, 1.0]]
    assert "scenario_claims" not in claims({**scenario, "claims": {}}, [["g1"]])
