"""Random scenarios with a simulation of their own.

Every expression is made twice, as the text that goes into the file and as a function over columns of units.
Nothing of the project is used for it: neither its parser, nor its sampler, nor its arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np
import scipy

Columns = dict[str, Any]
"""A column of every variable, over all units."""

Made = tuple[str, Callable[[Columns], Any]]
"""An expression: its text, and what it gives."""

UNITS = "units"
_ROUNDS = 7


def constant(text: str) -> Made:
    return text, lambda at: np.full(at[UNITS], float(text))


def clipped(given: Made, low: float, high: float) -> Made:
    text, value = given
    return f"clip({text}, {low:g}, {high:g})", lambda at: np.clip(value(at), low, high)


@dataclass
class Expressions:
    """Random expressions over the names that are known by now."""

    rng: Random
    numbers: list[str] = field(default_factory=list)
    truths: list[str] = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)

    def number(self, depth: int) -> Made:
        if depth <= 0 or self.rng.random() < 0.3:
            if self.numbers and self.rng.random() < 0.75:
                name = self.rng.choice(self.numbers)
                return name, lambda at: at[name] * 1.0
            return constant(self.rng.choice(("0", "1", "0.5", "2", "0.25", "1.5", "-1", "-0.4")))
        kinds = (self._sum, self._extreme, self._unary, self._if, self._case)
        return self.rng.choice(kinds)(depth - 1)

    def _sum(self, depth: int) -> Made:
        (a, left), (b, right) = self.number(depth), self.number(depth)
        sign, apply = self.rng.choice((("+", np.add), ("-", np.subtract), ("*", np.multiply)))
        return f"({a} {sign} {b})", lambda at: apply(left(at), right(at))

    def _extreme(self, depth: int) -> Made:
        (a, left), (b, right) = self.number(depth), self.number(depth)
        name, apply = self.rng.choice((("min", np.minimum), ("max", np.maximum)))
        return f"{name}({a}, {b})", lambda at: apply(left(at), right(at))

    def _unary(self, depth: int) -> Made:
        text, value = self.number(depth)
        small = f"clip({text}, -2, 1)"
        found: list[Made] = [
            clipped((text, value), -1, 2),
            (f"floor({text})", lambda at: np.floor(value(at))),
            (f"abs({text})", lambda at: np.abs(value(at))),
            (f"({text} / -4)", lambda at: value(at) / -4),
            (f"exp({small})", lambda at: np.exp(np.clip(value(at), -2, 1))),
            (f"sigmoid({small})", lambda at: 1 / (1 + np.exp(-np.clip(value(at), -2, 1)))),
        ]
        return self.rng.choice(found)

    def _if(self, depth: int) -> Made:
        (c, holds), (a, yes), (b, no) = self.truth(depth), self.number(depth), self.number(depth)
        return f"if({c}, {a}, {b})", lambda at: np.where(holds(at), yes(at), no(at))

    def _case(self, depth: int) -> Made:
        if not self.choices:
            return self.number(depth)
        name = self.rng.choice(sorted(self.choices))
        parts = {option: self.number(depth) for option in self.choices[name]}

        def value(at: Columns) -> Any:
            return sum(
                np.where(at[name] == option, part[1](at), 0) for option, part in parts.items()
            )

        listed = ", ".join(f"{option}: {part[0]}" for option, part in parts.items())
        return f"case({name}, {listed})", value

    def truth(self, depth: int) -> Made:
        chance = self.rng.random()
        if self.truths and chance < 0.3:
            name = self.rng.choice(self.truths)
            return name, lambda at: at[name]
        if self.choices and chance < 0.45:
            name = self.rng.choice(sorted(self.choices))
            option = self.rng.choice(self.choices[name])
            return f'{name} == "{option}"', lambda at: at[name] == option
        if depth > 0 and chance < 0.6:
            (a, left), (b, right) = self.truth(depth - 1), self.truth(depth - 1)
            word, apply = self.rng.choice((("and", np.logical_and), ("or", np.logical_or)))
            return f"({a} {word} {b})", lambda at: apply(left(at), right(at))
        if depth > 0 and chance < 0.68:
            text, value = self.truth(depth - 1)
            return f"(not ({text}))", lambda at: np.logical_not(value(at))
        (a, less), (b, more) = self.number(depth), self.number(depth - 1)
        sign, compare = self.rng.choice((("<", np.less), (">=", np.greater_equal)))
        return f"{a} {sign} {b}", lambda at: compare(less(at), more(at))


Step = Callable[[Columns, np.random.Generator], None]


@dataclass
class Making:
    """One scenario: the document, a design, and how its units are drawn."""

    rng: Random
    document: dict[str, Any] = field(default_factory=dict)
    design: dict[str, Any] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.known = Expressions(self.rng)
        self.variables: list[dict[str, Any]] = []
        self._design()
        size, at = self.rng.randint(2, 5), self.rng.randint(0, 2)
        loop = self.rng.random() < 0.35
        for number in range(size):
            self.rng.choice(_KINDS)(self, f"v{number}")
            if loop and number == at:
                self._loop()
        self._outcome(loop and at < size)
        self.document |= {
            "format": "symcause.scenario/1",
            "id": "made",
            "variables": self.variables,
            "outcome": "survived",
        }

    def survival(self, seed: int, units: int) -> float:
        """The share of units that survive, in a simulation."""
        rng = np.random.default_rng(seed)
        at: Columns = {UNITS: units}
        at |= {name: np.full(units, value) for name, value in self.design.items()}
        for step in self.steps:
            step(at, rng)
        return float(np.mean(at["survived"]))

    def _design(self) -> None:
        declared: dict[str, Any] = {}
        for number in range(self.rng.randint(1, 2)):
            name, kind = f"d{number}", self.rng.choice(("integer", "integer", "boolean", "choice"))
            if kind == "integer":
                declared[name] = {"type": kind, "min": 0, "max": 4, "default": 0}
                self.design[name] = self.rng.randint(0, 4)
                self.known.numbers.append(name)
            elif kind == "boolean":
                declared[name] = {"type": kind, "default": False}
                self.design[name] = self.rng.random() < 0.5
                self.known.truths.append(name)
            else:
                declared[name] = {"type": kind, "options": ["p", "q"], "default": "p"}
                self.design[name] = self.rng.choice("pq")
                self.known.choices[name] = ["p", "q"]
        self.document["design"] = declared

    def _defined(self, name: str, text: str, value: Callable[[Columns], Any]) -> None:
        self.variables.append({"name": name, "is": text})
        self.steps.append(lambda at, rng: at.update({name: value(at)}))

    def _drawn(
        self, name: str, draw: dict[str, Any], value: Callable[[Columns, np.random.Generator], Any]
    ) -> None:
        self.variables.append({"name": name, "draw": draw})
        self.steps.append(lambda at, rng: at.update({name: value(at, rng)}))

    def bernoulli(self, name: str) -> None:
        text, chance = clipped(self.known.number(1), 0, 1)
        self._drawn(name, {"bernoulli": text}, lambda at, rng: rng.random(at[UNITS]) < chance(at))
        self.known.truths.append(name)

    def categorical(self, name: str) -> None:
        text, chance = clipped(self.known.number(1), 0, 1)
        self._drawn(
            name,
            {"categorical": {"a": text, "b": f"1 - {text}"}},
            lambda at, rng: np.where(rng.random(at[UNITS]) < chance(at), "a", "b"),
        )
        self.known.choices[name] = ["a", "b"]

    def uniform(self, name: str) -> None:
        (a, low), (b, width) = (
            clipped(self.known.number(1), -3, 3),
            clipped(self.known.number(1), 0, 2),
        )
        if self.rng.random() < 0.5:
            (a, low), (b, width) = constant("0"), constant("0.5")
        self._drawn(
            name,
            {"uniform": [a, f"{a} + 0.5 + {b}"]},
            lambda at, rng: low(at) + (0.5 + width(at)) * rng.random(at[UNITS]),
        )
        self.known.numbers.append(name)

    def integer(self, name: str) -> None:
        text, low = clipped(self.known.number(1), -3, 3)
        self._drawn(
            name,
            {"integer": [f"floor({text})", f"floor({text}) + 3"]},
            lambda at, rng: np.floor(low(at)) + rng.integers(0, 4, at[UNITS]),
        )
        self.known.numbers.append(name)

    def _bell(self) -> tuple[Made, Made]:
        """A mean and a deviation, often those of all units alike."""
        mean = constant("0.3") if self.rng.random() < 0.4 else clipped(self.known.number(1), -3, 3)
        text, wider = clipped(self.known.number(1), 0, 2)
        if self.rng.random() < 0.4:
            return mean, constant("0.8")
        return mean, (f"0.3 + {text}", lambda at: 0.3 + wider(at))

    def normal(self, name: str) -> None:
        (m, mean), (s, deviation) = self._bell()
        self._drawn(
            name,
            {"normal": [m, s]},
            lambda at, rng: mean(at) + deviation(at) * rng.standard_normal(at[UNITS]),
        )
        self.known.numbers.append(name)

    def truncated(self, name: str) -> None:
        (m, mean), (s, deviation) = self._bell()
        a, low = clipped(self.known.number(1), -2, 1)
        if self.rng.random() < 0.5:
            a, low = constant("-1")

        def value(at: Columns, rng: np.random.Generator) -> Any:
            centre, width, least = mean(at), deviation(at), low(at)
            below, above = (
                scipy.stats.norm.cdf((least - centre) / width),
                scipy.stats.norm.cdf((1.5 - centre) / width),
            )
            share = below + (above - below) * rng.random(at[UNITS])
            return np.clip(centre + width * scipy.stats.norm.ppf(share), least, 1.5)

        self._drawn(name, {"truncated": [m, s, a, "1.5"]}, value)
        self.known.numbers.append(name)

    def number(self, name: str) -> None:
        self._defined(name, *self.known.number(2))
        self.known.numbers.append(name)

    def truth(self, name: str) -> None:
        self._defined(name, *self.known.truth(2))
        self.known.truths.append(name)

    def _loop(self) -> None:
        """A fight: rounds, a chance, two targets, an amount that may depend on earlier variables."""
        a, times = clipped(self.known.number(1), 0, 4)
        b, chance = clipped(self.known.number(1), 0.05, 0.9)
        c, weight = clipped(self.known.number(1), 0, 2)
        d, more = clipped(self.known.number(1), 0, 2)
        if self.rng.random() < 0.6:
            d, more = constant("0")
        draws = {"u": {"uniform": ["0", "1"]}, "crit": {"bernoulli": "0.3"}}
        repeat = {
            "times": f"floor({a}) + 2",
            "chance": b,
            "targets": {"h": "1.5", "k": c},
            "draws": draws,
            "amount": f"floor(3*u) + if(crit, 2, 1) + {d}",
        }
        self.variables.append({"name": "fight", "repeat": repeat})

        def fight(at: Columns, rng: np.random.Generator) -> None:
            units = at[UNITS]
            rounds, hull, keel, hits = np.floor(times(at)) + 2, *(np.zeros(units) for _ in range(3))
            for turn in range(_ROUNDS):
                hit = (turn < rounds) & (rng.random(units) < chance(at))
                on_hull = rng.random(units) * (1.5 + weight(at)) < 1.5
                amount = np.floor(3 * rng.random(units)) + 1 + (rng.random(units) < 0.3) + more(at)
                hull += np.where(hit & on_hull, amount, 0)
                keel += np.where(hit & ~on_hull, amount, 0)
                hits += hit
            at |= {"fight.h": hull, "fight.k": keel, "fight.hits": hits}

        self.steps.append(fight)

    def _outcome(self, looped: bool) -> None:
        text, value = self.known.truth(2)
        if looped:
            h, k = self.rng.choice(("3", "5", "7.5")), self.rng.choice(("2", "4"))
            first = text, value
            text = f"({first[0]}) and fight.h <= {h} and fight.k < {k}"
            value = lambda at: (  # noqa: E731
                first[1](at) & (at["fight.h"] <= float(h)) & (at["fight.k"] < float(k))
            )
        self._defined("survived", text, value)


_KINDS = (
    Making.bernoulli,
    Making.categorical,
    Making.uniform,
    Making.integer,
    Making.normal,
    Making.truncated,
    Making.truncated,
    Making.number,
    Making.truth,
)
