"""The language of scenarios: terms round-trip, mistakes are named and pointed at, files are checked."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symcause.bounds.grammar_bounds import TERM_DEPTH, TERM_LENGTH
from symcause.errors import ProblemError, SymcauseError
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.files.document_writer import write_scenario
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.release.game_reader import model_of, read_game
from symcause.families.scenario.release.release_histories import PUBLISHED
from symcause.grammar.scenario.scenario_terms import (
    Apply,
    Case,
    Name,
    Number,
    Term,
    Text,
    Truth,
    show,
)
from symcause.grammar.scenario.term_mistakes import TermError, TermMistake
from symcause.grammar.scenario.term_parser import parse_term
from tests.properties import patient
from tests.scenario.cases import data, game, published, toy

DEMO: dict[str, Any] = {
    "format": "symcause.scenario/1",
    "id": "demo",
    "design": {
        "shield": {"type": "integer", "min": 0, "max": 50, "default": 0},
        "module": {"type": "choice", "options": ["plain", "filter"], "default": "plain"},
    },
    "constraints": ["shield <= 30"],
    "variables": [
        {"name": "zone", "draw": {"categorical": {"a": "0.4", "b": "0.6"}}},
        {
            "name": "emi",
            "draw": {"uniform": ["case(zone, a: 0, b: 0.7)", "case(zone, a: 0.2, b: 0.9)"]},
        },
        {"name": "eff", "is": 'emi * (1 - min(0.95, shield/40 + if(module == "filter", 0.55, 0)))'},
        {
            "name": "fight",
            "repeat": {
                "times": "floor(10 + 8*eff)",
                "chance": "clip(0.8, 0.05, 0.95)",
                "targets": {"hull": "1.5", "gun": "if(eff > 0.5, 0, 0.5)"},
                "draws": {"v": {"uniform": ["0.7", "1.3"]}, "crit": {"bernoulli": "0.2"}},
                "amount": "floor(70*v) * if(crit, 2, 1)",
            },
        },
        {"name": "survived", "is": "fight.hull < 100"},
    ],
    "outcome": "survived",
    "stages": {"2": {"zone": {"categorical": {"a": "0", "b": "1"}}}},
    "observe": {"records": ["zone"], "select": "survived", "counts": True},
    "history": {"records": 50, "policy": [{"weight": 1, "design": {}, "force": {}}]},
    "budget": {"deployments": 10, "units": 200, "per_deployment": 50, "queries": 0},
    "evaluate": {"fleet": 1000, "threshold": "0.75", "stage": "2"},
    "claims": {
        "optimum": {},
        "value": "0.80",
        "gap": ["0.05", "0.08"],
        "traps": ["zone"],
        "gold": [],
        "distractors": [],
    },
}


def _terms() -> st.SearchStrategy[Term]:
    numbers = st.decimals(0, 100, places=2).map(
        lambda d: Number(d.as_integer_ratio() and _fraction(d))
    )
    leaves = st.one_of(
        numbers,
        st.sampled_from(
            [Name("x"), Name("fight.hull"), Text("far away"), Truth(True), Truth(False)]
        ),
    )
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds(
                lambda op, a, b: Apply(op, (a, b)),
                st.sampled_from(
                    ["+", "-", "*", "/", "<", "<=", "==", "!=", "and", "or", "min", "max"]
                ),
                inner,
                inner,
            ),
            st.builds(lambda a: Apply("not", (a,)), inner),
            st.builds(lambda a, b, c: Apply("if", (a, b, c)), inner, inner, inner),
            st.builds(lambda a, b: Case("zone", (("low", a), ("far off", b))), inner, inner),
        ),
        max_leaves=12,
    )


def _fraction(decimal: Any) -> Any:
    from fractions import Fraction

    return Fraction(decimal)


@patient()
@given(_terms())
def test_printing_and_parsing_are_inverse(term: Term) -> None:
    assert parse_term(show(term)) == term


@pytest.mark.parametrize(
    ("text", "mistake", "column"),
    [
        ("", TermMistake.EMPTY, 1),
        ("1 +", TermMistake.MISSING_OPERAND, 4),
        ("(1", TermMistake.MISSING_BRACKET, 1),
        ("1)", TermMistake.EXTRA_BRACKET, 2),
        ("2 2", TermMistake.UNEXPECTED_WORD, 3),
        ("a = 2", TermMistake.UNEXPECTED_CHARACTER, 3),
        ("2 × 3", TermMistake.UNEXPECTED_CHARACTER, 3),
        ("1 + flor(2)", TermMistake.UNKNOWN_FUNCTION, 5),
        ("clip(1, 2)", TermMistake.ARGUMENTS, 1),
        ("case(z, a: 1, a: 2)", TermMistake.REPEATED_OPTION, 15),
        ("1e999999", TermMistake.BAD_NUMBER, 1),
        ("a < b < c", TermMistake.UNEXPECTED_WORD, 7),
    ],
)
def test_mistakes_have_names_and_carets(text: str, mistake: TermMistake, column: int) -> None:
    with pytest.raises(TermError) as caught:
        parse_term(text)
    assert (caught.value.mistake, caught.value.column) == (mistake, column)
    shown, caret = caught.value.excerpt().split("\n")
    assert shown == text and caret == " " * (column - 1) + "^"


def test_expressions_are_bounded() -> None:
    for text in (
        "x" * (TERM_LENGTH + 1),
        "(" * 500 + "1" + ")" * 500,
        "-" * 5000 + "1",
        "+".join("a" * 900),
    ):
        with pytest.raises(TermError):
            parse_term(text)
    assert parse_term("+".join("a" * (TERM_DEPTH - 5)))


def test_the_example_of_the_language_is_read_and_written() -> None:
    problem = read_scenario(DEMO)
    again = read_scenario(json.loads(json.dumps(write_scenario(problem))))
    assert again == problem


def _broken(path: str, value: object) -> dict[str, Any]:
    document: Any = deepcopy(DEMO)
    *parts, last = path.split("/")
    inner = document
    for part in parts:
        inner = inner[int(part)] if part.isdigit() else inner[part]
    inner[int(last) if last.isdigit() else last] = value
    return dict(document)


@pytest.mark.parametrize(
    ("path", "value", "place", "words"),
    [
        ("variables/2/is", "emo * 2", "variables[2].is", "did you mean 'emi'?"),
        ("variables/1/draw", {"uniform": ["0", "eff"]}, "variables[1].draw", "comes later"),
        ("variables/2/is", "emi + zone", "variables[2].is", "a number is needed"),
        ("variables/2/is", "case(zone, a: 1)", "variables[2].is", "says nothing about b"),
        (
            "variables/2/is",
            "case(zone, a: 1, d: 2, b: 3)",
            "variables[2].is",
            "is no value of zone",
        ),
        (
            "variables/2/is",
            'if(module == "filtre", 1, 0)',
            "variables[2].is",
            "did you mean 'filter'?",
        ),
        ("variables/2/is", "if(emi, 1, 0)", "variables[2].is", "true or false is needed"),
        ("variables/2/is", "emi / 0", "variables[2].is", "division by zero"),
        ("variables/0/draw", {"categoric": {}}, "variables[0].draw.categoric", "did you mean"),
        (
            "variables/0/draw",
            {"categorical": {"a": "0.4", "b": "0.5"}},
            "variables[0].draw",
            "add up to 1",
        ),
        ("variables/1/draw", {"uniform": ["0"]}, "variables[1].draw.uniform", "[low, high]"),
        ("variables/3/name", "floor", "variables[3].name", "not a name"),
        ("variables/4/name", "zone", "variables[4].name", "twice"),
        ("outcome", "emi", "outcome", "true or false"),
        ("outcome", "survivd", "outcome", "survived"),
        ("stages", {"2": {"eff": {"bernoulli": "1"}}}, "stages.2.eff", "drawn variables"),
        ("stages", {"2": {"zone": {"categorical": {"a": "1"}}}}, "stages.2.zone", "same options"),
        ("evaluate/stage", "3", "evaluate.stage", "no such stage"),
        ("evaluate/threshold", "1.2", "evaluate.threshold", "between 0 and 1"),
        (
            "design/shield",
            {"type": "integer", "min": 0, "max": 5, "default": 9},
            "design.shield",
            "outside",
        ),
        ("design/module/default", "none", "design.module.default", "not an option"),
        ("constraints", ["shield + 1"], "constraints[0]", "true or false is needed"),
        ("constraints", ["emi < 1"], "constraints[0]", "unknown name"),
        ("claims/traps", ["zona"], "claims.traps[0]", "did you mean 'zone'?"),
        ("claims/optimum", {"shield": "x"}, "claims.optimum.shield", "not a value"),
        ("history/policy", [{"weight": 0}], "history.policy", "zero"),
        ("observe/counts", "yes", "observe.counts", "true or false"),
        ("budgets", {}, "budgets", "did you mean 'budget'?"),
        (
            "variables/3/repeat/draws",
            {"emi": {"bernoulli": "1"}},
            "variables[3].repeat.draws.emi",
            "twice",
        ),
        ("id", "", "id", "not an id"),
        ("id", "x" * 501, "id", "not an id"),
        ("design/shield/max", 10**30, "design.shield", "within 1,000,000,000 of zero"),
        ("evaluate/fleet", 10**12, "evaluate.fleet", "at most 1,000,000 units"),
        ("claims/gap", ["0.08", "0.05"], "claims.gap", "low is above high"),
        ("variables/1/draw", {"uniform": ["1", "0"]}, "variables[1].draw", "range is empty"),
        ("variables/1/draw", {"normal": ["0", "-1"]}, "variables[1].draw", "below zero"),
        (
            "variables/3/repeat/draws/crit",
            {"bernoulli": "2"},
            "variables[3].repeat.draws.crit",
            "between 0 and 1",
        ),
    ],
    ids=lambda value: str(value)[:40],
)
def test_mistakes_in_files_have_places(path: str, value: object, place: str, words: str) -> None:
    with pytest.raises(SymcauseError) as caught:
        read_scenario(_broken(path, value), "demo.json")
    text = str(caught.value)
    assert text.startswith("demo.json: ") and place in text and words in text


def test_branches_know_which_options_are_left() -> None:
    assert toy("toy-altitude").id == "toy-altitude"
    document = deepcopy(DEMO)
    document["variables"][2]["is"] = 'if(module != "plain", case(module, filter: 1), emi)'
    assert read_scenario(document).id == "demo"


# --- released files ---------------------------------------------------------------------------------------


def test_the_published_scenarios_are_fourteen_on_five_models() -> None:
    assert len(PUBLISHED) == 14
    models = [model_of(name) for name in PUBLISHED]
    assert [models.count(m) for m in ("antenna", "zone", "base", "shift", "weather")] == [
        6,
        5,
        1,
        1,
        1,
    ]


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_scenarios_can_be_written_and_read(name: str) -> None:
    problem = published(name)
    again = read_scenario(json.loads(json.dumps(write_scenario(problem))))
    assert again == replace(problem, notes=(), server=None)


@pytest.mark.parametrize(
    "name",
    [
        "antenna_trap",
        "antenna_trap_local_optima",
        "deployment_zone_trap_categorical",
        "deployment_zone_trap_env_shift",
        "weather_noise",
    ],
)
def test_released_files_say_the_same_as_the_published_scenarios(name: str) -> None:
    assert _unremarked(game(name)) == _unremarked(published(name))


def _unremarked(problem: ScenarioProblem) -> ScenarioProblem:
    """Without what is remarked about the file that it was read from."""
    server = None if problem.server is None else replace(problem.server, unread=())
    return replace(problem, notes=(), server=server)


def test_readers_say_what_they_had_to_assume() -> None:
    assert any("no action space" in note for note in game("antenna_trap_local_optima").notes)
    assert (
        "comm_failure_loss_rate: without effect in the release"
        in game("deployment_zone_trap_categorical").notes
    )


def test_numbers_of_a_game_replace_those_of_the_model() -> None:
    from symcause.families.scenario.value.valuer import Valuer

    path = data("antenna_trap.game.json")
    document = json.loads(path.read_text())
    document["scm"]["parameters"]["storm_probability"] = 0.5
    document["resources"]["victory_threshold"] = 0.5
    changed = read_game(json.loads(json.dumps(document), parse_float=_decimal), str(path))
    value = Valuer(changed).value(changed.completed({"antenna_def": _fraction(0)}))
    assert abs(float(value.middle) - 0.7396) < 0.0012
    assert changed.evaluate is not None and float(changed.evaluate.threshold) == 0.5


def _decimal(text: str) -> Any:
    from decimal import Decimal

    return Decimal(text)


def test_other_games_are_refused() -> None:
    with pytest.raises(ProblemError, match="no released model"):
        read_game({"experiment": {"name": "submarine"}, "resources": {}})


def _weather(**changes: Any) -> dict[str, Any]:
    return {"experiment": {"name": "weather_noise"}, "resources": {}, **changes}


def test_defaults_of_a_game_are_its_standard_design_else_those_of_its_parts() -> None:
    drone = {
        "standard_design": {"engine_def": 7},
        "components": {"engine": {"default_def": 1}, "wing": {"default_def": 3}},
    }
    default = read_game(_weather(drone=drone)).default
    assert (default["engine_def"], default["wing_def"], default["body_def"]) == (7, 3, 15)


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"scm": {"parameters": {"storm_probability_stage1": "x"}}}, "storm_probability_stage1"),
        ({"scm": {"parameters": {"storm_probability_stage1": True}}}, "storm_probability_stage1"),
        ({"drone": {"components": {"engine": {"hp": "many"}}}}, "drone.components.engine.hp"),
        ({"drone": {"standard_design": {"engine_def": "x"}}}, "drone.standard_design.engine_def"),
        ({"resources": {"victory_threshold": "high"}}, "resources.victory_threshold"),
    ],
)
def test_numbers_of_a_game_are_numbers(changes: dict[str, Any], place: str) -> None:
    with pytest.raises(ProblemError) as caught:
        read_game(_weather(**changes))
    assert str(caught.value.complaint.place).endswith(place)


def test_mistakes_in_an_action_space_are_said_of_its_file(tmp_path: Path) -> None:
    game_file = tmp_path / "w.game.json"
    space_file = tmp_path / "w.action_space.json"
    space_file.write_text(json.dumps({"discrete": {"x": {"options": {}}}}))
    with pytest.raises(ProblemError, match="one option or more") as caught:
        read_game(_weather(), str(game_file))
    assert caught.value.complaint.file == str(space_file)
    numerical = {"antenna_def": {"min": 0, "max": 9, "default": 1}}
    space_file.write_text(json.dumps({"numerical": numerical}))
    notes = read_game(_weather(), str(game_file)).notes
    assert "engine_def: not in the action space, the published range is used" in notes
