"""The status of a finite scenario in the verifier: its threshold, and what its data show.

The definitions are those of the audit, written down a second time on lists of units.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from symcause.families.scenario.models.model_components import Boolean, Choice, Integer, Value
from symcause.families.scenario.verifier.exact_terms import compiled
from symcause.families.scenario.verifier.finite_scenario import Finite
from symcause.grammar.scenario.scenario_terms import Name, Truth
from symcause.kernel.nodes import Rejected

WORDS = ("proven", "spurious", "masked", "refuted", "undefined")
"""The words for a trap, the strongest first; in exact numbers no sign is undecided."""

Numbers = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Contrast:
    """What the data show between two values, and what setting them does."""

    pair: tuple[Value, Value]
    association: Fraction
    effect: Fraction

    @property
    def word(self) -> str:
        seen, real = _sign(self.association), _sign(self.effect)
        if seen == real:
            return "refuted"
        if not real:
            return "spurious"
        return "proven" if seen else "masked"


def _sign(number: Fraction) -> int:
    return (number > 0) - (number < 0)


def easy(finite: Finite) -> Iterator[tuple[str, dict[str, Value]]]:
    """The designs that need no insight: default, those of the history, all-maximum if it is allowed."""
    problem = finite.problem
    yield "default", problem.default
    for _, design in problem.policy():
        yield "history", design
    most = problem.default
    for name, domain in problem.design.items():
        if isinstance(domain, Integer):
            if domain.most is None:
                return
            most[name] = Fraction(domain.most)
    if finite.allowed(most):
        yield "all-maximum", most


def threshold(finite: Finite, best: Fraction) -> tuple[str, str | None]:
    """The first word that applies, and which design makes it trivial."""
    asked, claimed = finite.problem.evaluate, finite.problem.claims.gap
    if asked is None:
        raise Rejected("there is no threshold")
    if best < asked.threshold:
        return "unreachable", None
    for name, design in easy(finite):
        if finite.value(design) >= asked.threshold:
            return "trivial", name
    gap = best - asked.threshold
    if claimed is not None and not claimed[0] <= gap <= claimed[1]:
        return "off", None
    return "sound", None


class Data:
    """The history of a finite scenario, and what it shows."""

    def __init__(self, finite: Finite) -> None:
        self.finite, problem = finite, finite.problem
        select = problem.observe.select
        hidden = None if select is None or select == Truth(True) else select
        shown = None if hidden is None else compiled(hidden)
        self.units = [
            (share, unit, shown is None or shown(unit) is True)
            for _, share, unit in finite.history()
        ]
        counts = problem.observe.counts
        if problem.history is not None and problem.history.counts is not None:
            counts = problem.history.counts
        self.selected = not counts and hidden is not None
        self.by_outcome = hidden == Name(problem.outcome)

    def values(self, name: str) -> list[Value]:
        """The values that the history has: of a design in declared order, else as units come."""
        found = list(dict.fromkeys(unit[name] for _, unit, _ in self.units))
        domain = self.finite.problem.design.get(name)
        if isinstance(domain, Choice):
            return [option for option in domain.options if option in found]
        if isinstance(domain, Boolean | Integer):
            return sorted(found)
        return found

    def contrasts(self, name: str) -> list[Contrast]:
        """Every pair of values that the data can compare."""
        contrasts = []
        for pair in combinations(self.values(name), 2):
            first, last = (self._rate(name, value) for value in pair)
            if first is not None and last is not None:
                effect = self._doing(name, pair[1]) - self._doing(name, pair[0])
                contrasts.append(Contrast(pair, last - first, effect))
        return contrasts

    def _rate(self, name: str, value: Value) -> Fraction | None:
        """How value and outcome go together, as the data show it; None where they show nothing."""
        outcome = self.finite.problem.outcome
        own = [(p, unit, seen) for p, unit, seen in self.units if unit[name] == value]
        if self.selected and self.by_outcome:
            shown = sum((p for p, _, seen in self.units if seen), Fraction(0))
            if not shown:
                return None
            part = sum((p for p, _, seen in own if seen), Fraction(0))
            return part / shown / sum((p for p, _, _ in own), Fraction(0))
        kept = [(p, unit) for p, unit, seen in own if seen or not self.selected]
        whole = sum((p for p, _ in kept), Fraction(0))
        if not whole:
            return None
        return sum((p for p, unit in kept if unit[outcome] is True), Fraction(0)) / whole

    def _doing(self, name: str, value: Value) -> Fraction:
        problem = self.finite.problem
        if name in problem.design:
            return self.finite.value(problem.completed({name: value}))
        return self.finite.value(problem.default, force={name: value})

    def word(self, name: str) -> tuple[str, list[Contrast]]:
        """The strongest word for a variable, and the contrasts that have it."""
        contrasts = self.contrasts(name)
        for word in WORDS:
            own = [contrast for contrast in contrasts if contrast.word == word]
            if own:
                return word, own
        return "undefined", []
