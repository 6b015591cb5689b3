"""Design rules: the defaults, and what goes with survival in the history; neither sees the model."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import Any, cast

import pytest

from symcause.api import score_text
from symcause.families.scenario.episode.design_rules import ScenarioBaselines
from symcause.families.scenario.episode.rules import ScenarioRules
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.generator.scenario_generator import ScenarioGenerator
from symcause.families.scenario.problem.problem import ScenarioProblem
from tests.cli.cases import Shell


def made(template: str, seed: int = 0) -> dict[str, Any]:
    (document,) = ScenarioGenerator(template=template, zones=3, seed=seed).items(0)
    return dict(document)


def answer(name: str, problem: ScenarioProblem) -> Any:
    own = ScenarioBaselines()
    return own.rules[name](own.public(problem))


@pytest.mark.parametrize("template", ("altitude", "assigned", "survivors"))
@pytest.mark.parametrize("seed", range(3))
def test_rules_that_try_nothing_lose(template: str, seed: int) -> None:
    problem = read_scenario(made(template, seed))
    assert score_text(problem, answer("constant", problem))["right"] is False
    said = answer("association", problem)
    assert (said is None) == (template == "survivors")
    assert said is None or score_text(problem, said)["right"] is False


def test_the_association_is_that_of_the_history() -> None:
    problem = read_scenario(made("altitude"))
    records = [one.values for one in ScenarioBaselines().public(problem).trials.history[0].records]
    rates: dict[str, list[bool]] = {}
    for one in records:
        rates.setdefault(one["altitude"], []).append(one["survived"])
    best = max(sorted(rates), key=lambda option: sum(rates[option]) / len(rates[option]))
    assert json.loads(answer("association", problem)) == {"design": {"profile": best}}


def test_of_several_designs_the_one_with_most_survivors_is_taken() -> None:
    problem = read_scenario(made("assigned"))
    history = ScenarioBaselines().public(problem).trials.history
    best = max(history, key=lambda trial: len(trial.records) / trial.count)
    assert json.loads(answer("association", problem))["design"]["engine"] == best.design["engine"]


def test_a_baseline_sees_no_model() -> None:
    shown = ScenarioBaselines().public(read_scenario(made("altitude")))
    assert not shown.variables and not shown.metadata and shown.claims.optimum is None
    assert not ScenarioBaselines().does(shown)


def test_score_takes_them(shell: Shell, tmp_path: Any) -> None:
    file = tmp_path / "a.scenario.json"
    file.write_text(json.dumps(made("altitude")))
    _, out, _ = shell("score", file, "--baselines", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["model"] for line in lines[:-1]] == ["constant", "association"]
    assert all(
        line["valid"] and not line["right"] and line["attempt"]["digest"] for line in lines[:-1]
    )


def test_nothing_is_said_of_a_design_without_model_or_goal() -> None:
    """The truth is a problem with a model, and what is known has trials; else the model is hidden."""
    truth = read_scenario(made("altitude"))
    known = ScenarioBaselines().public(truth)
    assert known.trials is not None and truth.trials is None
    valued = partial(ScenarioRules._valued, cast("ScenarioRules", None))
    assert valued(truth, known, truth.default).right is not None
    for hidden in (
        (replace(truth, evaluate=None), known),
        (truth, replace(known, trials=None)),
        (known, known),
    ):
        judged = valued(*hidden, truth.default)
        assert judged.right is None and judged.reason == "the model is hidden"
