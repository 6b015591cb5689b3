"""Random scenarios with every kind of draw: values hold in simulation, boxes hold their designs."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.models.model_components import Define, Distribution, Draw, Repeat
from symcause.families.scenario.models.term_evaluation import evaluate
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.value.valuer import COARSE, Valuer
from tests.scenario.cases import SLOW, standard_errors

UNITS = 3_000


class Maker:
    """Writes a random scenario, variable by variable."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.numbers = ["k"]
        self.truths: list[str] = []
        self.variables: list[dict[str, Any]] = []

    def document(self) -> dict[str, Any]:
        for index in range(self.rng.randint(2, 5)):
            self._draw(f"v{index}")
            self._define(f"d{index}")
        if self.rng.random() < 0.5:
            self._loop()
            event = f"fight.a <= {self.number(1)} and (fight.b < 4 or {self.truth(1)})"
        else:
            event = self.truth(2)
        self.variables.append({"name": "survived", "is": event})
        return {
            "format": "symcause.scenario/1",
            "id": "fuzz",
            "design": {"k": {"type": "integer", "min": 0, "max": 6, "default": 2}},
            "variables": self.variables,
            "outcome": "survived",
        }

    def number(self, depth: int) -> str:
        rng = self.rng
        if depth == 0 or rng.random() < 0.3:
            return rng.choice([*self.numbers, str(rng.randint(-2, 5)), f"{rng.randint(1, 9)}/4"])
        a, b = self.number(depth - 1), self.number(depth - 1)
        form = rng.choice(
            [
                "({a} + {b})",
                "({a} - {b})",
                "({a} * {b}) / 3",
                "min({a}, {b})",
                "max({a}, {b})",
                "floor({a})",
                "abs({a})",
                "clip({a}, -1, 2)",
                "if({t}, {a}, {b})",
                "case(z, p: {a}, else: {b})",
            ]
        )
        return form.format(a=a, b=b, t=self.truth(depth - 1))

    def truth(self, depth: int) -> str:
        rng = self.rng
        if self.truths and (depth == 0 or rng.random() < 0.2):
            return rng.choice(self.truths)
        if depth <= 0:
            return (
                f"{rng.choice(self.numbers)} {rng.choice(['<', '>=', '>'])} {rng.randint(-1, 3)}/2"
            )
        form = rng.choice(["{x} < {y}", "{x} >= {y}", "({s} or {t})", "({s} and {t})", "not {s}"])
        return (
            "("
            + form.format(
                x=self.number(depth - 1),
                y=self.number(depth - 1),
                s=self.truth(depth - 1),
                t=self.truth(depth - 1),
            )
            + ")"
        )

    def _draw(self, name: str) -> None:
        kind = self.rng.choice(["uniform", "bernoulli", "integer", "normal"])
        if not self.variables:
            drawn: dict[str, Any] = {"categorical": {"p": "0.25", "q": "0.75"}}
            self.variables.append({"name": "z", "draw": drawn})
        if kind == "uniform":
            low = self.number(1)
            self.variables.append(
                {"name": name, "draw": {kind: [low, f"{low} + {self.rng.randint(1, 3)}"]}}
            )
        elif kind == "integer":
            self.variables.append(
                {"name": name, "draw": {kind: ["-1", str(self.rng.randint(0, 2))]}}
            )
        elif kind == "normal":
            self.variables.append({"name": name, "draw": {kind: [self.number(0), "1.5"]}})
        else:
            chance = f"clip(0.4 + ({self.number(1)})/8, 0.05, 0.9)"
            self.variables.append({"name": name, "draw": {kind: chance}})
            self.truths.append(name)
            return
        self.numbers.append(name)

    def _define(self, name: str) -> None:
        if self.rng.random() < 0.5:
            self.variables.append({"name": name, "is": self.number(2)})
            self.numbers.append(name)
        else:
            self.variables.append({"name": name, "is": self.truth(2)})
            self.truths.append(name)

    def _loop(self) -> None:
        loop = {
            "times": f"clip({self.number(1)}, 0, 5)",
            "chance": f"clip(0.5 + ({self.number(1)})/9, 0, 1)",
            "targets": {"a": "1", "b": f"max(0, {self.number(1)})", "c": "1/2"},
            "draws": {"x": {"uniform": ["0", "3"]}, "twice": {"bernoulli": "0.3"}},
            "amount": self.rng.choice(
                ["floor(x) + if(twice, 2, 0)", "x", f"max(0, x + {self.number(0)})"]
            ),
        }
        self.variables.append({"name": "fight", "repeat": loop})


def _sampled(drawn: Distribution, values: dict[str, Any], rng: Random) -> Any:
    given = [evaluate(term, values) for term in drawn.terms]
    if drawn.kind == "categorical":
        return rng.choices(drawn.options, [float(w) for w in given])[0]
    if drawn.kind == "bernoulli":
        return rng.random() < given[0]
    if drawn.kind == "integer":
        return Fraction(rng.randint(int(given[0]), int(given[1])))
    if drawn.kind == "uniform":
        return given[0] + (given[1] - given[0]) * Fraction(rng.random())
    return Fraction(rng.gauss(float(given[0]), float(given[1])))


def _unit(problem: ScenarioProblem, k: int, rng: Random) -> bool:
    values: dict[str, Any] = {"k": Fraction(k)}
    for variable in problem.variables:
        if isinstance(variable, Define):
            values[variable.name] = evaluate(variable.term, values)
        elif isinstance(variable, Draw):
            values[variable.name] = _sampled(variable.distribution, values, rng)
        else:
            assert isinstance(variable, Repeat)
            values |= _fought(variable, values, rng)
    return values["survived"] is True


def _fought(loop: Repeat, values: dict[str, Any], rng: Random) -> dict[str, Any]:
    totals = dict.fromkeys(loop.totals, Fraction(0))
    weights = [float(evaluate(weight, values)) for _, weight in loop.targets]
    for _ in range(int(evaluate(loop.times, values))):
        if rng.random() < evaluate(loop.chance, values):
            inner = dict(values)
            for name, drawn in loop.draws:
                inner[name] = _sampled(drawn, inner, rng)
            totals[rng.choices(loop.totals, weights)[0]] += evaluate(loop.amount, inner)
    return totals


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(40))
def test_random_scenarios(seed: int) -> None:
    _holds(seed)


@SLOW
@pytest.mark.parametrize("seed", range(40, 300))
def test_many_random_scenarios(seed: int) -> None:
    _holds(seed)


def test_chances_that_add_up_to_more_than_one_give_no_false_bound() -> None:
    """Targets whose weights are only enclosed: the lower side once exceeded the upper one."""
    _holds(41)


def _holds(seed: int) -> None:
    problem = read_scenario(Maker(seed).document())
    valuer, rng = Valuer(problem), Random(seed)
    k = rng.randint(0, 6)
    value = valuer.value({"k": Fraction(k)}, cells=COARSE)
    survived = sum(_unit(problem, k, rng) for _ in range(UNITS))
    assert standard_errors(value, survived, UNITS) < 5
    low, high = sorted((k, rng.randint(0, 6)))
    (bound,) = valuer.bounds([{"k": (low, high)}])
    assert bound.low <= value.high and value.low <= bound.high
