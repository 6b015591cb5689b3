"""Twins: two scenarios with one history and no common winner, by worked files and by forgeries of them."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symcause.cli.main import main
from symcause.errors import UsageError
from symcause.families.scenario.certify.twin_certificate import twin_part
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.verifier.finite_scenario import Finite
from symcause.families.scenario.verifier.kernel import verify
from symcause.families.scenario.verifier.twin_pair import Pair, alike, law, tail
from symcause.formats.json_text import read_json
from symcause.kernel.work import Work
from tests.cli.cases import EXAMPLES, Shell
from tests.scenario.cases import data

PASSIVE = {"demo-altitude": "0.5000808914", "demo-survivors": "0.5003347939"}
ACTIVE = {
    "demo-altitude": ({"shield": 2, "module": "filter", "profile": "low"}, 61, 46),
    "demo-survivors": ({"armour": 3}, 109, 14),
}
ERRORS = {"demo-altitude": (0.0456772, 0.0424330), "demo-survivors": (0.0464331, 0.0486362)}


def document(name: str) -> dict[str, Any]:
    found: Any = read_json(data(f"generated/{name}.scenario.json").read_text())
    return dict(found)


def both(name: str) -> tuple[ScenarioProblem, ScenarioProblem]:
    return read_scenario(document(name)), read_scenario(document(f"{name}-twin"))


def pair_of(name: str) -> Pair:
    first, second = both(name)
    return Pair(Finite(first, Work()), Finite(second, Work()))


@pytest.mark.parametrize("name", PASSIVE)
def test_worked_twins(name: str) -> None:
    first, second = both(name)
    pair = pair_of(name)
    assert alike(first, second) and pair.history_equal() and pair.sound()
    assert pair.common_winner() is None
    proven = pair.passive(Fraction(1, 2))
    assert abs(proven - Fraction(PASSIVE[name])) <= Fraction(1, 10**10)
    found = pair.active(200)
    assert found is not None
    design = {k: int(v) if isinstance(v, Fraction) else v for k, v in found.design.items()}
    assert (design, found.n, found.cut) == ACTIVE[name]
    assert [float(e) for e in found.errors] == pytest.approx(ERRORS[name], abs=5e-8)


def test_worked_laws() -> None:
    first, second = (law(Finite(problem, Work())) for problem in both("demo-altitude"))
    assert (
        first
        == second
        == {
            (0, ("low", True)): Fraction(1, 5),
            (0, ("low", False)): Fraction(3, 10),
            (0, ("high", True)): Fraction(1, 4),
            (0, ("high", False)): Fraction(1, 4),
        }
    )
    one, two = (law(Finite(problem, Work())) for problem in both("demo-survivors"))
    assert one == two == {(0, ("clear",)): Fraction(18, 29), (0, ("hazy",)): Fraction(11, 29)}
    assigned = law(Finite(read_scenario(document("demo-assigned")), Work()))
    assert assigned == {(0, ("calm",)): Fraction(41, 50), (1, ("rough",)): Fraction(121, 200)}


@pytest.mark.parametrize("p", ["0", "1/7", "3/5", "1"])
def test_tails_are_sums(p: str) -> None:
    chance = Fraction(p)
    for least in range(9):
        ways = (comb(7, k) * chance**k * (1 - chance) ** (7 - k) for k in range(least, 8))
        assert tail(7, least, chance) == sum(ways)


def test_the_least_experiment_is_the_least() -> None:
    """By trying every cut of every design, the long way."""
    pair = pair_of("demo-survivors")
    found = pair.active(200)
    assert found is not None
    for n in (1, 40, 90, 108):
        for design in pair.designs:
            for cut in range(n + 1):
                assert max(pair.experiment(design, n, cut).errors) > Fraction(1, 20)


def test_what_differs_elsewhere_is_refused() -> None:
    first, _ = both("demo-altitude")
    other = document("demo-altitude-twin")
    other["variables"][4]["is"] = other["variables"][4]["is"].replace("2/5,1)", "1/5,1)")
    assert not alike(first, read_scenario(other))  # the filter is no table
    with pytest.raises(UsageError, match="tables alone"):
        twin_part(first, read_scenario(other), "other.json")
    moved = document("demo-altitude-twin")
    moved["evaluate"]["threshold"] = "3/4"
    assert not alike(first, read_scenario(moved))


def test_no_twin() -> None:
    first, _ = both("demo-altitude")
    same = twin_part(first, first, "same.json")
    assert (same.status, same.history_equal, same.common_winner) == ("refuted", True, True)
    other = document("demo-altitude-twin")
    other["variables"][3]["is"] = "case(zone,a:3/8,b:1/2)"
    found = twin_part(first, read_scenario(other), "other.json")
    assert found.status == "refuted" and found.reason == "the histories differ"
    assert found.certificate is None


@pytest.mark.few(1)
@pytest.mark.parametrize("name", PASSIVE)
def test_forged_certificates_of_twins(name: str) -> None:
    first, second = both(name)
    made = twin_part(first, second, "twin.json").certificate
    assert made is not None
    assert verify(first, made, other=second).accepted is True
    assert verify(first, made, other=first).accepted is False
    assert verify(second, made, other=first).accepted is False
    with pytest.raises(UsageError, match="two scenarios"):
        verify(first, made)
    rng = Random(name)
    for _ in range(8):
        forged: Any = deepcopy(made)
        claim = forged["claim"]
        what = rng.choice(("passive", "lambda", "n", "cut", "active", "level"))
        if what == "passive":
            claim["passive"] = str(
                Fraction(claim["passive"]) + Fraction(rng.choice((-1, 2)), 10**6)
            )
        elif what == "lambda":
            claim["lambda"] = rng.choice(("1/3", "2", "-1"))
        elif what == "active":
            claim["active"] = None
        elif what == "level":
            level = next(iter(claim["active"]["design"]))
            claim["active"]["design"][level] -= 1
        else:
            claim["active"][what] += rng.choice((-1, 1))
        assert verify(first, forged, other=second).accepted is False, what


def test_twins_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = (data(f"generated/demo-altitude{end}.scenario.json") for end in ("", "-twin"))
    shell, proof = Shell(capsys), tmp_path / "twin.json"
    code, out, _ = shell("audit", str(one), "--twin", str(two), "--json")
    told = json.loads(out)["identifiable"]["twin"]
    assert code == 0 and (told["status"], told["passive"]) == ("proven", "500081/1000000")
    expected = {"name": "twin", "lambda": "1/2", "passive": "500081/1000000"}
    assert {key: told["certificate"]["claim"][key] for key in expected} == expected
    proof.write_text(json.dumps(told["certificate"]))
    code, out, _ = shell("verify", str(one), str(proof), "--twin", str(two))
    assert code == 0 and out.startswith("accepted (twin)")
    code, _, err = shell("verify", str(one), str(proof))
    assert code == 2 and "--twin OTHER" in err
    code, out, _ = shell("audit", str(one), "--twin", str(two))
    assert "the same history" in out
    code, _, err = shell("audit", str(one), "--twin", str(data("toys/toy-gauss.scenario.json")))
    assert code == 2 and "tables alone" in err


@pytest.fixture(scope="module")
def assigned(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A generated scenario and its twin."""
    folder = tmp_path_factory.mktemp("twins") / "made"
    made = ("generate", "scenario", "--template", "assigned", "--twin", "--seed", "3")
    with pytest.raises(SystemExit) as ended:
        main([*made, "--out", str(folder), "--quiet"])
    assert not ended.value.code
    one, two = (folder / f"assigned-3-0{end}.scenario.json" for end in ("", "-twin"))
    return one, two


