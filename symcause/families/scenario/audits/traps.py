"""Traps: what the data show of a variable against what it does.

The *effect* of V: x0 → x1 is S(do V = x1) - S(do V = x0) with all else at the default design. The
*association* is the same contrast by conditioning in the population of the history: unselected where
counts are disclosed, else among the shown records. Where only survivors are shown and nothing is
counted, all that there is to see is the share of x among the shown against its share in the policy.

A trap is ``proven`` if both are known to have opposite signs, ``refuted`` if they have the same,
``weak`` if one is zero or undecided, ``undefined`` if the history does not vary V.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise

from symcause.families.scenario.models.intervals import Interval, point
from symcause.families.scenario.models.parts import Choice, Integer, Value
from symcause.families.scenario.problem.checking import kinds_of
from symcause.families.scenario.problem.kinds import TRUTH
from symcause.families.scenario.problem.problem import FIRST_STAGE, ScenarioProblem, constant
from symcause.families.scenario.value.value import Valuer
from symcause.grammar.scenario_terms import Apply, Name, Term

RANK = {"proven": 3, "weak": 2, "refuted": 1, "undefined": 0}


@dataclass(frozen=True)
class Trap:
    """One variable: the strongest status of its pairs, and that pair."""

    variable: str
    status: str
    data: str
    association: Interval | None = None
    effect: Interval | None = None
    pair: tuple[Value, Value] | None = None
    by_selection: bool | None = None


def suspects(problem: ScenarioProblem) -> list[str]:
    """Variables that may be traps: claimed ones, shown choices, and designs that the history varies."""
    kinds = kinds_of(problem)
    found = dict.fromkeys(problem.claims.traps)
    if problem.history is not None:
        shown = problem.history.show or problem.observe.records
        found |= dict.fromkeys(n for n in shown if isinstance(kinds[n], tuple))
    policy = [design for _, design in problem.policy()]
    for name in problem.design:
        if len({design[name] for design in policy}) > 1:
            found[name] = None
    return list(found)


class Traps:
    """The traps of one scenario."""

    def __init__(self, valuer: Valuer) -> None:
        self.valuer = valuer
        self.problem = valuer.problem
        self.kinds = kinds_of(self.problem)
        self.selected = not self.problem.observe.counts and self.problem.observe.select is not None
        self.data = "selected" if self.selected else "unselected"

    def trap(self, name: str) -> Trap:
        """What there is to say about one variable."""
        found = [self._pair(name, pair) for pair in self._pairs(name)]
        if not found:
            return Trap(name, "undefined", self.data)
        return max(found, key=lambda trap: RANK[trap.status])

    def _pairs(self, name: str) -> Iterator[tuple[Value, Value]]:
        kind = self.kinds[name]
        domain = self.problem.design.get(name)
        if isinstance(kind, tuple):
            options = domain.options if isinstance(domain, Choice) else kind
            yield from combinations(options, 2)
        elif kind == TRUTH:
            yield (False, True)
        elif isinstance(domain, Integer):
            yield from self._numbers(name, domain)

    def _numbers(self, name: str, domain: Integer) -> Iterator[tuple[Value, Value]]:
        """min → default → max, and neighbours among the values that the history has."""
        ends = [
            domain.least,
            domain.default,
            domain.default if domain.most is None else domain.most,
        ]
        seen = sorted({Fraction(str(design[name])) for _, design in self.problem.policy()})
        pairs = list(pairwise(map(Fraction, ends)))
        pairs += pairwise(seen)
        for first, last in dict.fromkeys(pairs):
            if first != last:
                yield (first, last)

    def _pair(self, name: str, pair: tuple[Value, Value]) -> Trap:
        association = self.association(name, pair, self.selected)
        if association is None:
            return Trap(name, "undefined", self.data)
        effect = self.effect(name, pair)
        seen, real = association.sign, effect.sign
        if seen in (None, 0) or real in (None, 0):
            status = "weak"
        else:
            status = "refuted" if seen == real else "proven"
        by_selection = None
        if self.selected and status == "proven":
            plain = self.association(name, pair, selected=False)
            by_selection = None if plain is None or plain.sign is None else plain.sign == real
        return Trap(name, status, self.data, association, effect, pair, by_selection)

    def effect(self, name: str, pair: tuple[Value, Value], stage: str | None = None) -> Interval:
        """S(do V = x1) - S(do V = x0) at the default design."""
        first, last = (self.doing(name, value, stage) for value in pair)
        return last - first

    def doing(self, name: str, value: Value, stage: str | None = None) -> Interval:
        """S(do V = x) at the default design."""
        if name in self.problem.design:
            return self.valuer.value(self.problem.completed({name: value}), stage)
        return self.valuer.value(self.problem.default, stage, force={name: value})

    def association(self, name: str, pair: tuple[Value, Value], selected: bool) -> Interval | None:
        """The contrast that the data show; None if they hold only one of the values."""
        select = self.problem.observe.select
        outcome = Name(self.problem.outcome)
        if not selected or select is None or select != outcome:
            shown = select if selected else None
            first, last = (self._rate(name, value, shown, outcome) for value in pair)
        else:
            first, last = (self._excess(name, value, select) for value in pair)
        return None if first is None or last is None else last - first

    def share(self, name: str, value: Value) -> Interval:
        """P(V = x) in the population of the history."""
        return self._mass(name, value, None)

    def shown_share(self, name: str, value: Value) -> Interval | None:
        """P(V = x | shown) in the population of the history; None if all or none are shown."""
        select = self.problem.observe.select
        if select is None:
            return None
        whole = self._mass(None, value, select)
        return None if whole.high == 0 else _ratio(self._mass(name, value, select), whole)

    def seen(self, name: str, value: Value) -> Interval | None:
        """P(outcome | V = x) as the data show it; None where they show no outcome that varies."""
        select, outcome = self.problem.observe.select, Name(self.problem.outcome)
        if self.selected and select == outcome:
            return None
        return self._rate(name, value, select if self.selected else None, outcome)

    def _rate(self, name: str, value: Value, shown: Term | None, event: Term) -> Interval | None:
        """P(event | V = x [, shown]) in the population of the history."""
        chosen = self._mass(name, value, shown)
        if chosen.high == 0:
            return None
        joint = self._mass(name, value, event if shown is None else Apply("and", (shown, event)))
        return _ratio(joint, chosen)

    def _excess(self, name: str, value: Value, shown: Term) -> Interval | None:
        """The share of x among the shown records, less its share in the policy; None if there are none."""
        share, whole = self._mass(name, value, None), self._mass(None, value, shown)
        if share.high == 0 or whole.high == 0:
            return None
        return _ratio(self._mass(name, value, shown), whole) - share

    def _mass(self, name: str | None, value: Value, event: Term | None) -> Interval:
        """P(V = x and event) in the population of the history."""
        total = point(0)
        policy = self.problem.policy()
        whole = sum((entry.weight for entry, _ in policy), Fraction(0))
        for entry, design in policy:
            terms = [] if event is None else [event]
            if name is not None and name in self.problem.design:
                if design[name] != value:
                    continue
            elif name is not None:
                terms.append(_equal(name, value))
            part = point(1)
            if terms:
                both = terms[0] if len(terms) == 1 else Apply("and", (terms[1], terms[0]))
                part = self.valuer.value(design, FIRST_STAGE, both, entry.force)
            total = total + part.scaled(entry.weight / whole)
        return total


def _equal(name: str, value: Value) -> Term:
    if isinstance(value, bool):
        return Name(name) if value else Apply("not", (Name(name),))
    return Apply("==", (Name(name), constant(value)))


def _ratio(part: Interval, whole: Interval) -> Interval:
    high = part.high / whole.low if whole.low else Fraction(1)
    return Interval(part.low / whole.high, min(high, Fraction(1)))
