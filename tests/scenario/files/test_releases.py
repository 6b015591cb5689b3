"""Folders of a release: games with action space, variables and prompts beside them."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.families.scenario.problem.builder_claims import Source, Strategy
from symcause.families.scenario.problem.fingerprint import fingerprint
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.release.game_reader import (
    NO_SPACE,
    UNREAD,
    published,
    read_game,
)
from symcause.families.scenario.release.release_claims import named_in
from symcause.formats.json_text import read_json
from tests.cli.cases import Shell

PARTS = ("engine", "cockpit", "wing", "body", "antenna", "camera", "gun")
DEFAULTS = (20, 20, 15, 15, 10, 5, 5)


def game(name: str, **more: Any) -> dict[str, Any]:
    """A game of the form that the release has, with remarks of our own."""
    return {
        "_comment": "made up for a test",
        "experiment": {"name": name, "display_name": "A test", "version": "1"},
        "resources": {"victory_threshold": 0.55, "initial_observations": 50, "_why": "no reason"},
        "agent_visibility": {"hide_failed_drones": False, "_comment": "all are shown"},
        "scm": {"_comment": "x", "parameters": {"_stages": "two", "storm_probability_stage1": 0.7}},
        "def_reduction_factor": 0.9,
        "visibility": {"fields": {"hp": "hidden"}},
    } | more


def space(total: int, names: tuple[str, ...] = PARTS) -> dict[str, Any]:
    """An action space with remarks wherever the release has some."""
    number = {"min": 0, "max": 30, "step": 1, "description": "armour"}
    defaults = dict(zip((*PARTS, "shield"), (*DEFAULTS, 0), strict=True))
    return {
        "$schema": "1.0",
        "_comment": "made up",
        "numerical": {f"{name}_def": {**number, "default": defaults[name]} for name in names},
        "discrete": {},
        "boolean": {"flag": {"default": False, "_note": "no effect"}},
        "constraints": {"total_def_budget": total, "_comment": "in all"},
        "_effects": {
            "_comment": "hidden",
            "plain": {"_note": "nothing"},
            "_notes": {"_note": "x", "rain": "more"},
        },
    }


def release(folder: Path, games: dict[str, dict[str, Any]], total: int = 90) -> Path:
    """An experiments folder: a folder for each game, with everything that lies in one."""
    for name, document in games.items():
        own = folder / "experiments" / name
        own.mkdir(parents=True)
        (own / "game.json").write_text(json.dumps(document))
        (own / "action_space.json").write_text(json.dumps(space(total)))
        (own / "environment_variables.json").write_text(json.dumps({"variable_categories": {}}))
        (own / "prompt.md").write_text("# A prompt\nYou have {{total_drones}} drones.\n")
        (own / "no_tool_def_prompt.md").write_text("# Another\n")
    return folder / "experiments"


def told(game: dict[str, Any], spaces: dict[str, Any], folder: Path) -> ScenarioProblem:
    """A game read with an action space beside it."""
    (folder / "game.json").write_text(json.dumps(game))
    (folder / "action_space.json").write_text(json.dumps(spaces))
    return read_game(read_json(json.dumps(game)), str(folder / "game.json"))


@pytest.mark.parametrize(
    "below", ["experiments/weather_noise", "experiments/weather_noise/game.json"]
)
def test_an_experiment_is_audited_as_it_is_released(
    shell: Shell, tmp_path: Path, below: str
) -> None:
    release(tmp_path, {"weather_noise": game("weather_noise")})
    code, out, err = shell("audit", tmp_path / below, "--effort", 1000, "--json")
    assert code == 1, err
    (document,) = [json.loads(line) for line in out.splitlines()]
    assert (document["problem"], document["verdict"]) == ("weather_noise", "unreachable")
    assert document["claims"] == []


def test_all_experiments_are_a_pool(tmp_path: Path) -> None:
    names = ("antenna_trap", "antenna_trap_high_def", "weather_noise")
    folder = release(tmp_path, {name: game(name) for name in names})
    (folder / ".git").mkdir()
    (folder / ".git" / "other.json").write_text("{")
    assert [problem.id for problem in symcause.load_pool(folder)] == list(names)


def test_remarks_are_no_numbers(tmp_path: Path) -> None:
    problem = told(game("weather_noise"), space(80), tmp_path)
    assert not [note for note in problem.notes if "_stages" in note or "_comment" in note]
    assert not [note for note in problem.notes if UNREAD in note]


def test_a_game_without_an_action_space_says_so() -> None:
    assert NO_SPACE in read_game(read_json(json.dumps(game("weather_noise")))).notes


def test_numbers_that_the_program_never_finds_are_named(tmp_path: Path) -> None:
    """Options below a name that begins with an underscore, and a key that nobody looks up."""
    spaces = space(90, (*PARTS, "shield"))
    spaces["_effects"]["_resistances"] = {"thick_hull": {"emi_resistance": 0.2}, "_note": "x"}
    shift = game("deployment_zone_trap_env_shift")
    shift["scm"]["parameters"] = {"shield_effectiveness": 0.025, "emi_threshold": 0.1}
    problem = told(shift, spaces, tmp_path)
    lost = [note for note in problem.notes if UNREAD in note]
    assert [note.partition(":")[0] for note in lost] == [
        "shield_effectiveness",
        "_effects._resistances",
    ]
    assert "shield_def" in lost[0] and lost[1].endswith("thick_hull")
    assert problem.server is not None and problem.server.unread == tuple(lost)


DESIGN = {
    "shield_def": {"type": "integer"},
    "gun_def": {"type": "integer"},
    "module": {"type": "choice", "options": ["none", "wave_guard"]},
    "equipment": {"type": "boolean"},
}


@pytest.mark.parametrize(
    ("phrase", "named"),
    [
        ("Much (shield_def=25-35), the rest even", {"shield_def": [25, 35]}),
        (
            "shield_def (25+) AND wave_guard",
            {"shield_def": [25, None], "module": "wave_guard", "equipment": True},
        ),
        ("keep gun_def >= 5", {"gun_def": [5, None]}),
        ("(shield_def=0, gun_def=5)", {"shield_def": 0, "gun_def": 5}),
        ("put more into shield_def, none elsewhere", {}),
        ("deploy more when it rains", {}),
    ],
)
def test_what_a_phrase_names(phrase: str, named: dict[str, Any]) -> None:
    assert named_in(phrase, DESIGN) == named


def test_what_a_game_calls_optimal_is_quoted_with_its_place(tmp_path: Path) -> None:
    said = {"description": "Little (antenna_def=0, gun_def=5)", "survival_rate": "70-80%"}
    more = {
        "expected_performance": {"optimal_strategy": said},
        "trap_design": {"primary_trap": {"optimal": "none at all (antenna_def=0)"}},
    }
    problem = told(game("antenna_trap", **more), space(90), tmp_path)
    assert problem.claims.optimum is None
    place = "game.json: expected_performance.optimal_strategy.description and survival_rate"
    assert problem.claims.strategies == (
        Strategy(
            {"antenna_def": Fraction(0), "gun_def": Fraction(5)},
            (Fraction(7, 10), Fraction(4, 5)),
            Source("Little (antenna_def=0, gun_def=5): 70-80%", place),
        ),
        Strategy(
            {"antenna_def": Fraction(0)},
            None,
            Source("none at all (antenna_def=0)", "game.json: trap_design.primary_trap.optimal"),
        ),
    )


def test_an_estimate_is_no_range(tmp_path: Path) -> None:
    said = {"description": "Little (antenna_def=0)", "survival_rate": "~85%"}
    more = {"expected_performance": {"optimal_strategy": said}}
    (strategy,) = told(game("antenna_trap", **more), space(90), tmp_path).claims.strategies
    assert strategy.survival is None


def test_a_scenario_writes_its_strategies_and_reads_them(tmp_path: Path) -> None:
    said = {"description": "antenna_def=0, gun_def (5+)", "survival_rate": "70-80%"}
    more = {"expected_performance": {"optimal_strategy": said}}
    problem = told(game("antenna_trap", **more), space(90), tmp_path)
    symcause.save(problem, tmp_path / "own.json")
    again = symcause.load(tmp_path / "own.json")
    assert again.claims == problem.claims


def test_certificates_know_a_released_game_as_they_did() -> None:
    """Digests of 1.0, whose claims were completed by hand: what is claimed now does not change them."""
    known = {
        "antenna_trap": "0a62290a9db7b6db",
        "antenna_trap_local_optima": "4d9e1f26953eb42a",
        "deployment_zone_trap_env_shift": "96575be0b7a45d21",
        "weather_noise": "fdc2c83e90424a90",
    }
    for name, digest in known.items():
        assert fingerprint(published(name)).startswith(digest), name


# --- the release itself -----------------------------------------------------------------------------------


def experiments() -> Path:
    """The experiments of the release; skips where it is absent."""
    folder = os.environ.get("SYMCAUSE_RELEASES", "")
    found = sorted(Path(folder).glob("CausalGame@*/experiments")) if folder else []
    if not found:
        pytest.skip("releases are absent: set SYMCAUSE_RELEASES to a folder with CausalGame@COMMIT")
    return found[0]


def test_every_released_experiment_is_read() -> None:
    for path in sorted(experiments().glob("*/game.json")):
        problem = symcause.load(path)
        assert problem.id == path.parent.name
        assert all(strategy.source is not None for strategy in problem.claims.strategies)
        assert set(problem.claims.sources) == {"gap"}


def test_the_released_shift_names_its_cause() -> None:
    problem = symcause.load(experiments() / "deployment_zone_trap_env_shift" / "game.json")
    assert problem.evaluate.threshold == Fraction(7, 10)
    (strategy,) = problem.claims.strategies
    assert strategy.named == {"shield_def": (25, 35)}
    assert strategy.survival == (Fraction(7, 10), Fraction(4, 5))
    named = [note.partition(":")[0] for note in problem.server.unread]
    assert named == [
        "shield_effectiveness",
        "max_shield_reduction",
        "_effects._emi_resistance_effects",
    ]


def test_the_released_weather_claims_no_design() -> None:
    problem = symcause.load(experiments() / "weather_noise" / "game.json")
    assert problem.claims.optimum is None and problem.claims.strategies == ()