@pytest.mark.parametrize("claim", [None, "twin", "verdict"])
def test_a_certificate_beside_a_twin_is_about_both_unless_told(
    claim: str | None,
    assigned: tuple[Path, Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shell, proof = Shell(capsys), tmp_path / "proof.json"
    one, two = assigned
    told = () if claim is None else ("--claim", claim)
    code, out, err = shell("audit", one, "--twin", two, *told, "--certificate", proof, "--json")
    assert code == 0 and not err
    named = json.loads(proof.read_text())
    assert json.loads(out)["certificate"] == named
    assert (named["claim"]["name"] == "twin") == (claim != "verdict")
    code, out, _ = shell("verify", one, proof, "--twin", two)
    assert code == 0 and out.startswith("accepted")
    lone, out, err = shell("verify", one, proof)
    assert lone == (0 if claim == "verdict" else 2) and ("--twin OTHER" in err) == bool(lone)
    if claim != "verdict":  # the other scenario is what it was made with
        assert shell("verify", one, proof, "--twin", one)[0] == 1


def test_both_claims_stand_in_one_file_and_each_is_checked(
    assigned: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shell, proof = Shell(capsys), tmp_path / "proof.json"
    one, two = assigned
    asked = ("audit", one, "--twin", two, "--claim", "both", "--certificate", proof, "--json")
    code, out, err = shell(*asked)
    assert code == 0 and not err
    lines = [json.loads(line) for line in proof.read_text().splitlines()]
    told = json.loads(out)
    assert lines == [told["certificate"], told["certificate_also"]]
    assert [line["claim"]["name"] for line in lines] == ["scenario", "twin"]
    code, out, _ = shell("verify", one, proof, "--twin", two)
    assert code == 0 and out.startswith("accepted (scenario, twin)")
    assert shell("verify", one, proof)[0] == 2  # one of them is about two scenarios
    for number, key in ((0, "low"), (1, "passive")):
        forged = json.loads(json.dumps(lines))
        changed = forged[number]["claim"]
        changed = changed if key in changed else changed["optimum"]
        changed[key] = str(Fraction(changed[key]) + Fraction(1, 1_000))
        proof.write_text("".join(json.dumps(line) + "\n" for line in forged))
        code, out, _ = shell("verify", one, proof, "--twin", two)
        assert code == 1 and out.startswith("rejected"), key


@pytest.mark.parametrize("claim", ["twin", "both"])
def test_a_certificate_of_twins_takes_a_twin(
    claim: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shell, boats = Shell(capsys), EXAMPLES / "boats.json"
    asked = ("audit", boats, "--claim", claim, "--certificate", tmp_path / "proof.json")
    assert f"--claim {claim} needs a twin" in shell.refused(*asked)
    code, out, err = shell(*asked, "--twin", boats, "--json")
    told = json.loads(out)
    assert code == 2 and told["certificate"] is None and told["certificate_reason"] in err
    assert not (tmp_path / "proof.json").exists()


def test_separate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = (data(f"generated/demo-survivors{end}.scenario.json") for end in ("", "-twin"))
    shell = Shell(capsys)
    code, out, _ = shell("separate", str(one), str(two), "--json")
    told = json.loads(out)
    assert code == 0 and told["separated"] is True
    assert (told["experiment"]["n"], told["experiment"]["cut"]) == (109, 14)
    assert [float(e) for e in told["experiment"]["errors"]] == pytest.approx(
        ERRORS["demo-survivors"], abs=5e-8
    )
    code, out, _ = shell("separate", str(one), str(one), "--json")
    assert code == 1 and json.loads(out)["experiment"] is None
    code, _, err = shell("separate", str(one), str(two), str(two))
    assert code == 2 and "one twin" in err
    other = data("generated/demo-assigned.scenario.json")
    code, _, err = shell("separate", str(one), str(other))
    assert code == 2 and "tables alone" in err
