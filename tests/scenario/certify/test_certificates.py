"""Certificates of finite scenarios: the kernel lists every unit; what is changed is not accepted."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symcause.families.scenario.documents.question_documents import ScenarioAudit
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.optimum.design_list import designs
from symcause.families.scenario.problem.fingerprint import fingerprint
from symcause.families.scenario.problem.problem import ScenarioProblem, Space
from symcause.families.scenario.questions.audit import Audit
from symcause.families.scenario.value.valuer import Valuer
from symcause.families.scenario.verifier.finite_scenario import Finite
from symcause.families.scenario.verifier.kernel import verify
from symcause.formats.json_text import read_json
from symcause.kernel.work import Work
from tests.cli.cases import Shell
from tests.scenario.cases import data, random_scenario

DEMOS = {
    "demo-altitude": "9846743dc3478b836465a6d076d4c3d32fbcc03b6ec8121904238884d364ace8",
    "demo-altitude-twin": "682e9e618404945bbff6e3e6378ccac5d64140512d35adf05cdf87ae3e8d892c",
    "demo-assigned": "ed5589957705a06980c04083fc96f3b92493ed054f8dbd377843c55d24271fe8",
    "demo-survivors": "3f227a9e189efe6cf9d8c4b917f5577d61a9d888ae911c6f07dd0c4f39193196",
    "demo-survivors-twin": "6ad904944d5830cfd23c72521bd961cc79458d44195405c098f1fbb76adb0c85",
}
VALUES = {
    "demo-assigned": "33/50 641/1000 311/500 653/1000 98/125 139/200 323/500",
    "demo-survivors": "29/100 589/2000 187/500 157/2000 77/250 39/80 24/125 443/2000",
}


def demo(name: str) -> ScenarioProblem:
    path = data(f"generated/{name}.scenario.json")
    return read_scenario(read_json(path.read_text()), str(path))


def certified(problem: ScenarioProblem) -> dict[str, Any]:
    *_, document = Audit(effort=1_000_000, certificate=True).answers(problem)
    assert isinstance(document, ScenarioAudit) and document.certificate is not None
    return document.certificate


@pytest.mark.parametrize("name", DEMOS)
def test_files_are_known_by_their_bytes(name: str) -> None:
    assert fingerprint(demo(name)) == DEMOS[name]
    document: Any = read_json(data(f"generated/{name}.scenario.json").read_text())
    named = read_scenario({**document, "id": "other", "metadata": {"x": 1}})
    assert fingerprint(named) == DEMOS[name]


def test_the_worked_certificate() -> None:
    expected = json.loads(
        '{"format":"symcause.certificate/1","family":"scenario","problem":{"id":"demo-altitude","sha256":"'
        + DEMOS["demo-altitude"]
        + '"},"space":"declared","stage":"1","claim":{"name":"scenario","optimum":{"design":{"shield":2,'
        '"module":"filter","profile":"low"},"low":"83/100","upper":"83/100"},"threshold":{"status":"sound",'
        '"by":null},"traps":{"altitude":{"status":"proven","pair":["low","high"],"association":"1/10",'
        '"effect":"-1/10"}}},"evidence":{"kind":"finite"}}'
    )
    made = certified(demo("demo-altitude"))
    assert json.loads(json.dumps(made)) == expected
    assert verify(demo("demo-altitude"), expected).accepted is True


@pytest.mark.parametrize("name", VALUES)
def test_worked_values(name: str) -> None:
    problem = demo(name)
    kernel = Finite(problem, Work())
    found = [kernel.value(design) for design in kernel.designs()]
    assert found == [Fraction(text) for text in VALUES[name].split()]


@pytest.mark.parametrize("seed", range(6))
def test_kernel_and_engine_agree(seed: int) -> None:
    problem = read_scenario(random_scenario(Random(seed), loop=False))
    kernel, valuer = Finite(problem, Work()), Valuer(problem)
    listed = designs(problem, Space.DECLARED, 100)
    assert listed is not None and kernel.designs() == listed
    for design in listed:
        assert valuer.value(design).low == kernel.value(design)


# --- forgeries --------------------------------------------------------------------------------------------


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(value, dict):
        return [leaf for key in value for leaf in _leaves(value[key], (*path, key))]
    if isinstance(value, list):
        return [leaf for i, part in enumerate(value) for leaf in _leaves(part, (*path, i))]
    return [path]


def _changed(value: Any, rng: Random) -> Any:
    if value is None:
        return rng.choice(["default", "history", 0])
    if isinstance(value, int):
        return value + rng.choice((-1, 1))
    try:
        number = Fraction(value)
    except ValueError:
        words = ("sound", "off", "trivial", "low", "high", "zone", "plain", "filter", "refuted")
        return rng.choice([w for w in (*words, "clear", "hazy", "spurious") if w != value])
    return str(number + Fraction(rng.choice((-1, 1)), rng.choice((7, 100, 1000))))


@pytest.mark.parametrize("name", [name for name in DEMOS if "twin" not in name])
def test_changed_certificates_are_not_accepted(name: str) -> None:
    problem, rng = demo(name), Random(name)
    certificate = json.loads(json.dumps(certified(problem)))
    accepted = verify(problem, certificate)
    assert accepted.accepted is True, accepted.reason
    kernel = Finite(problem, Work())
    for _ in range(150):
        forged = deepcopy(certificate)
        path = rng.choice([p for p in _leaves(forged) if p[:2] != ("problem", "id")])
        place = forged
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = _changed(place[path[-1]], rng)
        found = verify(problem, forged)
        if found.accepted:  # another design that is as good
            best = forged["claim"]["optimum"]
            design = {
                k: Fraction(v) if isinstance(v, int) else v for k, v in best["design"].items()
            }
            assert kernel.value(design) == Fraction(best["low"]) == Fraction(best["upper"])


def test_other_claims() -> None:
    problem = demo("demo-assigned")
    frame = {key: value for key, value in certified(problem).items() if key != "claim"}

    def word(**claim: Any) -> bool | None:
        return verify(problem, {**frame, "claim": claim}).accepted

    assert word(name="value", design={"engine": 4}, low="98/125", high="98/125") is True
    assert word(name="value", design={"engine": 4}, low="0.784", high="0.785") is False
    assert word(name="value", design={"engine": 7}, low="98/125", high="98/125") is False
    assert word(name="optimum", design={"engine": 3}, low="653/1000", upper="98/125") is True
    assert word(name="optimum", design={"engine": 4}, low="98/125", upper="99/125") is False
    assert word(name="threshold", status="sound", by=None) is True
    assert word(name="threshold", status="trivial", by="default") is False
    engine = {"pair": [2, 5], "association": "-43/200", "effect": "73/1000"}
    assert word(name="trap", variable="engine", status="proven", **engine) is True
    assert word(name="trap", variable="engine", status="refuted", **engine) is False
    assert word(name="trap", variable="engines", status="proven", **engine) is False
    assert word(name="luck") is False


def test_a_certificate_of_another_scenario_is_rejected() -> None:
    first, second = demo("demo-altitude"), demo("demo-altitude-twin")
    assert verify(second, certified(first)).accepted is False


def test_a_draw_without_a_probability_is_rejected() -> None:
    document: Any = read_json(data("generated/demo-assigned.scenario.json").read_text())
    frame = certified(read_scenario(document))
    document["variables"][4]["draw"]["bernoulli"] = "1-loss*if(engine==6,4,1)"
    problem = read_scenario(document)
    claim = {"name": "value", "design": {"engine": 4}, "low": "98/125", "high": "98/125"}
    forged = {**frame, "problem": {"id": "x", "sha256": fingerprint(problem)}, "claim": claim}
    assert verify(problem, forged).accepted is False


def test_what_is_not_listed_is_neither_accepted_nor_rejected() -> None:
    from symcause.families.scenario.release.game_reader import published

    problem = published("weather_noise")
    claim = {"name": "threshold", "status": "unreachable", "by": None}
    certificate = {
        "format": "symcause.certificate/1",
        "family": "scenario",
        "problem": {"id": problem.id, "sha256": fingerprint(problem)},
        "space": "declared",
        "stage": "2",
        "claim": claim,
        "evidence": {"kind": "finite"},
    }
    assert verify(problem, certificate).accepted is None
    assert verify(problem, {**certificate, "evidence": {"kind": "tree"}}).accepted is False


def test_audit_and_verify_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, proof = data("generated/demo-survivors.scenario.json"), tmp_path / "proof.json"
    shell = Shell(capsys)
    code, _, _ = shell("audit", str(file), "--certificate", str(proof))
    assert code == 0 and proof.is_file()
    code, out, _ = shell("verify", str(file), str(proof))
    assert code == 0 and out.startswith("accepted (scenario)")
    code, _, err = shell(
        "audit", str(data("toys/toy-gauss.scenario.json")), "--certificate", str(proof)
    )
    assert code != 0 and "no certificate" in err
