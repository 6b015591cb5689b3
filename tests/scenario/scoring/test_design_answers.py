"""Designs that answer prompts: check and score say the same of every text, and of what it is worth."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from symcause import load, score
from symcause.audits.question import answered
from symcause.cli.main import cli
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.questions.check import Check
from symcause.families.scenario.questions.score import ScenarioScoring
from tests.scenario.audits.test_audit import ALTITUDE
from tests.scenario.scoring.test_runs import RUN

BEST = {"shield": 2, "profile": "low"}

TEXTS = {
    "asked": json.dumps({"design": BEST}),
    "fenced": f"I choose\n```json\n{json.dumps({'design': BEST}, indent=1)}\n```\nbecause of the zone.",
    "bare": json.dumps(BEST),
    "default": '{"design": {}}',
    "short": '{"design": {"shield": 1}}',
    "outside": '{"design": {"shield": 9}}',
    "against a rule": '{"design": {"shield": 3}}',
    "spelled": '{"design": {"shield": "2", "profile": "low"}}',
    "unknown": '{"design": {"armour": 2}}',
    "no object": "more shield",
    "empty": "",
    "nothing": "{}",
    "no design": '{"design": "low"}',
    "list": "[1, 2]",
}


def _line(text: str) -> dict[str, Any]:
    scoring = ScenarioScoring()
    return dict(scoring.score(scoring.scorer(read_scenario(deepcopy(ALTITUDE))), "somebody", text))


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_check_and_score_say_the_same_of_a_text(text: str) -> None:
    document = answered(Check(answer=text), read_scenario(deepcopy(ALTITUDE)))
    line = _line(text)
    assert line["right"] is document.right
    assert line["reason"] == document.reason
    assert line["in_space"] is document.in_space
    assert line["valid"] is (document.reason is None)
    assert tuple(line.get("violations", ())) == document.violations
    assert line.get("design") == document.design
    for mine, other in ((line["value"], document.value), (line["p_win"], document.win)):
        assert mine == (None if other is None else {"low": other.low, "high": other.high})
    assert line["survival"] is None and line["win"] is None, "no fleet was sent"


def _by_hand(shield: int, profile: str) -> Fraction:
    """The survival of a design where the fleet goes: all in zone b, whose band is high."""
    altitude = "high" if profile == "zone" else profile
    loss = Fraction(1, 10) - Fraction(shield, 20) + Fraction(altitude == "high", 10)
    return min(Fraction(1), 1 - loss)


def test_every_design_is_worth_what_the_file_says() -> None:
    body = deepcopy(ALTITUDE)
    body["evaluate"] = {**body["evaluate"], "stage": "2", "threshold": "0.9"}
    scoring = ScenarioScoring()
    scorer = scoring.scorer(read_scenario(body))
    for shield, profile in product(range(3), ("zone", "low", "high")):
        text = json.dumps({"design": {"shield": shield, "profile": profile}})
        line = scoring.score(scorer, "somebody", text)
        value = line["value"]
        assert isinstance(value, dict)
        assert Fraction(value["low"]) == Fraction(value["high"]) == _by_hand(shield, profile)
        assert line["right"] is (_by_hand(shield, profile) >= Fraction(9, 10))


def test_runs_are_scored_as_runs_and_broken_ones_are_no_designs() -> None:
    line = _line(json.dumps(RUN))
    assert line["win"] is True and "right" not in line and "valid" not in line
    cut = json.dumps(RUN)[:-40]
    assert "not JSON" in str(_line(cut)["reason"]), "a deployment of it is not its answer"
    session = {"session_id": "s", "final_result": None}
    assert _line(json.dumps(session))["run"] == "s"


def _files(tmp_path: Path) -> tuple[Path, Path]:
    folder = tmp_path / "pool"
    folder.mkdir()
    for name in ("heights", "depths"):
        body = {**deepcopy(ALTITUDE), "id": name}
        (folder / f"{name}.scenario.json").write_text(json.dumps(body))
    rows = [
        {"instanceId": id, "model": model, "response": TEXTS[text]}
        for id in ("heights", "depths")
        for model, text in (
            ("best", "fenced"),
            ("default", "short"),
            ("rash", "outside"),
            ("dumb", "no object"),
        )
    ]
    answers = tmp_path / "answers.jsonl"
    answers.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder, answers


def test_the_optimum_leads_and_unreadable_answers_are_named(tmp_path: Path) -> None:
    folder, answers = _files(tmp_path)
    found = CliRunner().invoke(cli, ["score", str(folder), str(answers), "--format", "json"])
    assert found.exit_code == 0, found.output
    assert (
        "dumb: all 2 answers are invalid for one and the same reason: no JSON object in the text"
        in found.stderr
    )
    tables = {table["key"]: table for table in json.loads(found.stdout)["tables"]}
    assert "scenario_runs" not in tables and "scenario_survival" not in tables
    rows = {row[0]: row[1:] for row in tables["scenario_designs"]["rows"]}
    assert rows["best"][:5] == [2, 2, 2, 2, 0.75]
    assert rows["default"][:4] == [2, 2, 2, 0]
    assert rows["rash"] == [2, 2, 0, 0, None, None], "what is not allowed is no best value"
    assert rows["dumb"] == [2, 0, 0, 0, None, None]


def test_python_scores_designs_alike(tmp_path: Path) -> None:
    folder, answers = _files(tmp_path)
    problem = load(folder / "heights.scenario.json")
    rows = [json.loads(text) for text in answers.read_text().splitlines()]
    found = score([problem], [row for row in rows if row["instanceId"] == "heights"])
    assert [line["right"] for line in found.lines] == [True, False, False, False]
