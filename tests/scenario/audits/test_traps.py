"""What data show of a variable against what it does: words, pairs, where a player can read it."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from symcause.audits.question import answered
from symcause.cli.main import cli
from symcause.families.scenario.audits.data_traps import Trap, Traps
from symcause.families.scenario.documents.question_documents import ScenarioAudit
from symcause.families.scenario.episode.initial_evidence import opening
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.files.document_writer import write_scenario
from symcause.families.scenario.questions.audit import Audit
from symcause.families.scenario.value.valuer import Valuer
from tests.scenario.cases import data, toy


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(argument) for argument in arguments])


def three(loss: tuple[str, str, str], effect: tuple[str, str, str], **more: Any) -> dict[str, Any]:
    """A cause with three values; *loss* goes with the latent zone, *effect* with the value itself."""
    zones = dict(zip("abc", loss, strict=True))
    values = dict(zip(("low", "middle", "high"), effect, strict=True))
    document: dict[str, Any] = {
        "format": "symcause.scenario/1",
        "id": "three",
        "design": {"profile": {"type": "choice", "options": ["zone", "low"], "default": "zone"}},
        "variables": [
            {"name": "zone", "draw": {"categorical": {"a": "1/2", "b": "3/10", "c": "1/5"}}},
            {"name": "band", "is": 'case(zone, a: "low", b: "middle", c: "high")'},
            {"name": "x", "is": 'if(profile == "zone", band, "low")'},
            {"name": "risk", "is": f"case(zone, {_arms(zones)})"},
            {"name": "loss", "is": f"risk + case(x, {_arms(values)})"},
            {"name": "survived", "draw": {"bernoulli": "1 - loss"}},
        ],
        "outcome": "survived",
        "observe": {"records": ["x"], "select": "survived", "counts": True},
        "history": {"records": 50, "policy": [{"weight": 1}], "counts": False},
        "evaluate": {"fleet": 100, "threshold": "1/2"},
        "claims": {"traps": ["x"]},
    }
    return {**document, **more}


def _arms(values: dict[str, str]) -> str:
    return ", ".join(f"{name}: {value}" for name, value in values.items())


def trap(document: dict[str, Any], name: str = "x") -> Trap:
    return Traps(Valuer(read_scenario(document))).trap(name)


def test_no_confounding_is_no_trap_whatever_shares_survivors_have() -> None:
    """A difference of shares, less those of the policy, has another sign than the difference of rates."""
    document = three(("0.1", "0.1", "0.1"), ("0", "0.3", "0.4"))
    found = trap(document)
    assert (found.status, found.data, found.pair) == ("refuted", "selected", ("low", "middle"))
    # Shown 9/20, 9/50, 1/10 of 73/100; over the policy 1/2, 3/10, 1/5.
    assert found.association is not None
    assert found.association.low == Fraction(18, 73) / Fraction(3, 10) - Fraction(45, 73) * 2
    assert found.effect is not None and found.effect.low == Fraction(-3, 10)


@pytest.mark.parametrize("seed", range(20))
def test_the_share_contrast_has_the_sign_of_the_rates(seed: int) -> None:
    rng = Random(seed)
    risk = [rng.randint(0, 10) for _ in range(3)]
    own = [rng.randint(0, 9) for _ in range(3)]
    shares = (Fraction(1, 2), Fraction(3, 10), Fraction(1, 5))
    texts = [tuple(f"{n}/20" for n in part) for part in (risk, own)]
    found = trap(three(texts[0], texts[1]))  # type: ignore[arg-type]
    rates = [1 - Fraction(r + o, 20) for r, o in zip(risk, own, strict=True)]
    whole = sum(r * p for r, p in zip(rates, shares, strict=True))
    words = []
    for i, j in combinations(range(3), 2):
        seen, real = rates[j] - rates[i], Fraction(own[i] - own[j], 20)
        if (seen > 0) == (real > 0) and (seen < 0) == (real < 0):
            words.append("refuted")
        elif not real:
            words.append("spurious")
        else:
            words.append("proven" if seen else "masked")
    rank = ("proven", "spurious", "masked", "refuted")
    assert found.status == min(words, key=rank.index)
    i, j = list(combinations(range(3), 2))[words.index(found.status)]
    assert found.association is not None
    assert found.association.low == (rates[j] - rates[i]) / whole


def test_words_for_zeros() -> None:
    assert trap(three(("0.1", "0.5", "0.1"), ("0", "0", "0"))).status == "spurious"
    masked = three(("0.3", "0.2", "0.1"), ("0", "0.1", "0.2"))
    assert trap(masked).status == "masked"
    assert trap(three(("0.1", "0.1", "0.1"), ("0", "0", "0"))).status == "refuted"


def test_an_undecided_sign_is_unknown_and_not_weak() -> None:
    document = three(("0.1", "0.1", "0.1"), ("0", "0.3", "0.4"))
    document["variables"][3] = {"name": "jolt", "draw": {"normal": ["0", "1"]}}
    document["variables"][4]["is"] = "if(jolt * exp(jolt) > case(x, low: 0, else: 1/10^6), 1, 0)"
    document["variables"][4]["is"] = document["variables"][4]["is"].replace("1/10^6", "0.000001")
    document["variables"][5] = {"name": "survived", "is": "loss < 1"}
    assert trap(document).status == "unknown"


def test_where_an_association_can_be_read() -> None:
    told = three(("0.1", "0.1", "0.1"), ("0", "0.3", "0.4"))
    del told["history"]["counts"]
    assert trap(told).data == "population"
    assert trap({**told, "observe": {"records": ["x", "survived"]}}).data == "unselected"
    assert trap({**told, "observe": {"records": ["x"], "select": True}}).data == "unselected"
    assert trap(told, "profile").data == "unselected"
    silent = three(("0.1", "0.1", "0.1"), ("0", "0.3", "0.4"))
    assert trap(silent, "profile").data == "selected"


def test_an_undefined_trap_has_its_effect_all_the_same() -> None:
    document = three(("0.1", "0.1", "0.1"), ("0", "0.3", "0.4"))
    found = trap(document, "profile")
    assert (found.status, found.pair) == ("undefined", ("zone", "low"))
    assert found.association is None
    assert found.effect is not None and found.effect.low == Fraction(17, 100)


def test_values_come_in_the_order_of_the_draws() -> None:
    found = trap(three(("0.5", "0.2", "0"), ("0", "0.1", "0.4")))
    assert found.status == "proven" and found.pair == ("low", "middle")
    assert toy("toy-altitude").claims.traps == ("altitude",)


@pytest.mark.parametrize(
    ("file", "name", "expected"),
    [
        ("toys/toy-altitude", "altitude", ("population", "high", "low", "-19/300", "1/10")),
        ("generated/demo-altitude", "altitude", ("unselected", "low", "high", "1/10", "-1/10")),
        ("generated/demo-assigned", "engine", ("unselected", 2, 5, "-43/200", "73/1000")),
        ("generated/demo-survivors", "sight", ("selected", "clear", "hazy", "-5/58", "1/40")),
    ],
)
def test_worked_traps(file: str, name: str, expected: tuple[object, ...]) -> None:
    found = trap(json.loads(data(f"{file}.scenario.json").read_text()), name)
    assert found.status == "proven" and found.pair is not None
    assert found.association is not None and found.effect is not None
    told = (found.data, *found.pair, str(found.association.low), str(found.effect.low))
    assert told == expected


def test_signals_of_an_assigned_history_are_of_the_population() -> None:
    found = trap(json.loads(data("generated/demo-assigned.scenario.json").read_text()), "signal")
    assert found.data == "population"


# --- files ------------------------------------------------------------------------------------------------


def test_counts_of_the_history_are_told_apart_from_those_of_deployments() -> None:
    problem = read_scenario(three(("0.1", "0.1", "0.1"), ("0", "0.3", "0.4")))
    assert problem.observe.counts and not problem.tells_number
    assert read_scenario(write_scenario(problem)) == problem
    known = opening(problem, 3)
    assert known.trials is not None
    (trial,) = known.trials.history
    assert [record.unit for record in trial.records] == list(range(1, 51))
    assert trial.count == 50


def test_metadata_is_kept() -> None:
    document = three(("0.1", "0.1", "0.1"), ("0", "0.3", "0.4"), metadata={"by": "us", "n": [1]})
    problem = read_scenario(document)
    assert write_scenario(problem)["metadata"] == {"by": "us", "n": [1]}


def test_a_draw_without_a_probability_makes_a_scenario_invalid() -> None:
    document = three(("0.1", "0.1", "0.1"), ("0", "0.3", "0.4"))
    document["variables"][3]["is"] = "case(zone, a: 0.1, b: 0.9, c: 0)"
    found = answered(Audit(effort=1_000_000), read_scenario(document))
    assert isinstance(found, ScenarioAudit)
    assert (found.verdict, found.settled, found.code) == ("invalid", False, 1)
    assert "variables[5].draw.bernoulli" in str(found.reason)


def test_check_outside_the_space_fails_whatever_the_value(tmp_path: Path) -> None:
    document = three(("0.1", "0.1", "0.1"), ("0", "0.3", "0.4"), constraints=['profile == "low"'])
    file, answer = tmp_path / "three.scenario.json", tmp_path / "answer.json"
    file.write_text(json.dumps(document))
    answer.write_text('{"design": {}}')
    outside = run("check", file, answer, "--json")
    assert outside.exit_code == 1
    told = json.loads(outside.stdout)
    assert told["in_space"] is False and Fraction(told["value"]["low"]) > Fraction(1, 2)
    answer.write_text('{"design": {"profile": "low"}}')
    assert run("check", file, answer).exit_code == 0
