"""Values that are stated of CausalGame, against a simulation that was written from the release alone."""

from __future__ import annotations

import json
from fractions import Fraction
from importlib.resources import files
from typing import Any

import pytest

from benchmarks._causalgame_drones import (
    REPAIRED,
    SHIFT,
    ZONE,
    Environment,
    Sent,
    antenna,
    base,
    value,
    weather,
)
from benchmarks.causalgame_simulation import CLAIMS, PHRASES, SHIELD, completion
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.problem.problem import Space, violations
from symcause.families.scenario.value.valuer import COARSE, Valuer
from tests.amounts import amount
from tests.scenario.cases import numbers, published

UNITS = amount(20_000, 1_000_000)

NAMES: dict[int, str] = {
    id(weather): "weather_noise",
    id(SHIFT): "deployment_zone_trap_env_shift",
    id(antenna): "antenna_trap",
    id(ZONE): "deployment_zone_trap_categorical",
    id(base): "deployment_zone_trap_categorical_no_selection_bias",
}


def options(sent: Sent) -> dict[str, Any]:
    """What is sent besides DEF, as the package calls it."""
    if sent.multiplier != 1:
        return {"equipment": True, "coating": "stealth"}
    if sent.resistance:
        return {"equipment": True, "enhancement_module": "signal_filter"}
    return {}


@pytest.mark.parametrize(("name", "environment", "sent", "stated"), CLAIMS)
def test_what_is_stated_is_simulated(
    name: str, environment: Environment, sent: Sent, stated: float
) -> None:
    share, error = value(environment, sent, UNITS)
    assert abs(share - stated) < 4.5 * error + 0.0005, name


@pytest.mark.parametrize(
    ("environment", "sent"), [(claim[1], claim[2]) for claim in CLAIMS if claim[1] is not REPAIRED]
)
def test_the_engine_agrees(environment: Environment, sent: Sent) -> None:
    problem = published(NAMES[id(environment)])
    design = problem.completed(numbers(*sent.defs, **options(sent)))
    found = Valuer(problem).value(design)
    share, error = value(environment, sent, UNITS, seed=2)
    assert float(found.low) - 4.5 * error < share < float(found.high) + 4.5 * error


@pytest.mark.parametrize("phrase", PHRASES)
def test_completions_keep_to_a_phrase_and_to_the_declared_space(
    phrase: tuple[str, Environment, dict[int, tuple[int, int]], int, Sent],
) -> None:
    import numpy as np

    _, environment, named, total, sent = phrase
    rng = np.random.default_rng(3)
    problem = published(NAMES[id(SHIFT if environment is REPAIRED else environment)])
    for _ in range(20):
        found = completion(named, 7 if environment is antenna else 8, total, rng)
        assert all(low <= found[at] <= high for at, (low, high) in named.items())
        design = problem.completed(numbers(*found, **options(sent)))
        assert not violations(problem, design, Space.DECLARED)


def test_a_completion_of_the_released_phrases_is_where_the_bounds_say() -> None:
    """Shift: 0.325 whatever is completed; zone: 0.797 to 0.804."""
    import numpy as np

    rng = np.random.default_rng(11)
    for environment, named, total, sent, low, high in (
        (SHIFT, {7: (25, 35)}, 90, Sent(()), 0.3249, 0.3253),
        (ZONE, {7: (25, 50)}, 70, Sent((), resistance=0.55), 0.797, 0.8036),
    ):
        problem = published(NAMES[id(environment)])
        for _ in range(amount(2, 50)):
            found = completion(named, 8, total, rng)
            design = problem.completed(numbers(*found, **options(sent)))
            known = Valuer(problem).value(design, cells=COARSE)
            assert low < float(known.low) <= float(known.high) < high


@pytest.mark.parametrize(
    ("resistance", "low", "high"), [("0", "0.7133", "0.7138"), ("0.45", "0.7974", "0.7975")]
)
def test_the_shift_with_shield_and_options_read_is_worth_what_the_page_says(
    resistance: str, low: str, high: str
) -> None:
    """The released model of the shift, with the reduction of interference that its files describe."""
    template = files("symcause.families.scenario.release").joinpath("models", "shift.json")
    tree = json.loads(template.read_text(encoding="utf-8"))
    for key in ("lacking", "fixed", "unread", "known_by", "accepted"):
        tree.pop(key, None)
    (effective,) = [variable for variable in tree["variables"] if variable["name"] == "eff"]
    assert effective["is"] == "emi"
    effective["is"] = f"emi * (1 - min(0.95, min(shield_def * 0.025, 0.8) + {resistance}))"
    problem = read_scenario(tree)
    found = Valuer(problem).value(problem.completed(numbers(*SHIELD)))
    assert Fraction(low) <= found.low <= found.high <= Fraction(high)
