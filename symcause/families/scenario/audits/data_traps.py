"""Data traps in scenario audits: what the data show of a variable against what it does.

The *effect* of V: x0 → x1 is S(do V = x1) - S(do V = x0) with all else at the default design. The
*association* is the same contrast by conditioning in the population of the history. Where the history
tells no counts, only shown records are data: of a shown outcome the same contrast among them; where
survivors alone are shown, shown(x1)/policy(x1) - shown(x0)/policy(x0), with shown and policy the shares of
x among the shown and among all. Its sign is that of P(outcome | x1) - P(outcome | x0); a difference of
shares does not have it, once V has three values.

A trap is ``proven`` if both are known to have opposite signs; ``spurious``: the data show something, the
effect is exactly 0; ``masked``: the data show exactly nothing, there is an effect; ``refuted``: the same
sign, or both exactly 0; ``unknown``: a sign is undecided; ``undefined``: the history does not vary V.
*data* says where the association can be read: ``unselected``, ``selected``, or only in the ``population``,
which no player sees.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from symcause.families.scenario.models.model_components import Value
from symcause.families.scenario.models.rational_intervals import Interval, point
from symcause.families.scenario.problem.problem import (
    FIRST_STAGE,
    ScenarioProblem,
    constant,
    cut,
)
from symcause.families.scenario.problem.scenario_validation import kinds_of
from symcause.families.scenario.value.history_values import contrasts, held_values
from symcause.families.scenario.value.model_simplification import fold_variables
from symcause.families.scenario.value.valuer import Valuer
from symcause.grammar.scenario.scenario_terms import Apply, Name, Term

RANK = {"proven": 5, "spurious": 4, "masked": 3, "unknown": 2, "refuted": 1, "undefined": 0}

Pair = tuple[Value, Value]


@dataclass(frozen=True)
class Trap:
    """One variable: the strongest status of its pairs, and that pair."""

    variable: str
    status: str
    data: str
    association: Interval | None = None
    effect: Interval | None = None
    pair: Pair | None = None
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


def status_of(association: Interval | None, effect: Interval) -> str:
    """The word for what the data show, against what is."""
    seen, real = None if association is None else association.sign, effect.sign
    if seen is None or real is None:
        return "unknown"
    if seen == real:
        return "refuted"
    if real == 0:
        return "spurious"
    return "masked" if seen == 0 else "proven"


class Traps:
    """The traps of one scenario."""

    def __init__(self, valuer: Valuer) -> None:
        self.valuer = valuer
        self.problem = valuer.problem
        self.kinds = kinds_of(self.problem)
        self.selected = not self.problem.tells_number and self.problem.hidden is not None

    def data(self, name: str) -> str:
        """Where the association of a variable can be read."""
        if self.problem.hidden is None or (
            self.problem.tells_number and name in self.problem.design
        ):
            return "unselected"
        return "selected" if self.selected else "population"

    def values(self, name: str) -> list[Value]:
        """The values that the history has."""
        return held_values(self.problem, name, self.kinds[name])

    def trap(self, name: str) -> Trap:
        """What there is to say about one variable."""
        held = self.values(name)
        traps = [self._pair(name, pair) for pair in combinations(held, 2)]
        known = [trap for trap in traps if trap.status != "undefined"]
        if known:
            return max(known, key=lambda trap: RANK[trap.status])
        for pair in contrasts(self.problem, name, self.kinds[name]):
            return Trap(name, "undefined", self.data(name), None, self.effect(name, pair), pair)
        return Trap(name, "undefined", self.data(name))

    def _pair(self, name: str, pair: Pair) -> Trap:
        masses = [self.share(name, value) for value in pair]
        if self.selected:
            masses.append(self._mass(None, pair[0], self.problem.hidden))
        association = None
        if all(mass.low > 0 for mass in masses):
            association = self.association(name, pair, self.selected)
        decided = all(mass.low > 0 or mass.high == 0 for mass in masses)
        if association is None and decided:
            return Trap(name, "undefined", self.data(name))
        effect = self.effect(name, pair)
        status = status_of(association, effect)
        by_selection = None
        if self.selected and status == "proven":
            plain = self.association(name, pair, selected=False)
            by_selection = (
                None if plain is None or plain.sign is None else plain.sign == effect.sign
            )
        return Trap(name, status, self.data(name), association, effect, pair, by_selection)

    def effect(self, name: str, pair: Pair, stage: str | None = None) -> Interval:
        """S(do V = x1) - S(do V = x0) at the default design; exactly 0 where it is one model."""
        if self._same(name, pair, stage):
            return point(0)
        first, last = (self.doing(name, value, stage) for value in pair)
        return last - first

    def _same(self, name: str, pair: Pair, stage: str | None) -> bool:
        """Do both settings fold to one model?"""
        problem, models = self.problem, []
        for value in pair:
            forced = {} if name in problem.design else {name: value}
            own = {name: value} if name in problem.design else {}
            variables = cut(problem.staged(stage or problem.final), forced)
            models.append(fold_variables(variables, problem.outcome, problem.completed(own)))
        return models[0] == models[1]

    def doing(self, name: str, value: Value, stage: str | None = None) -> Interval:
        """S(do V = x) at the default design."""
        if name in self.problem.design:
            return self.valuer.value(self.problem.completed({name: value}), stage)
        return self.valuer.value(self.problem.default, stage, force={name: value})

    def association(self, name: str, pair: Pair, selected: bool) -> Interval | None:
        """The contrast that the data show; None if they hold only one of the values."""
        select = self.problem.hidden
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
        select = self.problem.hidden
        if select is None:
            return None
        whole = self._mass(None, value, select)
        return None if whole.high == 0 else _ratio(self._mass(name, value, select), whole)

    def seen(self, name: str, value: Value) -> Interval | None:
        """P(outcome | V = x) as the data show it; None where they show no outcome that varies."""
        select, outcome = self.problem.hidden, Name(self.problem.outcome)
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
        """The share of x among the shown records over its share in the policy; None if there is none."""
        share, whole = self._mass(name, value, None), self._mass(None, value, shown)
        if not share.low or not whole.low:
            return None
        seen = _ratio(self._mass(name, value, shown), whole)
        return Interval(seen.low / share.high, seen.high / share.low)

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
