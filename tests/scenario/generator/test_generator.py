"""Generated scenarios: certified, the same bytes for the same seed, right by an independent simulation."""

from __future__ import annotations

import json
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from symcause.audits.question import answered
from symcause.cli.main import cli
from symcause.families.scenario.documents.question_documents import ScenarioAudit
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.generator.draft_templates import (
    TEMPLATES,
    TRAPPED,
    Tables,
    document,
    first_best,
)
from symcause.families.scenario.generator.scenario_drafts import kept_draft, refused
from symcause.families.scenario.problem.fingerprint import document_digest
from symcause.families.scenario.questions.audit import Audit
from symcause.families.scenario.verifier.kernel import verify
from symcause.formats.json_text import read_json
from tests.cli.cases import Shell
from tests.scenario.cases import SLOW, data

F = Fraction
MARGIN = F(1, 50)


def _numbers(text: str) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, text.split()))


DEMOS = {
    "demo-altitude": Tables(
        "altitude",
        _numbers("1/2 1/2"),
        ("low", "high"),
        _numbers("3/5 2/5"),
        {"low": F(0), "high": F(1, 10)},
        _numbers("0 1/20 1/20 1/10"),
    ),
    "demo-assigned": Tables(
        "assigned",
        _numbers("2/5 3/5"),
        ("calm", "rough"),
        _numbers("1/10 9/20"),
        {"calm": F(0), "rough": F(1, 20)},
        _numbers("0 1/20 1/10 1/10 0 3/25 1/5"),
        ((2, 0), (5, 1)),
    ),
    "demo-survivors": Tables(
        "survivors",
        _numbers("3/5 2/5"),
        ("clear", "hazy"),
        _numbers("21/40 23/40"),
        {"clear": F(7, 40), "hazy": F(3, 20)},
        _numbers("0 1/20 1/40 3/8 1/5 3/40 17/40 9/20"),
    ),
}


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(argument) for argument in arguments])


@pytest.mark.parametrize("name", DEMOS)
def test_tables_give_the_worked_files(name: str) -> None:
    own: Any = read_json(data(f"generated/{name}.scenario.json").read_text())
    threshold = Fraction(own["evaluate"]["threshold"])
    made = document(DEMOS[name], name, threshold, own["claims"])
    assert document_digest(made) == document_digest(own)
    design, best = first_best(DEMOS[name])
    assert refused(DEMOS[name], MARGIN, best, threshold) is None
    assert own["claims"]["optimum"][next(iter(own["design"]))] == design[0]


