"""The claim judge: whether predicates about scenario values are true, false or unknown."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symcause.families.scenario.bounds import CLAIMED_VALUES
from symcause.families.scenario.models.model_components import Choice, Integer, Value
from symcause.families.scenario.models.rational_intervals import Interval
from symcause.families.scenario.problem.claim_predicates import Best, Effect, read_predicate
from symcause.families.scenario.problem.scenario_validation import kinds_of
from symcause.families.scenario.problem.term_types import TRUTH
from symcause.families.scenario.value.valuer import Valuer
from symcause.grammar.scenario.scenario_terms import Term

TRUE, FALSE, UNKNOWN = "true", "false", "unknown"


@dataclass(frozen=True)
class Predicates:
    """Judges the predicates of one scenario."""

    valuer: Valuer

    def status(self, text: str | None) -> str:
        """true, false or unknown; a claim without a predicate is unknown."""
        if text is None:
            return UNKNOWN
        problem = self.valuer.problem
        predicate = read_predicate(text, problem, kinds_of(problem))
        if isinstance(predicate, Effect):
            return self._effect(predicate)
        return self._best(predicate)

    def _effect(self, claimed: Effect) -> str:
        first, last = (
            self._doing(claimed.name, value, claimed.event)
            for value in (claimed.first, claimed.last)
        )
        if first is None or last is None:
            return UNKNOWN
        return compared(last - first, claimed.op, claimed.number)

    def _best(self, claimed: Best) -> str:
        own = self._doing(claimed.name, claimed.value, None)
        values, complete = self._values(claimed.name)
        others = [self._doing(claimed.name, v, None) for v in values if v != claimed.value]
        if own is None or None in others:
            return UNKNOWN
        known = [other for other in others if other is not None]
        if any(own.high < other.low for other in known):
            status = FALSE
        elif complete and all(own.low >= other.high for other in known):
            status = TRUE
        else:
            return UNKNOWN
        return status if claimed.op == "==" else {TRUE: FALSE, FALSE: TRUE}[status]

    def _doing(self, name: str, value: Value, event: Term | None) -> Interval | None:
        problem = self.valuer.problem
        design = problem.completed({name: value}) if name in problem.design else problem.default
        force = {} if name in problem.design else {name: value}
        if event is None:
            return self.valuer.value(design, force=force)
        return self.valuer.given(design, event, force=force)

    def _values(self, name: str) -> tuple[list[Value], bool]:
        """The values of a variable, and whether these are all of them."""
        problem = self.valuer.problem
        kind = kinds_of(problem)[name]
        domain = problem.design.get(name)
        if isinstance(domain, Choice):
            return list(domain.options), True
        if isinstance(kind, tuple):
            return list(kind), True
        if kind == TRUTH:
            return [False, True], True
        if not isinstance(domain, Integer) or domain.most is None:
            return [], False
        if domain.most - domain.least < CLAIMED_VALUES:
            return [Fraction(k) for k in range(domain.least, domain.most + 1)], True
        return [Fraction(k) for k in (domain.least, domain.default, domain.most)], False


def compared(interval: Interval, op: str, number: Fraction) -> str:
    """Does a comparison hold for every number of an interval, for none, or for some?"""
    sure = {
        "<": (interval.high < number, interval.low >= number),
        "<=": (interval.high <= number, interval.low > number),
        ">": (interval.low > number, interval.high <= number),
        ">=": (interval.low >= number, interval.high < number),
        "==": (interval.exact and interval.low == number, number not in interval),
        "!=": (number not in interval, interval.exact and interval.low == number),
    }[op]
    return TRUE if sure[0] else FALSE if sure[1] else UNKNOWN
