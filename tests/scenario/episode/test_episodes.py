"""Episodes in scenarios: the protocol, what is hidden, and units drawn as values say."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symcause.audits.question import ask
from symcause.episodes.agents import played
from symcause.episodes.episode import Episode
from symcause.errors import ProblemError, UsageError
from symcause.families.scenario.episode.rules import ScenarioRules
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.files.trials_document import read_trials, write_problem
from symcause.families.scenario.models.model_components import Distribution, Value
from symcause.families.scenario.models.term_evaluation import Inexact
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.value.unit_sampler import Units, drawn
from symcause.families.scenario.value.valuer import Valuer
from symcause.grammar.scenario.term_parser import parse_term
from symcause.testing import EpisodeCase, EpisodeConformance
from symcause.testing.odd_values import odd_action
from tests.amounts import amount
from tests.scenario.cases import published

DEMO: dict[str, Any] = {
    "format": "symcause.scenario/1",
    "id": "ferry",
    "design": {
        "hull": {"type": "integer", "min": 0, "max": 30, "default": 5},
        "sail": {"type": "choice", "options": ["plain", "reefed"], "default": "plain"},
        "pilot": {"type": "boolean", "default": False},
    },
    "constraints": ['hull + if(sail == "reefed", 5, 0) <= 25'],
    "variables": [
        {"name": "storm", "draw": {"bernoulli": "0.4"}},
        {"name": "gust", "draw": {"uniform": ["0", "if(storm, 60, 20)"]}},
        {"name": "pull", "is": 'gust * if(sail == "reefed", 1/2, 1) - if(pilot, 3, 0)'},
        {"name": "survived", "is": "pull < hull + 10"},
        {"name": "reading", "draw": {"normal": ["gust", "2"]}},
    ],
    "outcome": "survived",
    "stages": {"2": {"storm": {"bernoulli": "0.8"}}},
    "observe": {"records": ["storm", "reading"], "select": "survived", "counts": True},
    "history": {
        "records": 12,
        "policy": {"cycle": [{"design": {}}, {"design": {"hull": 9}, "force": {"storm": True}}]},
    },
    "budget": {"deployments": 4, "units": 60, "per_deployment": 20},
    "evaluate": {"fleet": 80, "threshold": "0.7", "stage": "2"},
    "claims": {"optimum": {"hull": 20}, "traps": ["storm"]},
}


def ferry(**changed: Any) -> ScenarioProblem:
    return read_scenario({**DEMO, **changed})


SILENT = {**DEMO["observe"], "counts": False}
OPEN = {"records": ["storm", "survived"], "counts": True}
GOOD = {"deploy": {"hull": 20, "sail": "reefed"}, "count": 15}
OTHER_STAGE = {"2": {"storm": {"bernoulli": "0.1"}}}
BLIND = (GOOD, {"deploy": {"hull": 99}, "count": 5}, {"deploy": {}, "count": 20})


class TestScenarios(EpisodeConformance):
    cases = tuple(
        EpisodeCase(
            name,
            ferry(**changed),
            ferry(**changed, **hidden),
            options,
            blind=BLIND,
            agents=("random", "passive"),
            questions=("audit",),
        )
        for name, changed, hidden, options in (
            ("claims", {}, {"claims": {"optimum": {"hull": 3}}}, {}),
            ("stage", {}, {"stages": OTHER_STAGE}, {}),
            ("silent", {"observe": SILENT}, {"stages": OTHER_STAGE}, {}),
            ("open", {"observe": OPEN}, {"claims": {}}, {}),
            ("free", {"history": None}, {"claims": {}}, {}),
        )
    )

    def test_there_is_nothing_to_count(self) -> None:
        case = self.cases[0]
        document = self.judged(case, played(self.episode(case, agent="r"), "random").transcript)
        assert document.members is None and document.gain is None and document.regret is None
        assert document.support is None and document.decided_at is None
        assert document.settled is None and document.verdict is None
        assert document.right in (True, False)
        assert isinstance(document.details["win"], bool)
        for agent in ("greedy", "optimal"):
            with pytest.raises(UsageError, match="no members"):
                played(self.episode(case), agent)


# what is hidden, and what is shown


def test_the_model_is_nowhere_in_what_is_known() -> None:
    episode: Episode[Any] = played(Episode(ferry(), seed=3), "random")
    text = str(episode.transcript) + json.dumps(dict(episode.reset()))
    for hidden in ("gust", "pull", "bernoulli", "uniform", "force", "optimum"):
        assert hidden not in text
    known = read_trials(json.loads(json.dumps(write_problem(episode.known))))
    assert write_problem(known) == write_problem(episode.known)
    for question in ("check", "solve", "prompt"):
        with pytest.raises(UsageError, match="hidden"):
            ask(question, known)
    assert ask("audit", known).to_dict()["verdict"] == "unknown"
    with pytest.raises(UsageError, match="no model"):
        Episode(known)


def test_counts_and_selection() -> None:
    shown: dict[str, Any] = {}
    for name, observe in (("selected", DEMO["observe"]), ("silent", SILENT), ("open", OPEN)):
        episode: Episode[Any] = Episode(ferry(observe=observe), seed=1)
        shown[name] = episode.act({"deploy": {"hull": 0}, "count": 20}).seen
    assert set(shown["silent"]) == {"deployed", "records"}
    assert len(shown["silent"]["records"]) == 20  # the number of records tells nothing
    assert 0 < shown["selected"]["survived"] < 20
    assert len(shown["selected"]["records"]) == shown["selected"]["survived"]
    assert shown["selected"]["destroyed"] == 20 - shown["selected"]["survived"]
    assert len(shown["open"]["records"]) == 20
    alive = sum(record["survived"] for record in shown["open"]["records"])
    assert alive == shown["open"]["survived"]


def test_the_history_is_numbered_and_forced() -> None:
    known = ScenarioRules().opening(ferry(), 5)
    assert known.trials is not None
    plain, forced = known.trials.history
    assert (plain.count, forced.count) == (6, 6)
    assert all(record.values["storm"] is True for record in forced.records)
    assert {record.unit or 0 for record in plain.records} <= {1, 3, 5, 7, 9, 11}
    silent = ScenarioRules().opening(ferry(observe=SILENT), 5)
    assert silent.trials is not None
    records = [record for trial in silent.trials.history for record in trial.records]
    assert {record.unit for record in records} == set(range(1, 13))  # without gaps


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ({"deploy": {"hull": 26}, "count": 1}, "hull"),
        ({"deploy": {"hull": 22, "sail": "reefed"}, "count": 1}, "does not hold"),
        ({"deploy": {"hull": 2.5}, "count": 1}, "hull"),
        ({"deploy": {"hull": "2"}, "count": 1}, "hull"),
        ({"deploy": {"hul": 2}, "count": 1}, "did you mean 'hull'"),
        ({"deploy": {"sail": "red"}, "count": 1}, "sail"),
        ({"deploy": {}, "count": 0}, "1 to 20"),
        ({"deploy": {}, "count": 21}, "1 to 20"),
        ({"deploy": {}}, "count"),
        ({"deploy": {"pilot": None}, "count": 1}, "pilot"),
        ({"deploy": {"hull": float("nan")}, "count": 1}, "hull"),
        ("deploy", "object"),
    ],
)
def test_refusals(action: object, why: str) -> None:
    episode: Episode[Any] = Episode(ferry())
    seen = episode.act(action)
    assert seen.refused is not None and why in seen.refused
    assert episode.left == 4


def test_units_are_a_budget_too() -> None:
    episode: Episode[Any] = Episode(ferry(), budget=9)
    for _ in range(3):
        assert episode.act({"deploy": {}, "count": 20}).refused is None
    refused = episode.act({"deploy": {}, "count": 1}).refused
    assert refused is not None and "none is left" in refused
    assert episode.rules.admissible(episode.known) == []


# answers


def test_right_is_the_value_and_win_is_the_fleet() -> None:
    problem, rules = ferry(), ScenarioRules()
    assert problem.evaluate is not None
    known = rules.opening(problem, 2)
    for hull in (0, 15, 20):
        design = problem.completed({"hull": Fraction(hull), "sail": "reefed"})
        judged = rules.judged(problem, known, {"design": {"hull": hull, "sail": "reefed"}})
        value = Valuer(problem).value(design)
        assert judged.right == (value.low >= problem.evaluate.threshold)
        survived = judged.details["survived"]
        assert isinstance(survived, int)
        assert judged.details["win"] == (Fraction(survived, 80) >= Fraction(7, 10))
        away = abs(survived / 80 - float(value.middle)) * sqrt(80)
        assert away < 2.5


@pytest.mark.parametrize(
    "answer",
    [
        "yes",
        "",
        None,
        3,
        [],
        {},
        {"design": 3},
        {"design": {"hull": 99}},
        {"design": {"x": 1}},
        {"hull": "much"},
        {"design": {"hull": [1]}},
        "{}",
    ],
)
def test_odd_answers_are_wrong(answer: object) -> None:
    problem, rules = ferry(), ScenarioRules()
    known = rules.opening(problem, 0)
    judged = rules.judged(problem, known, answer)
    if answer in ({}, "{}"):  # nothing differs from the defaults
        assert judged.right is False and judged.details
        return
    assert judged.right is False and judged.reason and judged.support is None
    assert rules.judged(None, known, answer).right is None


def test_the_text_of_a_model_is_an_answer() -> None:
    problem, rules = ferry(), ScenarioRules()
    known = rules.opening(problem, 0)
    text = 'Reefed is best.\n```json\n{"design": {"hull": 20, "sail": "reefed"}}\n```'
    assert rules.judged(problem, known, text) == rules.judged(
        problem, known, {"design": {"hull": 20, "sail": "reefed"}}
    )


def test_the_simplest_answer_is_the_best_that_was_seen() -> None:
    rules = ScenarioRules()
    known = rules.opening(ferry(), 0)
    for hull, survived in ((3, 4), (7, 9), (8, 9), (3, 10)):
        known = rules.learnt(
            known,
            {"deploy": {"hull": hull}, "count": 10},
            {"deployed": 10, "survived": survived, "destroyed": 10 - survived, "records": []},
        )
    assert known.trials is not None
    known = replace(known, trials=replace(known.trials, history=()))
    answer = rules.simplest(known)
    assert isinstance(answer, dict) and answer["design"]["hull"] == 7  # 3 has 14 of 20
    silent = rules.opening(ferry(observe=SILENT), 0)
    answer = rules.simplest(silent)
    assert isinstance(answer, dict) and answer["design"]["hull"] == 5  # the default


def test_what_cannot_be_played() -> None:
    with pytest.raises(UsageError, match="nothing to win"):
        Episode(replace(ferry(), evaluate=None))
    with pytest.raises(UsageError, match="no such space"):
        ScenarioRules(space="declred")
    with pytest.raises(ProblemError, match="survived"):
        read_trials({**_known(), "deployments": [{"design": {}, "count": 2, "survived": 3}]})
    with pytest.raises(ProblemError, match="unknown name"):
        read_trials({**_known(), "deployments": [{"design": {"x": 1}, "count": 2}]})


@pytest.mark.parametrize("count", range(4))
def test_survivors_and_records_are_at_most_as_many_as_there_were(count: int) -> None:
    """What is read comes back as it was; whatever else is refused at its place."""
    known = _known()
    for part, survived, records in product(
        ("history", "deployments"), (None, *range(-1, 6)), range(6)
    ):
        trial: dict[str, Any] = {
            "design": {},
            "count": count,
            "records": [{"values": {}}] * records,
        }
        trial |= {} if survived is None else {"survived": survived}
        wrong = [
            *(["count"] if count < 1 else []),
            *(["survived"] if survived is not None and not 0 <= survived <= count else []),
            *(["records"] if records > count else []),
        ]
        if wrong:
            with pytest.raises(ProblemError, match=rf"{part}\[0\]\.{wrong[0]}"):
                read_trials({**known, part: [trial]})
        else:
            assert write_problem(read_trials({**known, part: [trial]}))[part] == [trial]


def _known() -> dict[str, Any]:
    return write_problem(ScenarioRules().opening(ferry(history=None), 0))


# units, drawn exactly


def _draws(kind: str, terms: tuple[str, ...], count: int = 3_000) -> list[Value]:
    chance = Random(kind)
    distribution = Distribution(kind, tuple(parse_term(term) for term in terms))
    return [drawn(distribution, {}, chance) for _ in range(count)]


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("kind", "terms", "mean", "sd"),
    [
        ("bernoulli", ("3/10",), 0.3, 0.4583),
        ("uniform", ("2", "5"), 3.5, 0.866),
        ("integer", ("1", "6"), 3.5, 1.708),
        ("normal", ("1", "2"), 1.0, 2.0),
        ("truncated", ("0", "1", "-1", "1"), 0.0, 0.5396),
        ("truncated", ("0", "1", "-4", "4"), 0.0, 0.9989),
        ("truncated", ("0", "1", "1", "9"), 1.5251, 0.4461),
    ],
)
def test_draws_have_their_moments(
    kind: str, terms: tuple[str, ...], mean: float, sd: float
) -> None:
    found = [float(value) for value in _draws(kind, terms)]  # type: ignore[arg-type]
    average = sum(found) / len(found)
    assert abs(average - mean) < 4 * sd / sqrt(len(found))
    spread = sqrt(sum((x - average) ** 2 for x in found) / len(found))
    assert abs(spread - sd) < 0.06 * sd


@pytest.mark.parametrize(
    ("kind", "terms"),
    [
        ("integer", ("2", "1")),
        ("uniform", ("2", "1")),
        ("normal", ("0", "-1")),
        ("truncated", ("0", "1", "2", "1")),
        ("uniform", ("0", "exp(10000000)")),
        ("uniform", ("0", "1/0")),
    ],
)
def test_impossible_draws(kind: str, terms: tuple[str, ...]) -> None:
    with pytest.raises(Inexact):
        _draws(kind, terms, 1)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "name",
    [
        "antenna_trap",
        "deployment_zone_trap_categorical",
        "weather_noise",
        "deployment_zone_trap_env_shift",
        "deployment_zone_trap_categorical_no_selection_bias",
    ],
)
def test_units_of_released_models_survive_as_often_as_their_values_say(name: str) -> None:
    problem = published(name)
    for stage in sorted({"1", problem.final}):
        units = Units(problem, problem.default, stage, (problem.outcome,))
        chance, count = Random(7), amount(300, 600)
        alive = sum(units.draw(chance)[problem.outcome] is True for _ in range(count))
        value = Valuer(problem).value(problem.default, stage)
        error = sqrt(float(value.middle) * (1 - float(value.middle)) / count)
        assert abs(alive / count - float(value.middle)) < 3.5 * error


def test_a_released_game_is_played() -> None:
    problem = published("antenna_trap")
    episode: Episode[Any] = played(Episode(problem, seed=1, agent="random"), "random")
    assert len(episode.transcript.steps) == 10
    seen = episode.transcript.steps[0].observation
    assert isinstance(seen, dict)
    assert seen["deployed"] == 20 and set(seen["records"][0]) == set(problem.observe.records)  # type: ignore[index]


def test_thousands_of_odd_actions() -> None:
    problem = ferry()
    episode: Episode[Any] = Episode(problem, seed=1)
    legal = [dict(action) for action in episode.rules.admissible(episode.known)]
    rng, accepted = Random(2), 0
    for _ in range(amount(3_000, 10_000)):
        seen = episode.act(odd_action(rng, legal))
        accepted += seen.refused is None
        assert len(seen.refused or "") < 1_000
    assert accepted <= 4 and episode.left == 4 - accepted
    assert "gust" not in str(episode.transcript)


def test_spelled_and_told() -> None:
    rules, known = ScenarioRules(), ScenarioRules().opening(ferry(), 0)
    said = rules.spelled(known, "20 hull=3 sail=reefed pilot=true")
    assert said == {"deploy": {"hull": 3, "sail": "reefed", "pilot": True}, "count": 20}
    assert rules.told({"deployed": 5, "survived": 2, "records": []}) == "5 units, 2 survived."
    assert "Design variables" in rules.told(rules.shown(known))


@pytest.mark.parametrize("policy", [[], {"cycle": []}])
def test_a_history_without_any_design_is_refused(policy: object) -> None:
    """It used to be read, and to have no unit to draw."""
    path = Path(__file__).resolve().parents[3] / "examples" / "boats.json"
    document = json.loads(path.read_text())
    document["history"]["policy"] = policy
    with pytest.raises(ProblemError, match=r"history\.policy: records of no design"):
        read_scenario(document)