def _kept(template: str, zones: int, seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
    found = kept_draft(template, zones, MARGIN, f"test {seed}", "x")
    return dict(found.document), dict(found.certificate)


@pytest.mark.few(3)
@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize("zones", [2, 4, 6])
def test_kept_drafts_are_what_the_audit_says(template: str, zones: int) -> None:
    file, certificate = _kept(template, zones, zones)
    problem = read_scenario(file)
    assert verify(problem, certificate).accepted is True
    found = answered(Audit(effort=1_000_000, certificate=True), problem)
    assert isinstance(found, ScenarioAudit) and found.verdict == "sound"
    assert found.certificate == certificate
    trap = found.traps[TRAPPED[template]]
    assert trap.status == "proven"
    expected = {"altitude": "unselected", "assigned": "unselected", "survivors": "selected"}
    assert trap.data == expected[template]
    assert found.threshold is not None and found.threshold.gap is not None
    assert F(5, 100) <= Fraction(found.threshold.gap.low) < F(6, 100)
    assert found.win.optimum is not None and Fraction(found.win.optimum.low) >= F(99, 100)
    for baseline in found.baselines:
        if baseline.name in ("default", "history", "all-maximum"):
            assert Fraction(baseline.high) <= Fraction(found.threshold.value) - MARGIN


@pytest.mark.parametrize("template", TEMPLATES)
def test_values_by_an_independent_simulation(template: str) -> None:
    assert simulated(template, 3, 17) <= 4


@SLOW
@pytest.mark.parametrize("template", TEMPLATES)
def test_many_values_by_an_independent_simulation(template: str) -> None:
    assert max(simulated(template, 2 + seed % 5, seed) for seed in range(10)) <= 4


def simulated(template: str, zones: int, seed: int) -> float:
    """How many standard errors a certified optimum is from a million units.

    They are drawn from the numbers in the file by code that knows the template only.
    """
    file, certificate = _kept(template, zones, seed)
    rng, units = np.random.default_rng(seed), 1_000_000
    variables = {v["name"]: v for v in file["variables"]}
    shares = {z: Fraction(p) for z, p in variables["zone"]["draw"]["categorical"].items()}
    best = certificate["claim"]["optimum"]
    design = best["design"]
    shown = {"altitude": "band", "assigned": "signal", "survivors": "sight"}[template]
    x_of, risk_of = (_table(variables[name]["is"]) for name in (shown, "risk"))
    left, mods, chain = _loss(variables["loss"]["is"])
    level = next(iter(design.values()))
    scale = 1 - level / (5 if template == "altitude" else 10)
    if design.get("module") == "filter":
        scale *= 0.4
    assert left.startswith("risk*")
    zone = rng.choice(list(shares), size=units, p=[float(p) for p in shares.values()])
    lost = np.zeros(units)
    for name in shares:
        profile = design.get("profile", "zone")
        x = x_of[name].strip('"') if profile == "zone" else profile
        lost[zone == name] = float(Fraction(risk_of[name])) * scale + float(Fraction(mods[x]))
    lost += float(Fraction(chain[level]))
    rate = float((rng.random(units) >= lost).mean())
    value = float(Fraction(best["low"]))
    return abs(rate - value) / sqrt(value * (1 - value) / units)


def _table(text: str) -> dict[str, str]:
    """The arms of ``case(name,a:x,b:y)``."""
    inner = text.removeprefix("case(").removesuffix(")")
    return dict(arm.split(":") for arm in inner.split(",")[1:])


def _loss(text: str) -> tuple[str, dict[str, str], list[str]]:
    """The scaled risk, the arms of x, the numbers of the levels."""
    left, _, rest = text.partition("+case(")
    arms, _, chain = rest.partition(")+")
    numbers = [part.split(",")[1] for part in chain.split("if(")[1:]]
    last = chain.rstrip(")").rpartition(",")[2]
    return left, _table(f"case({arms})"), [*numbers, last]


def test_folders_hold_a_file_and_a_certificate_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    arguments = ("generate", "scenario", "--template", "survivors", "--count", 3, "--seed", 7)
    assert run(*arguments, "--out", one).exit_code == 0
    done = run(*arguments, "--out", two, "--jobs", 2, "--json")
    assert done.exit_code == 0
    assert {p.name: p.read_bytes() for p in one.iterdir()} == {
        p.name: p.read_bytes() for p in two.iterdir()
    }
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["problem"] for line in lines] == [f"survivors-7-{i}" for i in range(3)]
    for line in lines:
        assert line["drafts"] == 1 + sum(line["rejected"].values()) and line["twin"] is None
        assert set(line["rejected"]) <= {"loss", "gap", "baseline", "trap", "win"}
        code, out, _ = Shell(capsys)(
            "verify", str(one / line["file"]), str(one / line["certificate"])
        )
        assert code == 0 and out.startswith("accepted (scenario)")
    kept_file = json.loads((one / "survivors-7-0.scenario.json").read_text())
    assert kept_file["metadata"]["generation"]["seed"] == 7


@pytest.mark.parametrize(
    "more", [("--zones", 7), ("--margin", 2), ("--margin", "x"), ("--template", "sea")]
)
def test_mistakes_are_named(more: tuple[object, ...], capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = Shell(capsys)("generate", "scenario", *map(str, more))
    assert code == 2 and len(err.strip().splitlines()) >= 1
