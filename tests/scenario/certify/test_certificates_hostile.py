"""Certificates of scenarios that ask for too much, or name what is no value: an answer in time."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random
from typing import Any

import pytest

from symcause.families.scenario.certify.twin_certificate import twin_part
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.models.rational_intervals import rounded
from symcause.families.scenario.problem.fingerprint import fingerprint
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.questions.audit import Audit
from symcause.families.scenario.verifier.kernel import verify
from symcause.families.scenario.verifier.twin_pair import _first, tail
from symcause.formats.json_text import read_json
from symcause.kernel.verification import Verification
from symcause.kernel.work import Work
from tests.scenario.cases import data

FINITE = {"kind": "finite"}
LEVELS: dict[str, Any] = {"level": {"type": "integer", "min": 0, "max": 1, "default": 0}}
BOTH = [{"weight": 1, "design": {"level": level}} for level in (0, 1)]


def scenario(*variables: dict[str, Any], **changed: Any) -> ScenarioProblem:
    document = {
        "format": "symcause.scenario/1",
        "id": "hostile",
        "design": LEVELS,
        "variables": list(variables),
        "outcome": "survived",
        "history": {"records": 10, "policy": BOTH},
        "evaluate": {"fleet": 10, "threshold": "1/4"},
    }
    return read_scenario({**document, **changed})


def said(
    problem: ScenarioProblem,
    evidence: dict[str, Any],
    twin: ScenarioProblem | None = None,
    **claim: Any,
) -> Verification:
    certificate = {
        "format": "symcause.certificate/1",
        "family": "scenario",
        "problem": {"id": None, "sha256": fingerprint(problem)},
        "space": "declared",
        "stage": "1",
        "claim": claim,
        "evidence": evidence,
    }
    return verify(problem, certificate, Work(), twin)


def test_a_pair_of_another_type_is_no_pair() -> None:
    problem = scenario({"name": "survived", "draw": {"bernoulli": "1/2 + level/10"}})
    trap = {"variable": "level", "status": "refuted", "association": "1/10", "effect": "1/10"}
    assert said(problem, FINITE, name="trap", pair=[0, 1], **trap).accepted is True
    for pair in ([False, True], [0], [0, 1, 1], ["0", "1"]):
        assert said(problem, FINITE, name="trap", pair=pair, **trap).accepted is False


@pytest.mark.parametrize("pair", [["a", "b"], [False, True], [0, 5], [10**400, 1]])
@pytest.mark.parametrize("name", ["level", "wind", "number"])
def test_bounds_reject_a_value_that_cannot_be(name: str, pair: list[object]) -> None:
    problem = scenario(
        {"name": "wind", "draw": {"uniform": ["0", "1"]}},
        {"name": "number", "draw": {"integer": ["0", "1"]}},
        {
            "name": "survived",
            "draw": {"bernoulli": "if(wind < 1/2, 1/3, 1/5) + (level + number)/10"},
        },
    )
    wide = {"low": "-1", "high": "1"}
    found = said(
        problem,
        {"kind": "cells", "cells": {"wind": ["1/2"]}},
        name="trap",
        variable=name,
        status="proven",
        pair=pair,
        association=wide,
        effect=wide,
    )
    assert found.accepted is False


@pytest.mark.parametrize(("amount", "cap"), [(5_000, 30_000), (5_000, 100_000), (30_000, 29_999)])
def test_totals_that_are_not_listed_are_beyond_the_kernel(amount: int, cap: int) -> None:
    loop = {"times": "30", "chance": "1/2", "targets": {"hull": "1", "gun": "1"}, "draws": {}}
    problem = scenario(
        {"name": "hit", "repeat": {**loop, "amount": f"{amount}"}},
        {"name": "survived", "is": f"hit.hull < {cap}"},
    )
    found = said(
        problem,
        {"kind": "cells", "cells": {}},
        name="value",
        design={"level": 0},
        low="0",
        high="1",
    )
    assert found.accepted is None and "20,000" in found.reason


def long_fractions() -> ScenarioProblem:
    """A value whose denominator has more digits than Python writes."""
    parts = [{"name": f"p{i}", "is": f"1/{10**290 + i}"} for i in range(17)]
    product = "*".join(f"p{i}" for i in range(17))
    return scenario(*parts, {"name": "survived", "draw": {"bernoulli": product}})


def test_numbers_too_long_to_write_are_named_by_their_length() -> None:
    found = said(long_fractions(), FINITE, name="value", design={"level": 0}, low="1/2", high="1/2")
    assert found.accepted is False and "a number of 16378 bits" in found.reason


def test_tiny_values_are_audited() -> None:
    *_, document = Audit(effort=1_000_000).answers(long_fractions())
    assert document.to_dict()["optimum"]["upper"].endswith("e-4930")


@pytest.mark.parametrize("power", [7, 30, 31, 99, 300])
def test_tiny_numbers_keep_six_digits(power: int) -> None:
    assert rounded(Fraction(1, 10**power), up=False) == f"1e-{power}"
    assert rounded(Fraction(1, 3 * 10**power), up=True) == f"3.33334e-{power + 1}"


def test_too_many_designs_are_not_listed() -> None:
    design = {f"a{i}": {"type": "integer", "min": 0, "max": 9, "default": 0} for i in range(6)}
    problem = scenario(
        {"name": "survived", "draw": {"bernoulli": "a0/20"}},
        design=design,
        constraints=["a0 < 0"],
        history={"records": 5, "policy": [{"weight": 1, "design": {}}]},
    )
    found = said(problem, FINITE, name="threshold", status="unreachable", by=None)
    assert found.accepted is None and "the designs take more" in found.reason


def demo_twins(**changed: Any) -> tuple[ScenarioProblem, ScenarioProblem]:
    found = []
    for name in ("demo-altitude", "demo-altitude-twin"):
        document: Any = read_json(data(f"generated/{name}.scenario.json").read_text())
        document = {
            key: value for key, value in {**document, **changed}.items() if value is not None
        }
        found.append(read_scenario(document))
    return found[0], found[1]


def test_the_chances_of_a_large_fleet_are_not_begun() -> None:
    first, second = demo_twins(evaluate={"fleet": 200_000, "threshold": "39/50"})
    found = said(
        first,
        FINITE,
        second,
        name="twin",
        other={"id": None, "sha256": fingerprint(second)},
        passive="1/2",
        active=None,
        **{"lambda": "1/2"},
    )
    assert found.accepted is None and "the chances of a fleet take more" in found.reason


def test_twins_without_a_history() -> None:
    part = twin_part(*demo_twins(history=None), "other.json")
    assert part.status == "proven" and part.history == ()


def test_chances_of_a_fleet() -> None:
    rng = Random(3)
    chances = [Fraction(0), Fraction(1), *(Fraction(rng.randint(0, 12), 12) for _ in range(20))]
    for p in chances:
        for n in (1, 2, 7, 12):
            listed = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
            above = [sum(listed[c:]) for c in range(n + 2)]
            assert [tail(n, c, p) for c in range(n + 2)] == above
            assert _first(n, p) == next(
                c for c, found in enumerate(above) if found <= Fraction(1, 20)
            )
