"""Twin prompts: who reads nothing but the text finds a design that wins, and not without the experiment."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from symcause.api import score_text
from symcause.errors import UsageError
from symcause.families.scenario.episode.twin_prompt import LEAST_ODDS, experiment_on, told_twin
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.generator.scenario_generator import ScenarioGenerator
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.scoring.prompts import told
from symcause.families.scenario.verifier.kernel import verify
from symcause.registry import family
from tests.amounts import amount
from tests.scenario.episode.twin_reader import Told, read

TEMPLATES = ("altitude", "assigned", "survivors")


@cache
def twins(template: str, seed: int) -> tuple[ScenarioProblem, ScenarioProblem, Mapping[str, Any]]:
    """Two scenarios of the generator, and the certificate about both."""
    (made,) = ScenarioGenerator(template=template, zones=3, seed=seed, twin=True).items(0)
    about: Any = made["metadata"]["twin"]  # type: ignore[index]
    first = read_scenario({key: value for key, value in made.items() if key != "metadata"})
    return first, read_scenario(about["scenario"]), about["certificate"]


def pairs(template: str) -> list[tuple[ScenarioProblem, ScenarioProblem, Mapping[str, Any]]]:
    return [twins(template, seed) for seed in range(amount(2, 12))]


def prompts(template: str) -> list[tuple[ScenarioProblem, Told]]:
    """Every twin with what a reader takes from its prompt."""
    return [
        (one, read(told_twin(one, other, certificate).text))
        for first, second, certificate in pairs(template)
        for one, other in ((first, second), (second, first))
    ]


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_text_alone_settles_which_design_wins(template: str) -> None:
    scoring = family("scenario").scoring
    assert scoring is not None
    for problem, found in prompts(template):
        odds = found.odds()
        assert max(odds, 1 / odds) >= LEAST_ODDS
        winner = found.winners("A" if odds > 1 else "B")[0]
        rival = found.winners("B" if odds > 1 else "A")[0]
        assert _right(problem, winner) and not _right(problem, rival)


def _right(problem: ScenarioProblem, design: Mapping[str, Any]) -> bool:
    plain = {name: v if isinstance(v, str) else int(v) for name, v in design.items()}
    return bool(score_text(problem, json.dumps({"design": plain}))["right"])


@pytest.mark.parametrize("template", TEMPLATES)
def test_without_the_experiment_nothing_tells_the_two_apart(template: str) -> None:
    for first, second, certificate in pairs(template):
        texts = [
            told_twin(*both, certificate).message for both in ((first, second), (second, first))
        ]
        one, other = (text.replace(first.id, "", 1).replace("-twin", "") for text in texts)
        differing = [a for a, b in zip(one.split("\n"), other.split("\n"), strict=True) if a != b]
        assert len(differing) == 1 and differing[0].startswith("An experiment")
        found = read(texts[0])
        assert found.history and found.history_chances("A") == found.history_chances("B")
        assert not [one for one in found.winners("A") if one in found.winners("B")]


def test_an_open_prompt_has_no_experiment() -> None:
    first, second, certificate = twins("altitude", 0)
    silent = {**certificate, "claim": {**certificate["claim"], "active": None}}
    assert experiment_on(first, second, silent) is None
    found = read(told_twin(first, second, silent).text)
    assert found.experiment is None and found.history_chances("A") == found.history_chances("B")


def test_the_order_of_the_two_says_nothing() -> None:
    firsts = [
        read(told_twin(one, other, proof).text).odds() > 1
        for template in TEMPLATES
        for one, other, proof in pairs(template)
    ]
    seconds = [
        read(told_twin(other, one, proof).text).odds() > 1
        for template in TEMPLATES
        for one, other, proof in pairs(template)
    ]
    assert [not one for one in firsts] == seconds and len(set(firsts)) == 2


def test_the_experiment_is_that_of_the_certificate() -> None:
    first, second, certificate = twins("altitude", 0)
    made = experiment_on(first, second, certificate)
    assert made is not None and verify(first, certificate, other=second).accepted
    assert made.units == 200 and first.budget is not None and first.budget.units == 200
    shown = {n: v if isinstance(v, str) else int(str(v)) for n, v in made.design.items()}
    assert shown == {**shown, **certificate["claim"]["active"]["design"]}
    assert told_twin(first, second, certificate) == told_twin(first, second, certificate)


def test_other_certificates_and_other_environments_are_refused() -> None:
    first, second, _ = twins("altitude", 0)
    with pytest.raises(UsageError, match="no certificate about two twins"):
        told_twin(first, second, {"claim": {"name": "scenario"}})
    moved = replace(first, stages={"fleet": {}})
    with pytest.raises(UsageError, match="an environment of its own"):
        told_twin(moved, second, {})
    assert "one of two" not in told(first).text
