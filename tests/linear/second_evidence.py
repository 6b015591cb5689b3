"""What the readings of a linear problem say, from the definitions alone: nothing of the project is used.

Every reading of a variable whose equation acts is a row *reading − base − Σ coefficients·parents within
half a unit*. Bases are unknowns, one for each stretch of readings that shares one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from typing import Any

Values = dict[str, Fraction]
Parents = tuple[str, ...]
ZERO = Fraction(0)


@dataclass(frozen=True)
class Row:
    """One reading of a variable: near the base of its stretch (or a known one) plus contributions."""

    values: Values
    read: Fraction  # without what a disturbance adds directly
    stretch: str
    known: Fraction | None = None


@dataclass(frozen=True)
class Setting:
    """Exact data with a disturbance: a set variable reads v plus the effect of H."""

    variable: str
    surplus: Fraction
    level: Fraction


@dataclass(frozen=True)
class Story:
    """One way the disturbance may have gone: its value at every state, and what 1 of it adds."""

    levels: tuple[Fraction, ...]
    pushes: tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True)
class Span:
    """Between which values something lies; None is unbounded."""

    low: Fraction | None
    high: Fraction | None
    low_attained: bool = True
    high_attained: bool = True

    def joined(self, other: Span | None) -> Span:
        if other is None:
            return self
        low, low_attained = _further(self.low, self.low_attained, other.low, other.low_attained, -1)
        high, high_attained = _further(
            self.high, self.high_attained, other.high, other.high_attained, 1
        )
        return Span(low, high, low_attained, high_attained)


def _further(
    a: Fraction | None, a_in: bool, b: Fraction | None, b_in: bool, sign: int
) -> tuple[Fraction | None, bool]:
    if a is None or b is None:
        return None, False
    if a == b:
        return a, a_in or b_in
    return (a, a_in) if sign * (a - b) > 0 else (b, b_in)


def _values(stated: Mapping[str, Any]) -> Values:
    return {name: Fraction(value) for name, value in stated.items()}


class Evidence:
    """What a document says, and what each reading in it says about one variable's equation."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.names: list[str] = sorted(document["variables"])
        self.target: str = document["target"]
        self.quadratic = document.get("family", "linear") == "quadratic"
        self.semantics: str = document.get("semantics", "set")
        self.unit = Fraction(document.get("rounding", "0"))
        self.records = [_values(record["values"]) for record in document.get("records", [])]
        self.chain = [_values(state["values"]) for state in document.get("chain", [])]
        self.acts: list[dict[str, Fraction | None] | None] = [
            None
            if "intervene" not in state
            else {k: None if v is None else Fraction(v) for k, v in state["intervene"].items()}
            for state in document.get("chain", [])
        ]
        domain = document.get("coefficients", {"domain": "rational"})
        self.integer = domain["domain"] == "integer"
        self.box = range(domain["min"], domain["max"] + 1) if self.integer else range(0)
        self.least = Fraction(domain["min_effect"]) if "min_effect" in domain else None
        bases = document.get("bases", {})
        self.lowest = Fraction(bases["min"]) if bases.get("min") is not None else None
        self.highest = Fraction(bases["max"]) if bases.get("max") is not None else None
        self.reactor = _values(document["reactor"]["values"]) if "reactor" in document else None

    def candidates(self, name: str) -> list[str]:
        causes = self.document.get("target_may_cause", False)
        return [p for p in self.names if p != name and (causes or p != self.target)]

    def parent_sets(self, name: str) -> Iterator[Parents]:
        most = self.document.get("max_parents")
        found = self.candidates(name)
        for size in range(len(found) + 1 if most is None else min(most, len(found)) + 1):
            yield from combinations(found, size)

    @cached_property
    def stories(self) -> list[Story]:
        hidden = self.document.get("hidden")
        if hidden is None:
            return [Story((ZERO,) * len(self.chain), ())]
        weight = hidden.get("weight", 1)
        weights = {
            v: Fraction(weight.get(v, 1) if isinstance(weight, dict) else weight)
            for v in self.names
        }
        nodes = hidden.get("nodes")
        chosen = [tuple(nodes)] if nodes is not None else list(subsets(self.names))
        values = sorted({Fraction(v) for v in hidden["values"]})
        acted = [i for i, act in enumerate(self.acts) if act is not None]
        found = []
        for drawn in product(values, repeat=len(acted)):
            level, levels = Fraction(hidden.get("initial", 0)), []
            draws = iter(drawn)
            for act in self.acts:
                level = level if act is None else next(draws)
                levels.append(level)
            found += [
                Story(tuple(levels), tuple((v, weights[v]) for v in nodes)) for nodes in chosen
            ]
        return found

    def rows(self, name: str, story: Story) -> tuple[list[Row], list[Setting]] | None:
        """None: the readings of this variable contradict themselves, whatever its equation is."""
        mine = name in self.document["controllable"]
        push = dict(story.pushes).get(name, ZERO)
        rows = [
            Row(values, values[name], f"born {i}" if mine else "born")
            for i, values in enumerate(self.records)
        ]
        settings = []
        stretch, known, cut = "born chain" if mine else "born", None, None
        for i, (values, act, level) in enumerate(
            zip(self.chain, self.acts, story.levels, strict=True)
        ):
            asked = None if act is None else act.get(name)
            if self.semantics == "set" and asked is not None:
                stretch = f"made {i}"
                if self.document.get("hidden") is None:
                    if abs(values[name] - asked) > self.unit:
                        return None
                elif not self.unit:
                    settings.append(Setting(name, values[name] - asked, level))
            if self.semantics == "shift" and asked is not None:
                known = asked
            if self.semantics == "do" and act is not None:
                cut = asked
            if self.semantics == "hold" and act is not None and name in act:
                cut = asked
            if cut is not None:
                if abs(values[name] - cut) > self.unit / 2:
                    return None
                continue
            rows.append(Row(values, values[name] - push * level, stretch, known))
        return rows, settings


def subsets(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for size in range(len(names) + 1):
        yield from combinations(names, size)
