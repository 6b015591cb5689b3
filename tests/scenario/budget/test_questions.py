"""The questions about budgets as scripts see them: documents, exit codes, refusals, the picture."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import symcause
from symcause.errors import KindError, UsageError
from symcause.families.scenario.budget.budget_findings import budget_part
from symcause.families.scenario.budget.budget_sentences import units_text
from symcause.families.scenario.budget.open_counts import counts_view
from symcause.families.scenario.budget.policies.belief_ascent import NAME
from symcause.families.scenario.budget.policies.dichotomy import Dichotomy
from symcause.families.scenario.budget.policies.earlier_records import Records
from symcause.families.scenario.budget.policies.payoff_vectors import naming
from symcause.families.scenario.budget.rival_set import rivals
from symcause.families.scenario.documents.question_documents import ScenarioSeparate
from symcause.families.scenario.problem.builder_claims import Claim, Claims
from symcause.families.scenario.release.game_reader import read_game
from symcause.families.scenario.report.figures.power_figure import power_figure
from symcause.formats.json_text import read_json
from tests.cli.cases import EXAMPLES, Shell
from tests.scenario.budget.cases import EVEN, against
from tests.scenario.cases import data, game

KEYS = ("rivals", "prior", "units", "level", "perfect", "views", "selection", "verdict")
OF_VIEW = ("status", "reason", "linked", "maximal", "history", "name", "win", "first", "single")


def path(name: str) -> str:
    return str(data(f"generated/{name}.scenario.json"))


def asked(shell: Shell, *words: str) -> tuple[int, dict[str, Any]]:
    code, out, _ = shell("separate", *words, "--budget", "--json")
    return code, json.loads(out)


def test_a_scenario_and_its_twin(shell: Shell) -> None:
    code, found = asked(shell, path("demo-survivors"), path("demo-survivors-twin"), "--units", "12")
    assert code == 1 and found["separated"] is False and found["budget"]["verdict"] == "short"
    assert found["experiment"]["n"] == 109  # they are twins
    assert set(KEYS) <= set(found["budget"])
    for view in ("shown", "counts", "all"):
        assert set(OF_VIEW) <= set(found["budget"]["views"][view])
    assert ScenarioSeparate.from_dict(found).to_dict().keys() <= found.keys()
    again = asked(shell, path("demo-survivors"), path("demo-survivors-twin"), "--units", "12")
    assert again == (code, found)
    code, easy = asked(
        shell,
        path("demo-survivors"),
        path("demo-survivors-twin"),
        "--units",
        "12",
        "--level",
        "0.6",
    )
    assert code == 0 and easy["budget"]["verdict"] == "enough" and easy["budget"]["level"] == "0.6"


def test_a_rival_by_recipe(shell: Shell) -> None:
    code, found = asked(
        shell, path("demo-survivors"), "--rival", "no-hidden-cause", "--units", "20"
    )
    assert code == 1 and found["experiment"] is None  # no twins
    assert found["budget"]["rivals"] == ["demo-survivors", "demo-survivors-no-hidden-cause"]
    assert any(
        "hidden cause" in note and "by counts never" in note for note in found["budget"]["notes"]
    )
    made = found["budget"]["scenario"]
    code, _ = asked(shell, path("demo-survivors"), "--rival", "reversed", "--units", "20")
    assert code == 1 and made["id"] == "demo-survivors-no-hidden-cause"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--budget",), "missing argument"),
        (("--rival", "reversed"), "add --budget"),
        (("demo-altitude", "--budget"), "rivals differ in design"),
        (("demo-survivors-twin", "--budget", "--prior", "1/2"), "not a prior"),
        (("demo-survivors-twin", "--budget", "--units", "10001"), "so many units"),
        (("demo-survivors-twin", "demo-survivors-twin"), "one twin"),
        (("demo-survivors-twin", "--level", "0.9"), "add --budget"),
    ],
)
def test_refusals(shell: Shell, words: tuple[str, ...], said: str) -> None:
    given = [path(word) if word.startswith("demo") else word for word in words]
    code, _, err = shell("separate", path("demo-survivors"), *given)
    assert code == 2 and said in err and "Traceback" not in err


def test_audits_hold_the_same(shell: Shell, tmp_path: Path) -> None:
    proof, page = tmp_path / "proof.json", tmp_path / "page.html"
    twin = path("demo-survivors-twin")
    code, out, err = shell(
        *("audit", path("demo-survivors"), "--twin", twin, "--budget", "--units", "6", "--json"),
        *("--claim", "budget", "--certificate", str(proof), "--html", str(page)),
    )
    assert code == 0, err
    found = json.loads(out)["identifiable"]["budget"]
    assert found["verdict"] == "short" and found["units"] == 6
    assert "Power over units" in page.read_text()
    code, out, _ = shell("verify", path("demo-survivors"), str(proof), "--twin", twin)
    assert code == 0 and "accepted (budget)" in out
    code, _, err = shell("verify", path("demo-survivors"), str(proof))
    assert code == 2 and "--twin OTHER" in err
    code, _, err = shell("audit", path("demo-survivors"), "--budget")
    assert code == 2 and "--rival" in err


def test_from_python() -> None:
    first = symcause.load(path("demo-survivors"))
    text = data("generated/demo-survivors-twin.scenario.json").read_text()
    found = symcause.separate(first, text, "", budget=True, units=2)
    assert (
        found.code == 1 and found.budget.views["shown"].name.adaptive.low == "716414397/1210000000"
    )


def test_python_takes_scenarios_as_they_are_loaded() -> None:
    """The twin as an object, as a document and as a text; nothing but a recipe; twins without a budget."""
    first, second = (symcause.load(path(name)) for name in ("demo-altitude", "demo-altitude-twin"))
    text = Path(path("demo-altitude-twin")).read_text()
    found = symcause.separate(first, second, budget=True, units=3)
    assert found == symcause.separate(first, json.loads(text), budget=True, units=3)
    assert found == symcause.separate(first, text, budget=True, units=3)
    assert found.budget.verdict == "short"
    made = symcause.separate(first, budget=True, rival="reversed", units=3)
    assert made.budget.rivals[0] == first.id and made.budget.verdict == "short"
    assert symcause.separate(first, second).experiment is not None
    several = symcause.separate(first, second, first, budget=True, units=1)
    assert len(several.budget.rivals) == 3


def test_criteria_beyond_the_budget() -> None:
    """A claim that is true here and false in the rival is known as often as the rivals are told apart."""
    from symcause.families.scenario.audits.criterion_reach import criteria

    first, second = against("demo-survivors", "no-hidden-cause")
    gold = (Claim("hidden", "", "effect(zone, a, b) < 0"), Claim("armour", "", "best(armour) == 5"))
    first = replace(first, claims=Claims(gold=gold))
    known = rivals((first, second), units=20)
    part = budget_part(known, "0.95")
    (found,) = criteria(known, part)
    assert found.id == "hidden" and found.statuses == ("true", "false") and found.beyond is True
    shown = part.views["shown"].name
    assert shown is not None and found.most == shown.power.high


def test_the_picture() -> None:
    part = budget_part(rivals(against("demo-survivors", "twin"), units=40, level="0.8"), "0.8")
    figure = power_figure(part)
    assert figure is not None
    drawn = str(figure.svg)
    assert "as shown" in drawn and "level 0.8" in drawn and 'opacity="0.22"' in drawn
    shown = part.views["shown"].name
    assert shown is not None and shown.least is not None
    marked = units_text(shown.least).replace(" to ", "–")
    assert drawn.count(f">{marked}</text>") == 1
    for point in shown.curve:
        assert Fraction(point.low) <= Fraction(point.high or "1")


def test_released_games_by_counts() -> None:
    """The trap against no trap: the history alone tells them apart by counts."""
    first = game("antenna_trap")
    text = data("antenna_trap.game.json").read_text()
    second = read_game(
        read_json(text.replace('"antenna_emission_boost": 0.75', '"antenna_emission_boost": 0'))
    )
    part = budget_part(rivals((first, second)), "0.95")
    counts, shown = part.views["counts"], part.views["shown"]
    assert shown.name is None and shown.reason is not None and counts.name is not None
    assert counts.status == "bounded" and counts.name.power.high is None
    assert part.verdict == "enough" and Fraction(counts.name.start.low) > Fraction(99, 100)


@pytest.mark.parametrize(
    ("changed", "chances", "worth", "least"),
    [
        (
            {"engine": 15, "cockpit": 15, "antenna": 30, "camera": 0, "gun": 0},
            (0.320944, 0.858680),
            {1: 0.768868, 5: 0.905773, 10: 0.971510},
            8,
        ),
        ({}, (0.542798, 0.864666), {20: 0.953771}, 20),
        ({"antenna": 0}, (0.828691, 0.863918), {50: 0.636132}, None),
    ],
)
def test_released_designs_by_counts(
    changed: dict[str, int],
    chances: tuple[float, float],
    worth: dict[int, float],
    least: int | None,
) -> None:
    """What units of one design tell by themselves: the figures leave the history out."""
    text = data("antenna_trap.game.json").read_text()
    without = text.replace('"antenna_emission_boost": 0.75', '"antenna_emission_boost": 0')
    pair = [read_game(read_json(one)) for one in (text, without)]
    design = pair[0].default | {f"{name}_def": Fraction(part) for name, part in changed.items()}
    told = counts_view(pair, [design]).low
    for found, known in zip(told[0][0], chances, strict=True):
        assert abs(float(found) - known) < 1e-6
    seen = Dichotomy(told, told, Records(2), EVEN, 200, Fraction(19, 20), {NAME: naming(2)})
    for n, known in worth.items():
        assert abs(float(seen.values.low(0, NAME, n)) - known) < 1.1e-6  # some are cut, not rounded
    found_least = seen.seen().worth[NAME].least
    assert (None if found_least is None else found_least[0]) == least


def test_a_loaded_scenario_is_as_good_as_its_file() -> None:
    first, other = (symcause.load(path(name)) for name in ("demo-survivors", "demo-survivors-twin"))
    given = symcause.audit(first, twin=other, budget=True, units=12)
    for named in (path("demo-survivors-twin"), Path(path("demo-survivors-twin"))):
        found = symcause.audit(first, twin=named, budget=True, units=12)
        assert found.identifiable.budget == given.identifiable.budget
        assert structs.replace(found.identifiable.twin, file=other.id) == given.identifiable.twin
    by_name = symcause.play(first, "passive", twin=path("demo-survivors-twin"), seed=3)
    assert symcause.play(first, "passive", twin=other, seed=3).right == by_name.right


def test_another_thing_is_no_twin() -> None:
    first = symcause.load(path("demo-survivors"))
    with pytest.raises(KindError, match="not BooleanProblem"):
        symcause.audit(first, twin=symcause.load(EXAMPLES / "unique.json"))
    with pytest.raises(UsageError, match="this is no scenario"):
        symcause.audit(first, twin=EXAMPLES / "unique.json")
