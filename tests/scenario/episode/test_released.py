"""Released games: what is shown of them, their constants and defaults, and the two spaces."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from symcause.budgets import Meter
from symcause.cli.main import cli
from symcause.families.scenario.audits.data_traps import Traps
from symcause.families.scenario.episode.initial_evidence import opening
from symcause.families.scenario.episode.rules import ScenarioRules
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.files.document_writer import write_scenario
from symcause.families.scenario.files.run_files import read_run
from symcause.families.scenario.models.agent_runs import DEFAULT_RUBRIC
from symcause.families.scenario.models.model_components import Boolean
from symcause.families.scenario.optimum.optimum_search import Search
from symcause.families.scenario.problem.problem import ScenarioProblem, Space, opened
from symcause.families.scenario.release.game_reader import read_game
from symcause.families.scenario.release.release_histories import PUBLISHED
from symcause.families.scenario.scoring.prompts import message
from symcause.families.scenario.scoring.run_scorer import RunScorer
from symcause.families.scenario.value.valuer import Valuer
from symcause.formats.json_text import read_json
from tests.cli.cases import Shell
from tests.scenario.cases import close, data, numbers, published

CLAIMED = (20, 20, 15, 15, 0, 5, 5)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(argument) for argument in arguments])


def game(name: str = "antenna_trap", **changes: Any) -> ScenarioProblem:
    """A released game with some of its numbers changed; None takes one away."""
    document: Any = read_json(data(f"{name}.game.json").read_text())
    parameters = document["scm"]["parameters"]
    for key, value in changes.items():
        if key.endswith("_hp"):
            document["drone"]["components"][key.removesuffix("_hp")]["hp"] = value
        elif value is None:
            parameters.pop(key)
        else:
            parameters[key] = Decimal(str(value))
    return read_game(document)


# --- what is shown ----------------------------------------------------------------------------------------


def test_no_latent_variable_is_shown() -> None:
    for name in PUBLISHED:
        problem = published(name)
        shown = {*problem.observe.records, *(problem.history.show or () if problem.history else ())}
        assert not shown & {"weather", "zone", "drawn_zone", "emi", "eff", "fail"}, name
        assert problem.budget is not None and problem.budget.queries == 0
        assert "quer" not in message(problem).lower()
    antenna, zone = published("antenna_trap"), published("deployment_zone_trap_categorical")
    assert antenna.observe.records[:3] == ("wind", "humidity", "temperature")
    four = ("altitude", "wind_resistance", "signal_strength", "temperature")
    assert zone.history is not None and zone.history.show is not None
    assert zone.history.show[:4] == four
    assert set(zone.observe.records) & set(four) == {"temperature"}


def test_failed_units_are_told_from_others_where_they_are_shown() -> None:
    for name in PUBLISHED:
        problem = published(name)
        known = {"survived", "status"} & set(problem.observe.records)
        assert bool(known) is (problem.observe.select is None)


# --- the history of the variant with two designs ----------------------------------------------------------


def test_the_simpson_history_of_the_zone_family() -> None:
    problem = published("deployment_zone_trap_categorical_simpsons_paradox")
    assert problem.history is not None and problem.history.cycle
    some, *most = problem.policy()
    assert (some[1]["engine_def"], some[1]["enhancement_module"]) == (25, "radar_boost")
    assert some[0].force == {"zone": "epsilon"}
    for entry, design in most:
        assert (design["engine_def"], design["enhancement_module"]) == (15, "thermal_shield")
        assert entry.force == {"zone": "delta", "emi_spread": Fraction(1, 20)}
    valuer = Valuer(problem)
    first, second = (valuer.value(d, "1", force=e.force) for e, d in (some, most[0]))
    assert close(first, 0.3250, 5e-5) and close(second, 0.8088, 4 * 0.0003)
    whole = valuer.value(most[0][1], "1", force={"zone": "delta"})
    assert Fraction("0.80136") - Fraction(1, 10**4) < whole.low < Fraction("0.80172")
    assert second.low > whole.high
    assert read_scenario(write_scenario(problem)).history == problem.history


def test_readings_of_a_forced_zone_stay_those_of_the_zone_first_drawn() -> None:
    problem = published("deployment_zone_trap_categorical_simpsons_paradox")
    known = opening(problem, 4)
    assert known.trials is not None
    by_engine = {int(str(t.design["engine_def"])): t for t in known.trials.history}
    assert {record.values["altitude"] for record in by_engine[25].records} <= {"high"}
    assert {record.values["altitude"] for record in by_engine[15].records} == {"low"}
    winds = [Fraction(str(r.values["wind_resistance"])) for r in by_engine[15].records]
    assert min(winds) < Fraction(3, 10) and max(winds) > Fraction(4, 10)  # of all altitudes


def test_the_module_varies_with_the_engine() -> None:
    traps = Traps(Valuer(published("deployment_zone_trap_categorical_simpsons_paradox")))
    engine, module = traps.trap("engine_def"), traps.trap("enhancement_module")
    assert engine.pair == (15, 25) and engine.data == module.data == "unselected"
    assert engine.association is not None and engine.association.high < 0
    assert module.status == "spurious"  # both modules do nothing


# --- constants and defaults -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "value", "error"),
    [
        ({}, 0.82869134868503, 1e-9),
        ({"storm_probability": 0.5}, 0.7396, 0.0012),
        ({"camera_hp": 40}, 0.9267, 0.0008),
    ],
)
def test_edited_games(changes: dict[str, Any], value: float, error: float) -> None:
    problem = game(**changes)
    found = Valuer(problem).value(problem.completed(numbers(*CLAIMED)))
    assert close(found, value, error) and found.width < Fraction(1, 10**6)


def test_what_a_game_lacks_is_the_default_of_the_release() -> None:
    full, bare = game(storm_probability=0.5), game(storm_probability=None)
    design = full.completed(numbers(*CLAIMED))
    assert Valuer(full).value(design) == Valuer(bare).value(design)
    assert any("0.5 by default of the release" in note for note in bare.notes)
    zone = game("deployment_zone_trap_categorical", emi_threshold=None)
    values = {v.name: v for v in zone.variables}
    assert getattr(values["emi_threshold"], "term").value == Fraction(3, 10)  # noqa: B009
    nothing = read_game({"experiment": {"name": "weather_noise"}, "resources": {}})
    held = {v.name: v for v in nothing.variables}
    assert getattr(held["def_reduction_factor"], "term").value == Fraction(3, 10)  # noqa: B009


def test_a_part_that_is_named_in_the_damage_loses_one() -> None:
    """A very light crash: 35 s below 1, and the cockpit has a single point."""
    problem = game("deployment_zone_trap_categorical", cockpit_hp=1, emi_base_failure_rate=0.001)
    valuer = Valuer(problem)
    low = valuer.value(problem.default, force={"zone": "epsilon", "detected": False})
    assert low.high < 1  # 5 per cent crash by altitude alone
    safe = valuer.value(problem.default, force={"zone": "delta", "detected": False})
    assert safe.low == 1 or safe.low > Fraction(999, 1000)


# --- spaces -----------------------------------------------------------------------------------------------


def test_flags_are_in_neither_space() -> None:
    for name in PUBLISHED:
        problem = published(name)
        assert problem.server is not None and problem.server.fixed
        for space in Space:
            flags = {n for n, d in opened(problem, space).design.items() if isinstance(d, Boolean)}
            assert flags == {"equipment"}, (name, space)
    assert published("antenna_trap").server.fixed == {"emergency_beacon": True}  # type: ignore[union-attr]


def test_a_flag_in_an_answer_is_refused(tmp_path: Path) -> None:
    answer = tmp_path / "answer.json"
    answer.write_text('{"design": {"emergency_beacon": false, "antenna_def": 0}}')
    done = run("check", data("antenna_trap.game.json"), answer, "--json")
    assert done.exit_code == 1
    assert "not a design variable" in json.loads(done.stdout)["reason"]


def test_the_beacon_comes_with_any_equipment() -> None:
    problem = published("antenna_trap")
    sent = problem.completed(numbers(20, 10, 30, 10, 0, 10, 10, equipment=True, coating="stealth"))
    # 0.95006547828408 with the floors of the release's binary floats, which are up to 1e-5 higher.
    assert close(Valuer(problem).value(sent), 0.950063767948, 1e-11)
    flag = problem.variables[[v.name for v in problem.variables].index("emergency_beacon")]
    document = write_scenario(problem)
    for variable in document["variables"]:  # type: ignore[attr-defined]
        if variable["name"] == flag.name:
            variable["is"] = "false"
    off = read_scenario(document)
    assert close(Valuer(off).value(sent), 0.954676195, 1e-9)


def test_one_option_under_several_keys_counts_once_a_key() -> None:
    problem = opened(published("antenna_trap"), Space.ACCEPTED)
    design = numbers(
        200, 200, 200, 200, 0, 40, 40, equipment=True, coating="stealth", stealth_keys=Fraction(7)
    )
    assert close(Valuer(problem).value(problem.completed(design)), 0.99692, 4 * 0.00004)
    once = published("antenna_trap")
    for coating in ("standard", "stealth", "reflective"):  # no key more: the same as declared
        plain = numbers(*CLAIMED, equipment=True, coating=coating)
        assert Valuer(problem).value(problem.completed(plain)) == Valuer(once).value(
            once.completed(plain)
        )


def test_resistances_add_up_to_one() -> None:
    problem = opened(published("deployment_zone_trap_categorical"), Space.ACCEPTED)
    filtered = numbers(
        15, 15, 10, 10, 10, 5, 5, 0, equipment=True, enhancement_module="signal_filter"
    )
    values = []
    for more in (0, 1, 2):
        design = problem.completed({**filtered, "signal_filter_keys": Fraction(more)})
        values.append(Valuer(problem).value(design))
    assert values[0].high < values[1].low and values[1] == values[2]


def test_the_accepted_space_is_searched_with_its_keys() -> None:
    problem = opened(published("antenna_trap"), Space.ACCEPTED)
    start = problem.completed(
        numbers(
            200,
            200,
            200,
            200,
            0,
            40,
            40,
            equipment=True,
            coating="stealth",
            stealth_keys=Fraction(7),
        )
    )
    first = next(Search(Valuer(problem), Space.ACCEPTED, start=start).run(Meter(0)))
    assert first.value.low > Fraction("0.9969") and first.upper <= 1


def test_without_a_released_server_there_is_one_space(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, answer = tmp_path / "x.scenario.json", tmp_path / "answer.json"
    file.write_text(json.dumps(write_scenario(published("weather_noise"))))
    answer.write_text('{"design": {}}')
    for question in (("audit", file), ("solve", file), ("check", file, answer)):
        code, _, err = Shell(capsys)(*map(str, question), "--space", "accepted")
        assert code == 2 and "one space" in err and len(err.splitlines()) == 1


# --- the score of the server ------------------------------------------------------------------------------


def test_the_final_score_is_reported_and_decides_nothing() -> None:
    problem = published("antenna_trap")
    sent = {f"{part}_def": 0 for part in ("engine", "cockpit", "wing", "body", "antenna", "gun")}
    document = {
        "format": "symcause.run/1",
        "id": "one",
        "scenario": "antenna_trap",
        "submission": {"design": {**sent, "camera_def": 30}, "fleet": 1000, "survived": 700},
    }
    score = RunScorer(problem, DEFAULT_RUBRIC).score(read_run(document))
    assert score.final_score == pytest.approx(0.7 * 0.7 + 0.3 * 0.9) and score.win is False
    own = read_scenario(write_scenario(problem))
    assert RunScorer(own, DEFAULT_RUBRIC).score(read_run(document)).final_score is None
    rules = ScenarioRules()
    judged = rules.judged(problem, rules.opening(problem, 1), {"design": {"antenna_def": 0}})
    survived = judged.details["survived"]
    assert isinstance(survived, int)
    expected = 0.7 * survived / 1000 + 0.3 * (1 - 80 / 300)
    assert judged.details["final_score"] == pytest.approx(expected)
