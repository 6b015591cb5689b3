"""Runs of scenarios: budgets, survival against value, rubrics, panels, claims, patterns, tables."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from symcause.audits.document_json import plain
from symcause.cli.main import cli, main
from symcause.errors import ProblemError, SymcauseError
from symcause.families.scenario.documents.question_documents import Bounds
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.files.rubric_files import read_rubric
from symcause.families.scenario.files.run_files import read_run
from symcause.families.scenario.models.agent_runs import CAUSAL, DEFAULT_RUBRIC, Criterion, Rubric
from symcause.families.scenario.questions.score import ScenarioScoring
from symcause.families.scenario.scoring.claim_distance import distances
from symcause.families.scenario.scoring.rubric_points import marks, pattern
from symcause.families.scenario.scoring.run_scorer import RunScorer
from symcause.formats.json_text import read_json
from symcause.scoring.bootstrap import Bootstrap
from tests.scenario.audits.test_audit import ALTITUDE
from tests.scenario.cases import data, published

RUN: dict[str, Any] = {
    "format": "symcause.run/1",
    "id": "r1",
    "scenario": "heights",
    "model": "demo-model",
    "deployments": [
        {"design": {"shield": 1}, "count": 30, "survived": 20},
        {"design": {"shield": 2, "profile": "low"}, "count": 50, "survived": 40},
    ],
    "submission": {"design": {"shield": 2, "profile": "low"}, "fleet": 100, "survived": 78},
    "turns": [
        {"claims": ["vague"]},
        {"claims": ["low-is-better"]},
        {"claims": ["low-is-better", "in-b"]},
    ],
    "verdicts": {
        "one": {"CR1": "SATISFIED", "CR2": "PARTIALLY_SATISFIED", "DU1": "SATISFIED"},
        "two": {"CR1": "NOT_SATISFIED", "CR2": "PARTIALLY_SATISFIED"},
    },
}


def _scorer(problem: Any = None) -> RunScorer:
    return RunScorer(problem or read_scenario(deepcopy(ALTITUDE)), DEFAULT_RUBRIC)


def _run(**changes: Any) -> Any:
    return read_run({**deepcopy(RUN), **changes})


def test_a_run_from_front_to_back() -> None:
    score = _scorer().score(_run())
    assert (score.run, score.survival, score.win) == ("r1", 0.78, True)
    assert score.value == Bounds(low="3/4", high="3/4")
    assert isinstance(score.z, float) and abs(score.z - 0.03 / (0.75 * 0.25 / 100) ** 0.5) < 1e-12
    assert score.noise is True and score.lucky is False and score.justified is True
    assert score.claim_distance == (3, 1, 0) and score.steps_back == ()
    assert score.rubric is not None and (score.rubric.points, score.rubric.max) == (5.0, 16.0)
    assert score.rubric.mandatory is False
    assert score.pattern is None  # won
    assert (score.budget.deployments, score.budget.units, score.budget.violations) == (2, 80, ())
    assert score.in_space is True


def test_keys_of_a_scored_run() -> None:
    body = plain(_scorer().score(_run()))
    assert {
        "run",
        "survival",
        "win",
        "value",
        "z",
        "rubric",
        "claim_distance",
        "pattern",
        "budget",
    } <= set(body)
    assert set(body["rubric"]) == {"points", "max", "normalised", "dimensions", "mandatory"}
    assert set(body["budget"]) == {"deployments", "units", "violations", "tried"}


def test_lucky_and_unjustified_wins() -> None:
    submission = {"design": {}, "fleet": 100, "survived": 71}
    turns = [{"claims": ["high-is-best"]}]
    score = _scorer().score(_run(submission=submission, turns=turns))
    assert score.win is True and score.lucky is True and score.justified is False
    assert score.noise is False


def test_budgets_are_held_against_the_scenario() -> None:
    many = [{"design": {}, "count": 60} for _ in range(6)]
    problem = read_scenario(
        {**deepcopy(ALTITUDE), "budget": {"deployments": 5, "units": 100, "per_deployment": 50}}
    )
    budget = _scorer(problem).score(_run(deployments=many)).budget
    assert budget.units == 360 and len(budget.violations) == 8


def test_a_run_without_a_submission_has_no_survival() -> None:
    document = deepcopy(RUN)
    del document["submission"]
    document["verdicts"] = {"j": {"DU1": "SATISFIED"}}
    score = _scorer().score(read_run(document))
    assert score.survival is None and score.value is None and score.win is False
    assert score.pattern == "D"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"verdicts": {"j": {"CR1": "GOOD"}}}, "not a verdict"),
        ({"verdicts": {"j": {"CR1": 2}}}, "between 0 and 1"),
        ({"submission": {"design": {}, "fleet": 10, "survived": 11}}, "survivors"),
        ({"submision": {}}, "did you mean 'submission'?"),
    ],
)
def test_mistakes_in_runs_are_named(change: dict[str, Any], words: str) -> None:
    with pytest.raises(SymcauseError, match=words.replace("?", r"\?")):
        _run(**change)


def test_unknown_design_variables_are_named() -> None:
    score = _scorer().score(_run(submission={"design": {"shild": 1}, "fleet": 9, "survived": 1}))
    assert score.value is None and "did you mean 'shield'" in (score.reason or "")


@pytest.mark.parametrize(
    ("count", "survived"), [(0, None), (-5, None), (5, 6), (5, -1)], ids=["0", "-5", "6/5", "-1/5"]
)
def test_units_are_counted_from_one_and_survivors_up_to_all(
    count: int, survived: int | None
) -> None:
    deployment = {"design": {}, "count": count, "survived": survived}
    with pytest.raises(ProblemError, match=r"deployments\[0\]: (no units|survivors are)"):
        _run(deployments=[deployment])
    logged = {"log": [{"type": "DEPLOYMENT", "metadata": deployment}], "final_result": None}
    with pytest.raises(ProblemError, match=r"log\[0\]\.metadata: (no units|survivors are)"):
        read_run(logged)
    told = {"design_tested": {"shield": 1}, "fleet_size": count, "survived": survived or 0}
    with pytest.raises(ProblemError, match=r"final_result: (no units|survivors are)"):
        read_run({"final_result": told})


def test_a_submission_that_is_no_design_leaves_the_rest_of_the_run() -> None:
    sent = {"design": {"shield": 10**30}, "fleet": 100, "survived": 78}
    score = _scorer().score(_run(submission=sent))
    assert (score.run, score.survival, score.win, score.value) == ("r1", 0.78, True, None)
    assert score.reason is not None and score.reason.startswith("submission.design.shield: ")


def test_criteria_that_the_rubric_does_not_have_are_said() -> None:
    score = _scorer().score(_run(verdicts={"one": {"CR1": "SATISFIED", "ZZ": "SATISFIED"}}))
    assert score.rubric is None and score.pattern is None
    assert score.reason == "the rubric has no criterion ZZ"


def test_the_distance_from_a_certain_value_is_zero_or_none() -> None:
    sure = deepcopy(ALTITUDE)
    sure["variables"] = [{"name": "survived", "is": "true"}]
    for key in ("observe", "history", "claims", "stages"):
        sure.pop(key, None)
    scorer = _scorer(read_scenario(sure))
    for survived, z in ((100, 0.0), (99, None)):
        sent = {"design": {"shield": 1}, "fleet": 100, "survived": survived}
        score = scorer.score(_run(submission=sent))
        assert score.z == z and score.noise is (z is not None)


def test_released_sessions_do_not_keep_the_equipment() -> None:
    design = {
        "engine": 20,
        "cockpit": 20,
        "wing": 15,
        "body": 15,
        "antenna": 0,
        "camera": 5,
        "gun": 5,
    }
    session = {
        "session_id": "s7",
        "model": "m",
        "scenario": "antenna_trap",
        "log": [
            {"type": "THOUGHT", "content": "hm"},
            {"type": "DEPLOYMENT", "metadata": {"design": design, "count": 20, "survived": 17}},
        ],
        "final_result": {"design_tested": design, "survived": 825, "fleet_size": 1000},
    }
    run = read_run(session)
    assert (run.id, run.scenario, run.equipment_known) == ("s7", "antenna_trap", False)
    assert [d.count for d in run.deployments] == [20]
    score = _scorer(published("antenna_trap")).score(run)
    assert isinstance(score.value, tuple) and isinstance(score.z, tuple)
    assert len(score.value) == len(score.z) == 4
    assert any(float(v.low) <= 0.82869134868503 <= float(v.high) for v in score.value)
    assert score.win is True and score.noise is True


# --- rubric -----------------------------------------------------------------------------------------------


def test_the_published_panel_is_reproduced() -> None:
    path = data("rubric_panel.json")
    document = read_json(path.read_text())
    panel = read_rubric(document, str(path))
    assert panel.rubric == DEFAULT_RUBRIC
    (run,) = panel.runs
    marked = marks(panel.rubric, run.verdicts)
    said = document["models"][0]  # type: ignore[index]
    assert abs(float(marked.normalised) - 0.27294146825396826) < 1e-15
    for dimension, share in said["dimensions"].items():
        assert abs(float(marked.dimensions[dimension]) - float(share)) < 1e-15


PANEL = {
    "max_points": 4,
    "criteria": [
        {"id": "M1", "dimension": "Mechanism", "weight": 3, "mandatory": True},
        {"id": "D1", "dimension": "Data", "weight": 1},
        {"id": "X1", "dimension": "Data", "weight": -1},
    ],
    "models": [
        {"model": "first", "criteria": {"M1": 0.5, "D1": 1, "X1": 0.25}},
        {"model": "second", "criteria": {"M1": "SATISFIED", "D1": 0}},
    ],
}


def test_a_panel_is_scored_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "panel.json"
    path.write_text(json.dumps(PANEL))
    done = CliRunner().invoke(cli, ["score", str(path), "--json"])
    assert done.exit_code == 0, done.output
    first, second, last = (json.loads(line) for line in done.output.splitlines())
    assert (first["run"], first["survival"], first["pattern"]) == ("first", None, None)
    assert (first["rubric"]["points"], first["rubric"]["max"]) == (2.25, 4.0)
    assert first["rubric"]["dimensions"] == {"Mechanism": 0.5, "Data": 0.75}
    assert second["rubric"]["normalised"] == 0.75 and second["rubric"]["mandatory"] is True
    assert [table["key"] for table in last["summary"]["tables"]] == ["scenario_rubric"]


@pytest.mark.parametrize("question", ["audit", "solve", "prompt", "convert"])
def test_a_panel_has_no_model_to_ask_about(
    tmp_path: Path, question: str, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "panel.json"
    path.write_text(json.dumps(PANEL))
    with pytest.raises(SystemExit) as left:
        main([question, str(path)])
    assert left.value.code == 2
    assert "names no scenario; symcause score FILE scores it" in capfd.readouterr().err


def test_the_published_panel_through_the_command_line() -> None:
    done = CliRunner().invoke(cli, ["score", str(data("rubric_panel.json")), "--json"])
    assert done.exit_code == 0, done.output
    line = json.loads(done.output.splitlines()[0])
    assert line["model"] == "claude-opus-4.7"
    assert abs(line["rubric"]["normalised"] - 0.27294146825396826) < 1e-15


def test_the_full_prompt_rubric_has_34_points_and_11_of_penalties() -> None:
    """Its maximum is 34 whatever the penalties; satisfied, these count against the points."""
    good = tuple(Criterion(f"g{i}", "X", Fraction(2)) for i in range(17))
    bad = tuple(Criterion(f"b{i}", "X", Fraction(-1)) for i in range(11))
    rubric = Rubric((*good, *bad))
    every = {criterion.id: Fraction(1) for criterion in rubric.criteria}
    assert (rubric.maximum, marks(rubric, {"j": every}).points) == (34, 23)


def test_penalties_count_when_satisfied() -> None:
    rubric = Rubric(
        (
            Criterion("good", "X", Fraction(4)),
            Criterion("bad", "X", Fraction(-2)),
            Criterion("more", "Y", Fraction(1)),
        )
    )
    one = Fraction(1)
    marked = marks(rubric, {"j": {"good": one, "bad": one, "more": Fraction(1, 2)}})
    assert marked.points == Fraction(5, 2) and marked.maximum == 5
    assert marked.dimensions == {"X": Fraction(1, 2), "Y": Fraction(1, 2)}
    assert marked.mandatory is None


def test_a_rubric_file_with_another_maximum_is_refused() -> None:
    criteria = [{"id": "a", "dimension": "X", "weight": 3}]
    assert read_rubric({"criteria": criteria, "max_points": 3}).rubric.maximum == 3
    with pytest.raises(ProblemError, match="add up to 3"):
        read_rubric({"criteria": criteria, "max_points": 16})


@pytest.mark.parametrize(
    ("verdicts", "survival", "expected"),
    [
        ({"CR1": 1, "CR2": 1, "RQ1": 0.5}, "0.3", "C"),
        ({"CR1": 1, "CR2": 1, "RQ1": 0.5}, "0.6", None),
        ({"CR1": 1, "CR2": 1, "RQ1": 0.5}, None, None),
        ({"DU1": 0.5, "ED1": 1}, "0.3", "D"),
        ({"ED1": 0.5}, "0.3", "B"),
        ({"RQ1": 1}, "0.3", "A"),
        ({}, None, "A"),
        ({"CR3": 0.5, "ED1": 0.5, "RQ1": 0.5, "DU1": 0.5}, "0.3", "E"),
        ({"CR3": 0.5}, "0.3", None),
    ],
)
def test_patterns_in_our_order(
    verdicts: dict[str, float], survival: str | None, expected: str | None
) -> None:
    marked = marks(DEFAULT_RUBRIC, {"j": {k: Fraction(v) for k, v in verdicts.items()}})
    lived = None if survival is None else Fraction(survival)
    assert pattern(marked, lived, won=False) == expected
    assert pattern(marked, lived, won=True) is None
    assert CAUSAL in marked.scored


def test_claim_distance_ranges_from_zero_to_all() -> None:
    gold, wrong = {"a", "b", "c", "d"}, {"x", "y", "z"}
    assert distances((gold, gold | wrong, set(), wrong), gold, wrong) == (0, 3, 4, 7)


# --- tables -----------------------------------------------------------------------------------------------


def test_runs_become_lines_and_tables() -> None:
    scoring = ScenarioScoring()
    scorer = scoring.scorer(read_scenario(deepcopy(ALTITUDE)))
    lost = {**deepcopy(RUN), "id": "r2", "submission": {"design": {}, "fleet": 100, "survived": 40}}
    for text in (json.dumps(RUN), json.dumps(lost), "not a run"):
        scoring.take(scoring.score(scorer, "somebody", text), "pool")
    first, second, designs, _, third, *_ = scoring.tables(Bootstrap())
    assert third.key == "scenario_rubric" and len(third.rows) == 1
    assert [row[0].shown for row in first.rows] == ["demo-model"]
    assert [cell.value for cell in designs.rows[0][:3]] == ["somebody", 1, 0], (
        "neither run nor design"
    )
    runs, survival, wins = (first.rows[0][i].value for i in (1, 2, 3))
    assert (runs, wins) == (2, 1) and abs(float(str(survival)) - 0.59) < 1e-12
    assert second.rows[0][0].shown == "heights"
    assert ScenarioScoring().tables(Bootstrap()) == []


def test_published_wins_do_not_follow_from_published_survival(tmp_path: Path) -> None:
    path = str(data("results_agent_mode.csv"))
    wins = tmp_path / "wins.csv"
    wins.write_text(
        "model,prompting,agent\ngpt-5.2,1,5\ngpt-5-mini,,4\ngrok-4-1-fast,,4\ngpt-oss-120b,0,3\n"
    )
    found = CliRunner().invoke(cli, ["score", path, "--format", "json", "--published", str(wins)])
    assert found.exit_code == 0, found.output
    table, means, *_ = json.loads(found.stdout)["tables"]
    counted = {row[0]: (row[3], row[4]) for row in table["rows"]}
    assert counted["gpt-5.2"] == (3, 5)
    assert counted["gpt-5-mini"] == (3, 4)
    assert counted["grok-4-1-fast"] == (1, 4)
    assert counted["gpt-oss-120b"] == (3, 3)
    assert counted["glm-4.7"] == (1, None)
    assert len(counted) == 16 and len(means["rows"]) == 14
    alone = CliRunner().invoke(cli, ["score", path, "--format", "json"])
    assert "wins published" not in json.loads(alone.stdout)["tables"][0]["columns"]


def test_every_table_of_results_is_scored_on_its_own(tmp_path: Path) -> None:
    one, two = tmp_path / "one_agent_mode.csv", tmp_path / "two_prompting.csv"
    one.write_text("model,antenna_trap,weather_noise\na,80,10\nb,20,60\n")
    two.write_text(
        "model,antenna_trap,weather_noise,Average\na,10,60,35.0\nc,90,10,50.1\nMean,50.0,36,42.5\n"
    )
    wins = tmp_path / "wins.csv"
    wins.write_text("model,agent,prompting\na,5,1\nb,2,\n")
    done = CliRunner().invoke(
        cli, ["score", str(one), str(two), "--format", "json", "--published", str(wins)]
    )
    assert done.exit_code == 0, done.output
    tables = {table["title"]: table for table in json.loads(done.stdout)["tables"]}
    first = tables["Wins recounted from published survival: one_agent_mode"]
    assert [(row[0], row[3], row[4]) for row in first["rows"]] == [("a", 1, 5), ("b", 1, 2)]
    second = tables["Wins recounted from published survival: two_prompting"]
    assert [(row[0], row[4], row[6]) for row in second["rows"]] == [
        ("a", 1, "yes"),
        ("c", None, "no"),
    ]
    means = tables["Means of scenarios: two_prompting"]
    assert [(row[0], row[2], row[5]) for row in means["rows"]] == [
        ("antenna_trap", 0.5, "yes"),
        ("weather_noise", 0.35, "no"),
    ]
    other = tmp_path / "three.csv"  # names no mode: nothing is compared
    other.write_text(one.read_text())
    alone = CliRunner().invoke(
        cli, ["score", str(other), "--format", "json", "--published", str(wins)]
    )
    assert "wins published" not in json.loads(alone.stdout)["tables"][0]["columns"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name,agent\na,1\n", "expected a column model"),
        ("model,agent\na,1,2\n", "line 2: 3 cells, the header has 2"),
        ("model,agent\na,many\n", "line 2, agent"),
        ("model,agent\na,1.5\n", "whole number"),
    ],
)
def test_mistakes_in_published_wins_are_named(
    tmp_path: Path, text: str, words: str, capfd: pytest.CaptureFixture[str]
) -> None:
    path, wins = tmp_path / "results.csv", tmp_path / "wins.csv"
    path.write_text(RESULTS, encoding="utf-8")
    wins.write_text(text)
    with pytest.raises(SystemExit) as left:
        main(["score", str(path), "--published", str(wins)])
    said = capfd.readouterr().err
    assert left.value.code == 2 and words in said and "wins.csv" in said


RESULTS = """model,antenna_trap,weather_noise
"one, two",75.0,54.9
other,74.95%,55
third,-,
"""


def test_a_table_of_results_is_scored_cell_by_cell(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    path.write_text(RESULTS, encoding="utf-8")
    found = CliRunner().invoke(cli, ["score", str(path), "--json"])
    assert found.exit_code == 0, found.output
    *lines, last = map(json.loads, found.stdout.splitlines())
    assert [(d["problem"], d["model"], d["survival"], d["win"]) for d in lines] == [
        ("antenna_trap", "one, two", 0.75, True),
        ("antenna_trap", "other", 0.7495, False),
        ("weather_noise", "one, two", 0.549, False),
        ("weather_noise", "other", 0.55, True),
    ]
    assert all(d["value"] is None and d["z"] is None for d in lines)
    table, *_ = last["summary"]["tables"]
    assert [row[:2] for row in table["rows"]] == [["one, two", 2], ["other", 2]]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("75.0", "175", "between 0 and 100"),
        ("75.0", "much", "line 2, antenna_trap"),
        ("54.9", "54.9,1", "line 2: 4 cells, the header has 3"),
        ("other", '"one, two"', "a name stands twice"),
        ("weather_noise", "antenna_trap", "a name stands twice"),
        ("weather_noise", "weather", "no released model has this name"),
        ('"one, two"', '"one, two', "not CSV"),
    ],
)
def test_mistakes_in_tables_of_results_are_named(
    tmp_path: Path, old: str, new: str, words: str, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "results.csv"
    path.write_text(RESULTS.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        main(["score", str(path)])
    said = capfd.readouterr().err
    assert left.value.code == 2 and words in said and "results.csv" in said
