"""Values of designs: rational where they can be, else enclosed; the same as brute force and simulation."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from random import Random
from typing import Any

import pytest

from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.value.enclosure.probability_bounds import enclose
from symcause.families.scenario.value.summation_plan import make_plan
from symcause.families.scenario.value.valuer import Valuer
from symcause.grammar.scenario.scenario_terms import Name
from tests.scenario.cases import (
    SLOW,
    UNITS,
    brute,
    published,
    random_design,
    random_scenario,
    standard_errors,
)
from tests.scenario.value.test_language import DEMO


@pytest.mark.few(2)
@pytest.mark.parametrize("loop", [False, True], ids=["plain", "loop"])
@pytest.mark.parametrize("seed", range(12))
def test_exact_values_are_those_of_brute_force(seed: int, loop: bool) -> None:
    document = random_scenario(Random(seed), loop)
    problem = read_scenario(document)
    valuer = Valuer(problem)
    plan = make_plan(problem.staged("1"), frozenset(problem.design), Name("survived"))
    for k in range(4):
        design = {"k": Fraction(k)}
        expected = brute(document, k)
        value = valuer.value(design)
        assert value.exact and value.low == expected
        found = enclose(plan, [design], 16)
        assert found.low[0] <= expected <= found.high[0]
        assert found.high[0] - found.low[0] < 1e-11


@pytest.mark.parametrize("seed", range(6))
def test_a_box_encloses_all_its_designs(seed: int) -> None:
    document = random_scenario(Random(seed), loop=seed % 2 == 0)
    problem = read_scenario(document)
    plan = make_plan(problem.staged("1"), frozenset(problem.design), Name("survived"))
    values = [brute(document, k) for k in range(4)]
    for low in range(4):
        for high in range(low, 4):
            found = enclose(plan, [{"k": (low, high)}], 16)
            assert found.low[0] <= min(values[low : high + 1])
            assert found.high[0] >= max(values[low : high + 1])


def _value(variables: list[dict[str, Any]], **design: Any) -> Any:
    problem = read_scenario(
        {
            "format": "symcause.scenario/1",
            "id": "one",
            "design": {"k": {"type": "integer", "min": 0, "max": 9, "default": 2}},
            "variables": variables,
            "outcome": "s",
        }
    )
    return Valuer(problem).value(problem.completed(design))


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        (
            [{"name": "u", "draw": {"uniform": [0, 1]}}, {"name": "s", "draw": {"bernoulli": "u"}}],
            "1/2",
        ),
        ([{"name": "u", "draw": {"uniform": [0, 1]}}, {"name": "s", "is": "3*u < k - 1"}], "1/3"),
        (
            [
                {"name": "u", "draw": {"uniform": [0, 3]}},
                {"name": "s", "draw": {"bernoulli": "clip(u - 1, 0, 1)"}},
            ],
            "1/2",
        ),
        (
            [
                {"name": "u", "draw": {"uniform": [0, 4]}},
                {"name": "v", "draw": {"bernoulli": "u/4"}},
                {"name": "s", "is": "v and floor(u) >= k"},
            ],
            "3/8",
        ),
        (
            [
                {"name": "u", "draw": {"uniform": [-1, 1]}},
                {"name": "s", "is": "abs(u) > 1/4 and max(u, 0) < 1/2"},
            ],
            "1/2",
        ),
        (
            [
                {"name": "u", "draw": {"uniform": [0, 1]}},
                {"name": "s", "draw": {"bernoulli": "2*u - 1/2"}},
            ],
            "1/2",
        ),
        (
            [
                {"name": "u", "draw": {"uniform": [0, 1]}},
                {"name": "s", "draw": {"bernoulli": "u + 1/2"}},
            ],
            "7/8",
        ),
    ],
    ids=["mean", "threshold", "clip", "floor", "abs", "beyond both ends", "beyond 1"],
)
def test_uniform_draws_with_thresholds_floors_and_lines_are_exact(
    variables: list[dict[str, Any]], expected: str
) -> None:
    value = _value(variables)
    assert value.exact and value.low == Fraction(expected)


def _hit(most: str, *, chance: str = "1", **more: str) -> dict[str, Any]:
    """A loop of one round; its amount is drawn from 1 to *most*."""
    told = {"times": "1", "chance": chance, "targets": {"t": "1"}, "amount": "c", **more}
    return {"name": "hit", "repeat": {**told, "draws": {"c": {"integer": ["1", most]}}}}


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ([_hit("2", chance="1/2"), {"name": "s", "is": "hit.t <= 1 and hit.t <= k"}], "3/4"),
        ([_hit("4"), {"name": "s", "is": "hit.t <= k and k <= 3 and hit.t < 2"}], "1/4"),
        (
            [
                {"name": "n", "draw": {"integer": ["1", "2"]}},
                _hit("n"),
                {"name": "s", "is": "hit.t <= 1"},
            ],
            "3/4",
        ),
        ([_hit("k"), {"name": "s", "is": "hit.t <= 1"}], "1/2"),
    ],
    ids=["both clauses", "all clauses", "a bound that was drawn", "a bound of the design"],
)
def test_loops_of_one_round_are_exact(variables: list[dict[str, Any]], expected: str) -> None:
    value = _value(variables)
    assert value.exact and value.low == Fraction(expected)


@pytest.mark.parametrize(
    ("variables", "truth"),
    [
        (
            [
                {"name": "u", "draw": {"uniform": [0, 1]}},
                {"name": "v", "draw": {"uniform": [0, 1]}},
                {"name": "s", "is": "u * v < 1/4"},
            ],
            0.25 + 0.25 * 1.3862943611,
        ),
        (
            [
                {"name": "u", "draw": {"uniform": [0, 1]}},
                {"name": "a", "draw": {"bernoulli": "u"}},
                {"name": "b", "draw": {"bernoulli": "u"}},
                {"name": "s", "is": "a and b"},
            ],
            1 / 3,
        ),
        (
            [
                {"name": "u", "draw": {"truncated": [0, 1, -1, 1]}},
                {"name": "s", "is": "u > 0.5"},
            ],
            0.149882 / 0.682689,
        ),
        (
            [
                {"name": "u", "draw": {"normal": ["k", "2"]}},
                {"name": "v", "draw": {"normal": ["u", "1"]}},
                {"name": "s", "is": "v > 4"},
            ],
            0.185547,
        ),
    ],
    ids=["product", "shared chance", "truncated", "sum of normals"],
)
def test_other_continuous_draws_are_enclosed(variables: list[dict[str, Any]], truth: float) -> None:
    value = _value(variables)
    assert not value.exact
    assert float(value.low) - 1e-5 <= truth <= float(value.high) + 1e-5
    assert value.width < Fraction(1, 10)


def test_a_condition_on_two_totals_is_bounded_and_says_why() -> None:
    loop = {
        "times": "k",
        "chance": "0.5",
        "targets": {"a": "1", "b": "1"},
        "amount": "1",
    }
    problem = read_scenario(
        {
            "format": "symcause.scenario/1",
            "id": "joint",
            "design": {"k": {"type": "integer", "min": 0, "max": 9, "default": 2}},
            "variables": [
                {"name": "f", "repeat": loop},
                {"name": "s", "is": "f.a + f.b < 2"},
            ],
            "outcome": "s",
        }
    )
    valuer = Valuer(problem)
    assert (valuer.value(problem.default).low, valuer.value(problem.default).high) == (0, 1)
    assert list(valuer.reasons) == ["one condition joins f.a and f.b"]


@pytest.mark.parametrize("rounds", ["-2", "0"])
def test_no_round_and_no_weight_hit_nothing(rounds: str) -> None:
    def variables(times: str, weight: str) -> list[dict[str, Any]]:
        loop = {"times": times, "chance": "1", "targets": {"a": weight}, "amount": "5"}
        return [{"name": "f", "repeat": loop}, {"name": "s", "is": "f.a < 1"}]

    assert _value(variables(rounds, "1")).low == 1
    assert _value(variables("3", "0")).low == 1
    assert _value(variables("3", "1")).high == 0


@pytest.mark.few(2)
@pytest.mark.parametrize("module", ["plain", "filter"])
@pytest.mark.parametrize("shield", [0, 30])
def test_the_example_of_the_language_holds_in_simulation(shield: int, module: str) -> None:
    problem = read_scenario(DEMO)
    design = {"shield": Fraction(shield), "module": module}
    rng, units, survived = Random(shield), 6_000, 0
    for _ in range(units):
        emi = rng.uniform(0.7, 0.9)  # zone b alone in stage 2
        eff = emi * (1 - min(0.95, shield / 40 + (0.55 if module == "filter" else 0)))
        hull = 0
        for _ in range(floor(10 + 8 * eff)):
            if rng.random() < 0.8:
                amount = floor(70 * rng.uniform(0.7, 1.3)) * (2 if rng.random() < 0.2 else 1)
                hull += amount * (rng.random() < 1.5 / (1.5 if eff > 0.5 else 2))
        survived += hull < 100
    value = Valuer(problem).value(design)
    assert value.width < Fraction(1, 1000)
    assert standard_errors(value, survived, units) < 5


def _against_simulation(name: str, seed: int, units: int) -> None:
    problem = published(name)
    rng = Random(f"{name} {seed}")
    design = random_design(problem, rng)
    value = Valuer(problem).value(design)
    assert value.width <= Fraction(2, 1000)
    survived = sum(UNITS[name](rng, design) for _ in range(units))
    assert standard_errors(value, survived, units) < 5, (design, str(value), survived / units)


@pytest.mark.few(4)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", list(UNITS))
def test_values_of_released_models_hold_in_simulation(name: str, seed: int) -> None:
    _against_simulation(name, seed, 3_000)


@SLOW
@pytest.mark.parametrize("seed", range(100, 140))
@pytest.mark.parametrize("name", list(UNITS))
def test_many_values_of_released_models_hold_in_simulation(name: str, seed: int) -> None:
    _against_simulation(name, seed, 20_000)


@pytest.mark.few(3)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "name", ["antenna_trap", "deployment_zone_trap_categorical", "weather_noise"]
)
def test_boxes_of_released_models_hold_their_designs(name: str, seed: int) -> None:
    problem, rng = published(name), Random(seed)
    valuer = Valuer(problem)
    first, second = (random_design(problem, rng) for _ in range(2))
    box: dict[str, Any] = dict(first)
    inside = dict(first)
    for part in (n for n in problem.design if n.endswith("_def")):
        low, high = sorted((int(first[part]), int(second[part])))
        box[part] = (low, high)
        inside[part] = Fraction(rng.randint(low, high))
    (bound,) = valuer.bounds([box])
    value = valuer.value(inside)
    assert bound.low <= value.high and value.low <= bound.high


@pytest.mark.parametrize(
    ("drawn", "rule", "reason"),
    [
        ({"truncated": ["0", "1", "100", "101"]}, "q < 100.5", "too far from its mean"),
        ({"integer": ["0", "1000000000000"]}, "q > 5", "more than 4,000,000 states"),
    ],
)
def test_what_is_beyond_the_engines_is_open_and_says_why(
    drawn: dict[str, Any], rule: str, reason: str
) -> None:
    problem = read_scenario(
        {
            "format": "symcause.scenario/1",
            "id": "beyond",
            "design": {"shield": {"type": "integer", "min": 0, "max": 1, "default": 0}},
            "variables": [{"name": "q", "draw": drawn}, {"name": "survived", "is": rule}],
            "outcome": "survived",
        }
    )
    valuer = Valuer(problem)
    value = valuer.value(problem.default)
    assert (value.low, value.high) == (0, 1)
    assert any(reason in said for said in valuer.reasons)
