"""Single models against the evidence of a linear problem, and what they would read next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.linear.second import Graph, Listing, acyclic, edges
from tests.linear.second_evidence import Parents, Story, Values
from tests.linear.second_regions import ONE, ZERO, Vector, dot


@dataclass(frozen=True)
class Model:
    """Parents and coefficients of every variable, and the bases that its equations state."""

    choice: dict[str, Parents]
    vectors: dict[str, Vector]
    bases: Values

    @property
    def graph(self) -> Graph:
        return edges(self.choice)


def read_equation(text: str, quadratic: bool) -> tuple[Parents, Vector, Fraction]:
    """``25 + 2*a - 1/2*b^2``: terms of the shape that the project prints."""
    base, found = ZERO, dict[str, list[Fraction]]()
    for term in text.replace(" - ", " + -").split(" + "):
        sign = -ONE if term.startswith("-") else ONE
        number, _, rest = term.lstrip("-").partition("*")
        if not rest and number[0].isalpha():
            number, rest = "1", number
        if not rest:
            base += sign * Fraction(number)
            continue
        name, _, power = rest.partition("^")
        found.setdefault(name, [ZERO, ZERO])[0 if power else 1] += sign * Fraction(number)
    parents = tuple(sorted(found))
    vector = [x for p in parents for x in (found[p] if quadratic else found[p][1:])]
    return parents, vector, base


def read_model(equations: Mapping[str, str], quadratic: bool) -> Model:
    read = {v: read_equation(text, quadratic) for v, text in equations.items()}
    return Model(
        {v: parents for v, (parents, _, _) in read.items()},
        {v: vector for v, (_, vector, _) in read.items()},
        {v: base for v, (_, _, base) in read.items()},
    )


class Judge(Listing):
    """Single models against the evidence, and what they would read next."""

    def explains(self, model: Model, *, legal: bool = True) -> bool:
        """Is it a member? Not *legal*: whatever the class says."""
        if legal and not self.legal(model):
            return False
        free = Listing({**self.document, "coefficients": {"domain": "rational"}})
        free.relaxed = self.optional
        if not legal:
            free.lowest = free.highest = None
        return acyclic(model.choice) and any(
            all(self._agrees(free, v, model, story, legal) for v in self.names)
            and self._settled(model, story)
            for story in self.stories
        )

    def legal(self, model: Model) -> bool:
        """The class, as far as coefficients and parents go."""
        for v in self.names:
            parents, vector = model.choice[v], model.vectors[v]
            most = self.document.get("max_parents")
            if not set(parents) <= set(self.candidates(v)):
                return False
            if most is not None and len(parents) > most:
                return False
            leading = [vector[i] for i in self._leading(parents)]
            if not self.effective(parents, vector):
                return False
            absent = (0,) if self.optional else ()
            if self.integer and not all(w in self.box or w in absent for w in vector):
                return False
            if self.least is not None and any(abs(w) < self.least for w in leading):
                return False
        return True

    def _agrees(self, free: Listing, name: str, model: Model, story: Story, legal: bool) -> bool:
        shared = name not in self.document["controllable"]
        given = dict(enumerate(model.vectors[name]))
        base = model.bases[name] if shared else None
        if shared and legal and base is not None:
            if self.lowest is not None and base < self.lowest:
                return False
            if self.highest is not None and base > self.highest:
                return False
        return bool(free.regions(name, model.choice[name], story, given, base))

    def _settled(self, model: Model, story: Story) -> bool:
        settings = [s for name in self.names for s in self._settings(name, story)]
        if not settings:
            return True
        total = self.total_effect(model.choice, model.vectors, story)
        return all(s.surplus == s.level * total[s.variable] for s in settings)

    def now(self) -> Values:
        return self.chain[-1] if self.chain else self.records[0]

    def reads(self, model: Model, settings: Mapping[str, Fraction | None]) -> Values:
        """What the manipulator's crystal reads after one more intervention (exact data, no disturbance)."""
        assert not self.unit and self.document.get("hidden") is None
        bases, cut = self._bases(model)
        fixed = {v: value for v, value in settings.items() if value is not None}
        if self.semantics == "shift":
            bases, fixed = {**bases, **fixed}, {}
        elif self.semantics == "hold":
            fixed = {**{v: x for v, x in cut.items() if v not in settings}, **fixed}
        found: Values = {}
        while len(found) < len(self.names):
            for v in self.names:
                if v not in found and (v in fixed or all(p in found for p in model.choice[v])):
                    found[v] = fixed[v] if v in fixed else bases[v] + self._sum(model, v, found)
        return found

    def _sum(self, model: Model, name: str, at: Values) -> Fraction:
        return dot(self.features(model.choice[name], at), model.vectors[name])

    def _bases(self, model: Model) -> tuple[Values, Values]:
        """The bases of the manipulator's crystal, and what is held on it."""
        states = self.chain or self.records[:1]
        acts = self.acts or [None]
        bases: Values = {}
        cut: Values = {}
        for values, act in zip(states, acts, strict=True):
            if act is not None and self.semantics == "do":
                cut = {v: x for v, x in act.items() if x is not None}
            if act is not None and self.semantics == "hold":
                kept = {v: x for v, x in cut.items() if v not in act}
                cut = {**kept, **{v: x for v, x in act.items() if x is not None}}
            for v in self.names:
                if v not in cut:
                    bases[v] = values[v] - self._sum(model, v, values)
        return bases, cut

    def extended(self, settings: Mapping[str, Fraction | None], reads: Values) -> dict[str, Any]:
        """The document with one more reading."""
        chain = list(self.document.get("chain", [])) or [{"values": self.records[0]}]
        return {**self.document, "chain": [*chain, {"intervene": dict(settings), "values": reads}]}

    def as_models(self) -> list[Model]:
        """All integer models; bases of the controllable are beside the point."""
        return [
            Model(
                {v: s for v, s, _ in m},
                {v: list(w) for v, _, w in m},
                dict.fromkeys(self.names, ZERO),
            )
            for m in sorted(self.models)
        ]

    def unread(self) -> bool:
        """Was some variable cut in every reading of the manipulator's crystal?"""
        model = Model(dict.fromkeys(self.names, ()), {v: [] for v in self.names}, {})
        return set(self._bases(model)[0]) != set(self.names)
