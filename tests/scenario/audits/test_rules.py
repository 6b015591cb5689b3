"""What a model must not do: leave the rules of its distributions, grow without bound, or hide either."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from math import erf, sqrt
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from symcause.cli.main import cli
from symcause.errors import LimitError, ProblemError
from symcause.families.scenario.audits.rule_breaches import doubts, suspicious
from symcause.families.scenario.documents.question_documents import (
    ScenarioAudit,
    ScenarioCheck,
    ScenarioSolve,
)
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.problem.problem import ScenarioProblem, Server, Space
from symcause.families.scenario.questions.audit import Audit
from symcause.families.scenario.questions.check import Check
from symcause.families.scenario.questions.solve import Solve
from symcause.families.scenario.release.release_histories import PUBLISHED
from symcause.families.scenario.value.valuer import Valuer
from symcause.grammar.scenario.term_parser import parse_term
from tests.scenario.cases import published

Tree = dict[str, Any]

SMALL: Tree = {
    "format": "symcause.scenario/1",
    "id": "small",
    "design": {"s": {"type": "integer", "min": 0, "max": 3, "default": 0}},
    "variables": [{"name": "survived", "draw": {"bernoulli": "1/2 + s/10"}}],
    "outcome": "survived",
    "evaluate": {"fleet": 100, "threshold": "0.75"},
}


def draw(name: str, **drawn: Any) -> Tree:
    return {"name": name, "draw": drawn}


def define(name: str, text: str) -> Tree:
    return {"name": name, "is": text}


def loop(**changes: Any) -> Tree:
    said = {
        "times": "5",
        "chance": "1/2",
        "targets": {"hull": "1", "gun": "1"},
        "draws": {"c": {"integer": ["1", "3"]}},
        "amount": "c",
    }
    return {"name": "fight", "repeat": {**said, **changes}}


def scenario(*variables: Tree, **changes: Any) -> ScenarioProblem:
    document = {**deepcopy(SMALL), **changes}
    if variables:
        document["variables"] = list(variables)
    return read_scenario(document)


def audit(problem: ScenarioProblem, effort: int = 2_000_000) -> ScenarioAudit:
    *_, last = Audit(effort=effort).answers(problem)
    return last


def value(problem: ScenarioProblem, **design: Any) -> Any:
    return Valuer(problem).value(problem.completed({n: Fraction(v) for n, v in design.items()}))


# --- constants are refused --------------------------------------------------------------------------------

LATE = define("survived", "x > 1")


@pytest.mark.parametrize(
    ("variables", "place", "message"),
    [
        ([draw("survived", bernoulli="3/2")], "variables[0].draw.bernoulli", "between 0 and 1"),
        ([draw("survived", bernoulli="1 - 2")], "variables[0].draw.bernoulli", "got '-1'"),
        (
            [define("p", "1.5"), draw("survived", bernoulli="p")],
            "variables[1].draw.bernoulli",
            "1.5",
        ),
        (
            [draw("z", categorical={"a": "-0.5", "b": "1.5"}), define("survived", 'z == "a"')],
            "variables[0].draw.categorical.a",
            "a weight below zero",
        ),
        (
            [draw("z", categorical={"a": "2/3", "b": "2/3"}), define("survived", 'z == "a"')],
            "variables[0].draw.categorical",
            "do not add up to 1 (got '4/3')",
        ),
        ([draw("x", uniform=["1 + 1", "1"]), LATE], "variables[0].draw.uniform", "got '2..1'"),
        ([draw("x", integer=["0.2", "0.8"]), LATE], "variables[0].draw.integer", "range is empty"),
        ([draw("x", normal=["0", "0 - 1"]), LATE], "variables[0].draw.normal", "deviation below"),
        ([draw("x", truncated=["0", "1", "3", "2"]), LATE], "variables[0].draw.truncated", "empty"),
        (
            [draw("x", truncated=["0", "0", "1", "2"]), LATE],
            "variables[0].draw.truncated",
            "never lies within its ends",
        ),
        ([define("x", "1/(2 - 2)"), LATE], "variables[0].is", "division by zero"),
        (
            [loop(chance="2"), define("survived", "fight.hull < 3")],
            "variables[0].repeat.chance",
            "between",
        ),
        (
            [loop(targets={"hull": "0 - 1"}), define("survived", "fight.hull < 3")],
            "variables[0].repeat.targets.hull",
            "a weight below zero",
        ),
        (
            [loop(draws={"c": {"integer": ["3", "1"]}}), define("survived", "fight.hull < 3")],
            "variables[0].repeat.draws.c.integer",
            "the range is empty",
        ),
    ],
)
def test_constants_that_break_a_rule_are_refused(
    variables: list[Tree], place: str, message: str
) -> None:
    with pytest.raises(ProblemError) as caught:
        scenario(*variables)
    assert caught.value.complaint.place == place
    assert message in str(caught.value)


def test_a_stage_is_held_to_the_rules_as_well() -> None:
    with pytest.raises(ProblemError, match="between 0 and 1") as caught:
        scenario(stages={"2": {"survived": {"bernoulli": "4/3"}}})
    assert caught.value.complaint.place == "stages.2.survived.bernoulli"


# --- what depends on the design is said -------------------------------------------------------------------


def said(problem: ScenarioProblem) -> tuple[str, ...]:
    return doubts(problem, Space.DECLARED, suspicious(problem, Space.DECLARED))


def test_a_probability_that_some_design_drives_out_of_bounds_is_said() -> None:
    problem = scenario(draw("survived", bernoulli="1/2 + s/4"))
    note = (
        "variables[0].draw.bernoulli: a probability is between 0 and 1 "
        "(got '1 / 2 + s / 4' with s = 3); it is cut off at 0 and 1"
    )
    assert audit(problem).notes == (note,)
    assert value(problem, s=3).low == 1
    *_, checked = Check(answer='{"design": {"s": 3}}').answers(problem)
    assert isinstance(checked, ScenarioCheck) and checked.notes == (note,)
    *_, fine = Check(answer='{"design": {"s": 2}}').answers(problem)
    assert fine.notes == ()
    *_, solved = Solve().answers(problem)
    assert isinstance(solved, ScenarioSolve)
    assert solved.optimum is not None and solved.optimum.design == {"s": 2}
    assert "between 0 and 1" in "\n".join(Audit().story(audit(problem)).notes)


@pytest.mark.parametrize(
    ("variables", "place", "rule"),
    [
        ([loop(chance="s"), define("survived", "fight.hull < 4")], "repeat.chance", "between 0"),
        (
            [loop(targets={"hull": "1 - s", "gun": "1"}), define("survived", "fight.hull < 4")],
            "targets.hull",
            "a weight below zero",
        ),
        (
            [draw("z", categorical={"a": "s/2", "b": "1/2"}), define("survived", 'z == "a"')],
            "draw.categorical",
            "do not add up to 1",
        ),
        ([draw("x", uniform=["s", "2"]), define("survived", "x < 3")], "draw.uniform", "s..2"),
        ([draw("x", normal=["0", "1 - s"]), define("survived", "x < 3")], "draw.normal", "below"),
        ([draw("survived", bernoulli="1/(4 + 4*s - 4)")], "draw.bernoulli", "division by zero"),
        (
            [draw("u", integer=["0", "2"]), define("survived", "1/u > 0.7")],
            "variables[1].is",
            "division by zero",
        ),
    ],
)
def test_every_rule_that_a_design_breaks_is_said(
    variables: list[Tree], place: str, rule: str
) -> None:
    notes = said(scenario(*variables))
    assert any(place in note and rule in note for note in notes), notes


@pytest.mark.parametrize(
    "variables",
    [
        [draw("survived", bernoulli="min(1, 1/2 + s/4)")],
        [draw("survived", bernoulli="if(s == 0, 1/2, 1/s)")],
        [
            draw("z", categorical={"a": "s/3", "b": "1 - s/3"}),
            define("survived", "case(z, a: 1, b: 0) > 0 or s > 0 and 1/s < 1"),
        ],
        [draw("survived", bernoulli="sigmoid(s)")],
        [draw("x", normal=["s", "1 + s"]), draw("survived", bernoulli="clip(x, 0, 1)")],
    ],
)
def test_guarded_expressions_are_no_doubt(variables: list[Tree]) -> None:
    assert said(scenario(*variables)) == ()


@pytest.mark.parametrize("name", ["antenna_trap", "weather_noise", *PUBLISHED[10:13]])
def test_the_released_models_keep_to_the_rules(name: str) -> None:
    assert said(published(name)) == ()


def test_where_there_is_no_value_the_bounds_say_nothing_and_why() -> None:
    problem = scenario(draw("survived", bernoulli="1/s"))
    found = audit(problem)
    assert found.default is not None and (found.default.low, found.default.high) == ("0", "1")
    assert found.verdict == "unknown" and found.reason == "division by zero"
    assert value(problem, s=2).low == Fraction(1, 2) == value(problem, s=2).high
    for variables in (
        [draw("z", categorical={"a": "s", "b": "s"}), define("survived", 'z == "a"')],
        [draw("x", uniform=["2", "1 + s"]), define("survived", "x < 3")],
        [draw("x", normal=["2", "s - 1"]), define("survived", "x < 3")],
    ):
        assert value(scenario(*variables)).width == 1
        assert value(scenario(*variables), s=2).width < 1


# --- values that were wrong or none -----------------------------------------------------------------------


def _below(x: float) -> float:
    return (1 + erf(x / sqrt(2))) / 2


def test_truncated_draws_with_drawn_parameters_that_enter_a_product() -> None:
    """Their cells were once those of a draw without any spread."""
    problem = scenario(
        draw("z", categorical={"a": "0.4", "b": "0.6"}),
        define("m", 'if(z == "a", 1, 9)'),
        draw("x", truncated=["m", "1", "0", "10"]),
        define("survived", "x * x > 4"),
    )
    first = (_below(9) - _below(1)) / (_below(9) - _below(-1))
    last = (_below(1) - _below(-7)) / (_below(1) - _below(-9))
    found = value(problem)
    assert found.low <= 0.4 * first + 0.6 * last <= found.high and found.width < Fraction(1, 100)


def test_truncated_draws_that_are_one_number() -> None:
    for given in (["1.5", "0", "1", "2"], ["7", "1", "1.5", "1.5"]):
        for text, expected in (("x*x > 2.2", 1), ("x*x > 2.3", 0), ("x > 1.4", 1)):
            found = value(scenario(draw("x", truncated=given), define("survived", text)))
            assert abs(float(found.middle) - expected) < 1e-9


@pytest.mark.parametrize("rounds", [100, 300, 600])
def test_long_loops_keep_their_value(rounds: int) -> None:
    """Factorials overflow long before the probability does: here it is a binomial tail."""
    problem = scenario(
        loop(times=str(rounds), draws={}, amount="1"),
        define("survived", f"fight.hull <= {rounds // 4}"),
    )
    total, term = Fraction(0), Fraction(3, 4) ** rounds
    for k in range(rounds // 4 + 1):
        total += term
        term = term * (rounds - k) / (k + 1) / 3
    found = value(problem)
    assert found.low <= total <= found.high and found.width < Fraction(1, 10**9)
    longer = scenario(loop(times="601"), define("survived", "fight.hull < 9"))
    assert value(longer).width == 1


def test_many_options_are_bounded_not_a_fault() -> None:
    problem = scenario(
        draw("z", categorical={f"o{i}": "1/70" for i in range(70)}),
        draw("e", normal=["0", "1"]),
        define("survived", 'z == "o3" or e > 1'),
    )
    assert value(problem).width == 1
    assert "more than 62 different options" in (audit(problem).reason or "")


# --- everything is bounded --------------------------------------------------------------------------------


def _squares(first: Tree) -> ScenarioProblem:
    chain = [define(f"x{i}", f"x{i - 1} * x{i - 1}") for i in range(1, 60)]
    return scenario(first, *chain, define("survived", "x59 > 1"))


WIDE = {"s": {"type": "integer", "min": 0, "max": 10**9, "default": 0}}
FAR = draw("survived", bernoulli="s / 1000000000")


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "build",
    [
        lambda: _squares(define("x0", "3")),
        lambda: _squares(define("x0", "3 + s")),
        lambda: _squares(draw("x0", integer=["2", "5"])),
        lambda: scenario(FAR, design=WIDE),
        lambda: scenario(FAR, design=WIDE, constraints=["s <= 5"]),
        lambda: scenario(
            FAR, design=WIDE, claims={"gold": [{"id": "g", "predicate": "best(s) == 3"}]}
        ),
        lambda: scenario(
            loop(),
            define("b0", "fight.hull < 5"),
            *(define(f"b{i}", f"b{i - 1} and b{i - 1}") for i in range(1, 60)),
            define("survived", "b59"),
        ),
        lambda: scenario(
            *(draw(f"v{i}", bernoulli="1/2") for i in range(80)),
            define("survived", " + ".join(f"if(v{i}, 1, 0)" for i in range(80)) + " > 40"),
        ),
        lambda: scenario(
            draw(
                "survived",
                bernoulli=f"1/2 + ({' + '.join(f'if(d{i}, 1, 0)' for i in range(30))})/100",
            ),
            design={f"d{i}": {"type": "boolean", "default": False} for i in range(30)},
        ),
        lambda: scenario(budget={"units": 10**9, "deployments": 1}),
    ],
    ids=[
        "squares",
        "squares of a design",
        "squares of a draw",
        "a wide range",
        "a wide range with a constraint",
        "the best of a wide range",
        "a chain of definitions",
        "a sum of many",
        "many flags",
        "a large budget",
    ],
)
def test_an_audit_ends(build: Any) -> None:
    assert audit(build(), effort=1_000_000).verdict is not None


def test_wide_ranges_are_cut_to_what_the_constraints_allow() -> None:
    found = audit(scenario(FAR, design=WIDE, constraints=["s <= 500000000", "s >= 7"]))
    assert found.optimum is not None and found.optimum.design == {"s": 500_000_000}
    assert found.optimum.low == "1/2"


def test_a_design_is_found_wherever_the_constraints_leave_one() -> None:
    sides = {n: {"type": "integer", "min": 0, "max": 5000, "default": 0} for n in ("s", "t")}
    even = draw("survived", bernoulli="(s + t)/10000")
    found = audit(scenario(even, design=sides, constraints=["s + t == 4321", "s > t"]))
    assert found.verdict == "unreachable"
    assert found.optimum is not None and found.optimum.low == "4321/10000"
    none = audit(scenario(even, design=sides, constraints=["s + t == 4321", "s - t == 2"]))
    assert none.verdict in ("invalid", "unknown")


def test_flags_are_tried_one_at_a_time_where_there_are_too_many_combinations() -> None:
    flags = [f"d{i}" for i in range(13)]
    chance = " + ".join(f"if({flag}, 1, 0)" for flag in flags)
    problem = scenario(
        draw("survived", bernoulli=f"({chance})/20"),
        design={flag: {"type": "boolean", "default": False} for flag in flags},
    )
    found = audit(problem)
    assert found.optimum is not None and found.optimum.low == "13/20" and found.optimum.upper == "1"
    assert "combinations" in (found.reason or "")


# --- files ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"history": {"records": -5, "policy": [{}]}}, "history.records"),
        ({"history": {"records": 10**12, "policy": [{}]}}, "history.records"),
        (
            {"history": {"records": 5, "policy": [{"design": {"s": Fraction(1, 2)}}]}},
            "history.policy[0].design.s",
        ),
        ({"history": {"records": 5, "policy": [{"design": {"s": 10**40}}]}}, "history.policy[0]"),
        ({"budget": {"units": -5}}, "budget.units"),
        ({"claims": {"optimum": {"s": Fraction(1, 2)}}}, "claims.optimum.s"),
        ({"claims": {"gold": [{"id": "g"}], "distractors": [{"id": "g"}]}}, "distractors[0].id"),
        ({"claims": {"gold": [{"id": "g", "predicate": "foo"}]}}, "claims.gold[0].predicate"),
        (
            {"claims": {"gold": [{"id": "g", "predicate": "effect(s, 0, 1 | q > 1) > 0"}]}},
            "claims.gold[0].predicate",
        ),
        (
            {"claims": {"gold": [{"id": "g", "predicate": "effect(s, 0, 1 | s + 1) > 0"}]}},
            "claims.gold[0].predicate",
        ),
        (
            {"claims": {"gold": [{"id": "g", "predicate": "effect(s, 0, 1/2) > 0"}]}},
            "claims.gold[0].predicate",
        ),
        (
            {"claims": {"gold": [{"id": "g", "predicate": "effect(survived, maybe, true) > 0"}]}},
            "claims.gold[0].predicate",
        ),
    ],
)
def test_what_cannot_be_is_refused_where_it_stands(changes: Tree, place: str) -> None:
    with pytest.raises((ProblemError, LimitError)) as caught:
        scenario(**changes)
    assert place in str(caught.value)


def test_designs_beyond_all_bounds_are_judged_not_a_fault() -> None:
    *_, found = Check(answer=json.dumps({"design": {"s": 10**30}})).answers(scenario())
    assert found.right is False and "within 1,000,000,000" in (found.reason or "")


def test_a_mistake_in_an_expression_shows_the_expression(tmp_path: Path) -> None:
    document = deepcopy(SMALL)
    document["variables"][0]["draw"]["bernoulli"] = "1/2 + shild / 10"
    path = tmp_path / "x.json"
    path.write_text(json.dumps(document))
    done = CliRunner().invoke(cli, ["audit", str(path)])
    told = str(done.exception)
    assert "variables[0].draw.bernoulli: unknown name 'shild' at column 9" in told
    assert "(got '1 / 2 + shild / 10')" in told


def test_events_are_read_with_a_plan_that_knows_what_matters() -> None:
    valuer = Valuer(scenario(draw("survived", bernoulli="1/3")))
    assert valuer.value({"s": Fraction(0)}) is valuer.value({"s": Fraction(3)})
    assert valuer.value({"s": Fraction(2)}, event=parse_term("s == 2")).low == 1


# --- what an audit once stumbled over ---------------------------------------------------------------------


def test_a_history_without_survivors_shows_nothing() -> None:
    found = audit(
        scenario(
            draw("z", categorical={"a": "0.4", "b": "0.6"}),
            draw("survived", bernoulli="s/3"),
            observe={"records": ["z"], "select": "survived", "counts": False},
            history={"records": 5, "policy": [{}]},
        )
    )
    assert found.traps["z"].status == "undefined"


def test_the_chance_to_win_is_exact_where_the_value_is() -> None:
    found = audit(scenario(evaluate={"fleet": 2, "threshold": "1/2"}))
    assert found.win.default is not None and found.win.default.low == "3/4"
    certain = audit(scenario(define("survived", "s == 1"), evaluate={"fleet": 9, "threshold": 1}))
    assert certain.win.default is not None and certain.win.default.high == "0"
    assert certain.win.optimum is not None and certain.win.optimum.low == "1"


def test_complements_are_valued_where_the_event_itself_is_not() -> None:
    """A failure is a disjunction over two totals; survival is a conjunction, and has a closed form."""
    problem = scenario(
        draw("z", categorical={"a": "0.4", "b": "0.6"}),
        loop(),
        define("survived", "fight.hull < 4 and fight.gun < 4"),
    )
    valuer, design = Valuer(problem), problem.default
    whole = valuer.value(design)
    failed = valuer.value(design, event=parse_term("not survived"))
    assert whole.exact and failed.exact and whole.low + failed.low == 1
    joint = valuer.value(design, event=parse_term('z == "a" and not survived'))
    assert joint.exact and joint.low == failed.low * Fraction(2, 5)


def test_effects_too_small_for_three_digits_do_not_read_as_zero() -> None:
    from symcause.families.scenario.documents.question_documents import Bounds
    from symcause.families.scenario.report.value_phrases import brief

    few = brief(Bounds(low="-0.000006", high="-0.000003"))
    assert few == "minus about 1 in 170,000 to minus about 1 in 330,000"
    assert brief(Bounds(low="0", high="0.5")) == "0.000 to 0.500"


def test_what_has_no_value_is_not_called_optimal() -> None:
    problem = scenario(loop(times="1000000000"), define("survived", "fight.hull < 5"))
    *_, found = Solve().answers(problem)
    assert found.optimal is False and found.reason == "more than 600 rounds"
    assert "more than 600 rounds" in Solve().story(found).notes


def test_an_agent_that_meets_a_design_without_a_value_stops(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    document = {**deepcopy(SMALL), "variables": [draw("survived", bernoulli="1/(s - s)")]}
    path.write_text(json.dumps(document))
    done = CliRunner().invoke(cli, ["play", str(path), "--agent", "random"])
    assert "the model has no value for this design: division by zero" in str(done.exception)


def test_the_best_design_is_held_to_the_rules_where_ranges_have_no_end() -> None:
    problem = scenario(draw("survived", bernoulli="1/2 + s/10"))
    assert said(problem) == ()
    *_, found = Audit(space="accepted", effort=2_000_000).answers(replace(problem, server=Server()))
    assert found.optimum is not None and found.optimum.low == "1"
    free = scenario(draw("survived", bernoulli="1/2 + s/7"), design=WIDE, constraints=["s <= 4"])
    *_, last = Audit(space="accepted", effort=2_000_000).answers(replace(free, server=Server()))
    (note,) = last.notes
    assert note.startswith("variables[0].draw.bernoulli: a probability is between 0 and 1")


def test_a_claimed_optimum_outside_the_space_is_none() -> None:
    found = audit(scenario(constraints=["s <= 2"], claims={"optimum": {"s": 3}}))
    assert [claim.status for claim in found.claims] == ["false"]
    inside = audit(scenario(claims={"optimum": {"s": 3}}))
    assert [claim.status for claim in inside.claims] == ["true"]
    with pytest.raises(ProblemError, match=r"claims\.value: a value is between 0 and 1"):
        scenario(claims={"value": 17})
