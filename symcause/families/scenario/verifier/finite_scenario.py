"""The finite scenario of the verifier: every design and every unit listed.

Draws are enumerated in causal order, the first one slowest; options as listed, false before true. Nothing
is remembered of how values and optima are computed elsewhere: this is what checks them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import ceil, floor, prod

from symcause.families.scenario.models.model_components import (
    Boolean,
    Choice,
    Define,
    Design,
    Distribution,
    Domain,
    Draw,
    Value,
)
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.verifier.exact_terms import Function, compiled
from symcause.grammar.scenario.scenario_terms import Term
from symcause.kernel.nodes import Beyond, Rejected
from symcause.kernel.work import Work

MAX_LISTED = 1_000_000  # units
"""Most units of all designs together."""

ONE = Fraction(1)
Unit = tuple[Fraction, dict[str, Value]]
Force = Mapping[str, Value]


class Finite:
    """The units and designs of one scenario; what is listed counts against a bound."""

    def __init__(self, problem: ScenarioProblem, work: Work) -> None:
        self.problem, self.work = problem, work
        self.left = MAX_LISTED
        self._designs: list[dict[str, Value]] | None = None
        self._rules = [compiled(rule) for rule in problem.constraints]
        self._compiled: dict[int, list[Function]] = {}
        self._values: dict[tuple[str, tuple[tuple[str, Value], ...]], Fraction] = {}

    def designs(self) -> list[dict[str, Value]]:
        """The designs of the declared space: the first variable slowest."""
        if self._designs is None:
            lists = [_every(domain) for domain in self.problem.design.values()]
            count, size = prod(map(len, lists)), len(lists)
            if count > MAX_LISTED:
                raise Beyond(f"more than {MAX_LISTED:,} designs")
            self.work.spend(count * (20 + 10 * size + 20 * len(self._rules)), "the designs")
            self.work.hold(count * (200 + 40 * size), "the designs")
            every = (dict(zip(self.problem.design, one, strict=True)) for one in product(*lists))
            self._designs = [design for design in every if self.allowed(design)]
        return self._designs

    def allowed(self, design: Design) -> bool:
        """Is a full design in the declared space?"""
        for name, domain in self.problem.design.items():
            value = design[name]
            if isinstance(domain, Boolean):
                if not isinstance(value, bool):
                    return False
            elif isinstance(domain, Choice):
                if value not in domain.options:
                    return False
            elif (
                not isinstance(value, Fraction)
                or value.denominator != 1
                or not domain.least <= value
                or (domain.most is not None and value > domain.most)
            ):
                return False
        return all(rule(design) is True for rule in self._rules)

    def units(self, design: Design, stage: str, force: Force | None = None) -> Iterator[Unit]:
        """Everything that can happen to a unit, with its probability."""
        yield from self._drawn(dict(design), ONE, self.problem.staged(stage), 0, force or {})

    def _drawn(
        self,
        known: dict[str, Value],
        share: Fraction,
        variables: tuple[object, ...],
        at: int,
        force: Force,
    ) -> Iterator[Unit]:
        while at < len(variables):
            variable = variables[at]
            at += 1
            name = getattr(variable, "name", "")
            if name in force:
                known = {**known, name: force[name]}
            elif isinstance(variable, Define):
                known = {**known, name: self._functions(variable.term, (variable.term,))[0](known)}
            elif isinstance(variable, Draw):
                for value, p in self._outcomes(variable.distribution, known):
                    if p:
                        inner = {**known, name: value}
                        yield from self._drawn(inner, share * p, variables, at, force)
                return
            else:
                raise Beyond("a loop is not listed")
        self.left -= 1
        self.work.spend(300, "the units")
        if self.left < 0:
            raise Beyond(f"more than {MAX_LISTED:,} units")
        yield share, known

    def _functions(self, owner: object, terms: tuple[Term, ...]) -> list[Function]:
        """The functions of terms; *owner* lives as long as the scenario, and nobody else has its terms."""
        if id(owner) not in self._compiled:
            self._compiled[id(owner)] = [compiled(term) for term in terms]
        return self._compiled[id(owner)]

    def _outcomes(
        self, drawn: Distribution, known: Mapping[str, Value]
    ) -> Iterator[tuple[Value, Fraction]]:
        given = [function(known) for function in self._functions(drawn, drawn.terms)]
        numbers = [value for value in given if isinstance(value, Fraction)]
        if drawn.kind == "bernoulli":
            if not 0 <= numbers[0] <= 1:
                raise Rejected("a probability is outside of 0 to 1 in a unit of the space")
            yield from ((False, 1 - numbers[0]), (True, numbers[0]))
        elif drawn.kind == "categorical":
            if min(numbers) < 0 or sum(numbers) != 1:
                raise Rejected("probabilities that do not add up to 1 in a unit of the space")
            yield from zip(drawn.options, numbers, strict=True)
        elif drawn.kind == "integer":
            low, high = ceil(numbers[0]), floor(numbers[1])
            if high < low:
                raise Rejected("an integer draw from an empty range")
            if high - low > MAX_LISTED:
                raise Beyond(f"more than {MAX_LISTED:,} units")
            for number in range(low, high + 1):
                yield Fraction(number), Fraction(1, high - low + 1)
        else:
            raise Beyond(f"a {drawn.kind} draw is not listed")

    def value(
        self, design: Design, stage: str | None = None, force: Force | None = None
    ) -> Fraction:
        """S(design), with some variables set."""
        where = stage or self.problem.final
        key = (where, (*sorted(design.items()), *sorted((force or {}).items())))
        if key not in self._values:
            outcome = self.problem.outcome
            units = self.units(design, where, force)
            self._values[key] = sum((p for p, unit in units if unit[outcome] is True), Fraction(0))
        return self._values[key]

    def history(self) -> Iterator[tuple[int, Fraction, dict[str, Value]]]:
        """The units of the history: their entry in the policy, their share of all, their values."""
        policy = self.problem.policy()
        whole = sum((entry.weight for entry, _ in policy), Fraction(0))
        for place, (entry, design) in enumerate(policy):
            for share, unit in self.units(design, "1", entry.force):
                if entry.weight:
                    yield place, share * entry.weight / whole, unit


def _every(domain: Domain) -> list[Value]:
    if isinstance(domain, Boolean):
        return [False, True]
    if isinstance(domain, Choice):
        return list(domain.options)
    if domain.most is None or domain.most - domain.least > MAX_LISTED:
        raise Beyond(f"more than {MAX_LISTED:,} designs")
    return [Fraction(k) for k in range(domain.least, domain.most + 1)]
