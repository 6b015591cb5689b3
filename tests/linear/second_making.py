"""Random crystals with a laboratory of their own: nothing of the project is used for it.

A case is the document of a problem (``symcause.linear/1``) together with the model that made its evidence.
Terms of an equation are ``{parent: (u, w)}`` and stand for u·p² + w·p.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

Terms = dict[str, tuple[Fraction, Fraction]]
Values = dict[str, Fraction]
ZERO = Fraction(0)


def text(value: Fraction) -> str:
    return str(value)


def rounded(value: Fraction, unit: Fraction) -> Fraction:
    return unit * round(value / unit) if unit else value


def contribution(terms: Terms, at: Values) -> Fraction:
    return sum((u * at[p] ** 2 + w * at[p] for p, (u, w) in terms.items()), ZERO)


def equation(base: Fraction, terms: Terms) -> str:
    parts = [text(base)]
    for p, (u, w) in sorted(terms.items()):
        parts += [f"({text(u)})*{p}^2"] * bool(u) + [f"({text(w)})*{p}"] * bool(w)
    return " + ".join(parts)


@dataclass
class Manipulator:
    """One crystal: its bases, what is cut, and the disturbance on it now."""

    order: list[str]
    terms: dict[str, Terms]
    bases: Values
    semantics: str
    unit: Fraction
    pushes: Values = field(default_factory=dict)  # what H = 1 adds
    disturbance: Fraction = ZERO
    cut: Values = field(default_factory=dict)

    def read(self, *, cut: Values | None = None, disturbance: Fraction | None = None) -> Values:
        cut = self.cut if cut is None else cut
        level = self.disturbance if disturbance is None else disturbance
        found: Values = {}
        for name in self.order:
            own = self.bases[name] + contribution(self.terms[name], found)
            own += self.pushes.get(name, ZERO) * level
            found[name] = cut[name] if name in cut else rounded(own, self.unit)
        return found

    def act(self, settings: dict[str, Fraction | None], disturbance: Fraction) -> Values:
        stated = {name: value for name, value in settings.items() if value is not None}
        if self.semantics == "shift":
            self.bases = {**self.bases, **stated}
        elif self.semantics == "do":
            self.cut = stated
        elif self.semantics == "hold":
            kept = {name: v for name, v in self.cut.items() if name not in settings}
            self.cut = {**kept, **stated}
        else:
            clean = self.read(cut=stated, disturbance=ZERO)
            for name, value in stated.items():
                base = value - contribution(self.terms[name], clean)
                self.bases[name] = rounded(base, self.unit)
        self.disturbance = disturbance
        return self.read()


@dataclass
class Drawing:
    """What may occur in a case; every draw is the random generator's."""

    rng: Random
    size: int = 3
    semantics: str = "set"
    family: str = "linear"
    unit: Fraction = ZERO
    domain: str = "rational"
    hidden: bool = False
    acts: int = 2

    def coefficient(self) -> Fraction:
        if self.domain == "integer" or self.rng.random() < 0.7:
            return Fraction(self.rng.choice((-2, -1, 1, 2)))
        return Fraction(self.rng.choice((-3, -1, 1, 3, 5)), self.rng.choice((2, 4)))

    def draw(self) -> tuple[dict[str, Any], dict[str, Terms], Values]:
        """The document, and the terms and bases that made it."""
        rng = self.rng
        names = [*"abcd"[: self.size - 1], "f"]
        causes = rng.random() < 0.35  # the target may cause
        order = names[:-1]
        rng.shuffle(order)
        order.insert(
            rng.randint(0, len(order)) if causes and rng.random() < 0.7 else len(order), "f"
        )
        quadratic = self.family == "quadratic"
        terms: dict[str, Terms] = {}
        for i, name in enumerate(order):
            parents = [p for p in order[:i] if rng.random() < 0.6]
            terms[name] = {p: self._effect(quadratic) for p in parents}
        controllable = names[:-1]
        if len(controllable) > 1 and rng.random() < 0.2:
            controllable.remove(rng.choice(controllable))
        shared = {name: self._base() for name in names}
        document: dict[str, Any] = {
            "format": "symcause.linear/1",
            "id": "case",
            "variables": names if rng.random() < 0.7 else rng.sample(names, len(names)),
            "target": "f",
            "controllable": controllable,
            "family": self.family,
            "semantics": self.semantics,
            "rounding": text(self.unit),
        }
        self._class(document, terms, causes)
        pushes: Values = {}
        if self.hidden:
            pushes = self._disturbance(document, names)
        self._evidence(document, order, terms, shared, controllable, pushes)
        if rng.random() < 0.6:
            gold = {v: equation(shared[v], terms[v]) for v in names}
            document["gold"] = {"equations": gold}
        return document, terms, shared

    def _effect(self, quadratic: bool) -> tuple[Fraction, Fraction]:
        if not quadratic:
            return ZERO, self.coefficient()
        return self.coefficient(), self.coefficient() if self.rng.random() < 0.7 else ZERO

    def _base(self) -> Fraction:
        return Fraction(self.rng.randint(-8, 16), self.rng.choice((1, 1, 1, 2)))

    def _class(self, document: dict[str, Any], terms: dict[str, Terms], causes: bool) -> None:
        rng = self.rng
        if self.domain == "integer":
            low, high = rng.choice(((-2, 2), (-2, 2), (1, 2), (-1, 3), (0, 2), (-2, -1)))
            document["coefficients"] = {"domain": "integer", "min": low, "max": high}
        else:
            document["coefficients"] = {"domain": "rational"}
            if self.unit or rng.random() < 0.3:
                chosen = rng.choice(("1/4", "1/2", "1/2", "1", "3/2"))
                document["coefficients"]["min_effect"] = chosen
        if causes or rng.random() < 0.1:
            document["target_may_cause"] = True
        if rng.random() < 0.25:
            ends = rng.choice((("-8", "16"), ("-8", "16"), ("0", None), (None, "10"), ("-2", "6")))
            document["bases"] = {
                key: end for key, end in zip(("min", "max"), ends, strict=True) if end is not None
            }
        if rng.random() < 0.2:
            document["max_parents"] = rng.choice((0, 1, 1, 2))

    def _disturbance(self, document: dict[str, Any], names: list[str]) -> Values:
        rng = self.rng
        values = rng.choice((["-3", "0", "3"], ["0", "5"], ["-2", "1"], ["4"]))
        nodes = sorted(rng.sample(names, rng.randint(1, 2)))
        weights = {name: rng.choice(("1", "1/2", "2")) for name in names}
        single = rng.choice(("1", "2", "1/2"))
        mapped = rng.random() < 0.3
        document["hidden"] = {
            "values": values,
            "weight": weights if mapped else single,
            "nodes": nodes if rng.random() < 0.6 else None,
            "initial": rng.choice(("0", "0", values[-1])),
        }
        return {name: Fraction(weights[name] if mapped else single) for name in nodes}

    def _evidence(
        self,
        document: dict[str, Any],
        order: list[str],
        terms: dict[str, Terms],
        shared: Values,
        controllable: list[str],
        pushes: Values,
    ) -> None:
        rng = self.rng

        def crystal(initial: Fraction = ZERO) -> Manipulator:
            bases = {v: self._base() if v in controllable else shared[v] for v in order}
            return Manipulator(order, terms, bases, self.semantics, self.unit, pushes, initial)

        records = rng.randint(0, 3)
        document["records"] = [{"id": f"r{i}", "values": crystal().read()} for i in range(records)]
        hidden = document.get("hidden")
        chain: list[dict[str, Any]] = []
        if not records or rng.random() < 0.9:
            one = crystal(Fraction(hidden["initial"]) if hidden else ZERO)
            chain.append({"values": one.read()})
            for _ in range(rng.randint(0, self.acts)):
                if rng.random() < 0.12:
                    chain.append({"values": one.read()})
                    continue
                level = Fraction(rng.choice(hidden["values"])) if hidden else ZERO
                settings = self._settings(controllable, one)
                chain.append({"intervene": settings, "values": one.act(settings, level)})
        if hidden is None and len(chain) > 1 and "intervene" in chain[1] and rng.random() < 0.1:
            chain.pop(0)  # nobody looked before the first intervention
        document["chain"] = chain
        if rng.random() < 0.12:  # a reading that went wrong
            state = rng.choice([*document["records"], *chain])
            name = rng.choice(order)
            state["values"] = {
                **state["values"],
                name: state["values"][name] + rng.choice((-1, 1, 2)),
            }
        if rng.random() < 0.8:
            read = crystal().read()
            if rng.random() < 0.3 and len(chain) > 1:
                read = {**chain[-1]["values"]}
            document["reactor"] = {"values": {v: read[v] for v in order if v != "f"}}

    def _settings(self, controllable: list[str], one: Manipulator) -> dict[str, Fraction | None]:
        rng = self.rng
        count = 2 if len(controllable) > 1 and rng.random() < 0.2 else 1
        settings: dict[str, Fraction | None] = {}
        for name in rng.sample(controllable, count):
            if self.semantics in ("do", "hold") and name in one.cut and rng.random() < 0.4:
                settings[name] = None
            elif rng.random() < 0.07:
                settings[name] = one.read()[name]
            else:
                settings[name] = Fraction(rng.randint(-10, 20))
        return settings


def plain(value: Any) -> Any:
    """The document as JSON has it: numbers as texts."""
    if isinstance(value, Fraction):
        return text(value)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value
