"""Claims with predicates: true, false or unknown.

Two predicates are known: ``effect(V, x0, x1 | event) > 0`` compares S(do V = x1 | event) - S(do V = x0
| event) with a number (the event may be left out), ``best(V) == x`` says that x is the best value of V.
All else is at the default design.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from symcause.errors import ProblemError, SymcauseError, did_you_mean
from symcause.families.scenario.models.intervals import Interval
from symcause.families.scenario.models.parts import Boolean, Choice, Integer, Value
from symcause.families.scenario.problem.checking import kinds_of
from symcause.families.scenario.problem.kinds import TRUTH
from symcause.families.scenario.value.value import Valuer
from symcause.grammar.scenario_parsing import parse_term
from symcause.grammar.scenario_terms import Term
from symcause.models.numbers import read_number

_NAME = r"[A-Za-z_]\w*"
_EFFECT = re.compile(
    rf"\s*effect\(\s*(?P<name>{_NAME})\s*,\s*(?P<first>[^,|()]+?)\s*,\s*(?P<last>[^,|()]+?)\s*"
    r"(?:\|(?P<event>.+))?\)\s*(?P<op><=|>=|==|!=|<|>)\s*(?P<number>[^()\s]+)\s*"
)
_BEST = re.compile(rf"\s*best\(\s*(?P<name>{_NAME})\s*\)\s*(?P<op>==|!=)\s*(?P<value>.+?)\s*")

TRUE, FALSE, UNKNOWN = "true", "false", "unknown"


@dataclass(frozen=True)
class Predicates:
    """Judges the predicates of one scenario."""

    valuer: Valuer

    def status(self, text: str | None) -> str:
        """true, false or unknown; a claim without a predicate is unknown."""
        if text is None:
            return UNKNOWN
        effect, best = _EFFECT.fullmatch(text), _BEST.fullmatch(text)
        if effect is not None:
            return self._effect(effect)
        if best is not None:
            return self._best(best)
        raise ProblemError(
            "not a predicate",
            value=text,
            remedy="write effect(V, x0, x1) > 0, effect(V, x0, x1 | event) > 0 or best(V) == x",
        )

    def _effect(self, found: re.Match[str]) -> str:
        event = None if found["event"] is None else parse_term(found["event"].strip())
        name = found["name"]
        first, last = (
            self._doing(name, self._value(name, found[k]), event) for k in ("first", "last")
        )
        if first is None or last is None:
            return UNKNOWN
        return compared(last - first, found["op"], read_number(found["number"]))

    def _best(self, found: re.Match[str]) -> str:
        name = found["name"]
        claimed = self._value(name, found["value"])
        own = self._doing(name, claimed, None)
        others = [
            self._doing(name, value, None) for value in self._values(name) if value != claimed
        ]
        if own is None or None in others:
            return UNKNOWN
        known = [other for other in others if other is not None]
        if all(own.low >= other.high for other in known):
            status = TRUE
        elif any(own.high < other.low for other in known):
            status = FALSE
        else:
            return UNKNOWN
        return status if found["op"] == "==" else {TRUE: FALSE, FALSE: TRUE}[status]

    def _doing(self, name: str, value: Value, event: Term | None) -> Interval | None:
        problem = self.valuer.problem
        design = problem.completed({name: value}) if name in problem.design else problem.default
        force = {} if name in problem.design else {name: value}
        if event is None:
            return self.valuer.value(design, force=force)
        return self.valuer.given(design, event, force=force)

    def _values(self, name: str) -> list[Value]:
        problem = self.valuer.problem
        kind = kinds_of(problem)[name]
        domain = problem.design.get(name)
        if isinstance(domain, Choice):
            return list(domain.options)
        if isinstance(kind, tuple):
            return list(kind)
        if kind == TRUTH:
            return [False, True]
        if isinstance(domain, Integer) and domain.most is not None:
            return [Fraction(k) for k in range(domain.least, domain.most + 1)]
        raise ProblemError("has no list of values", value=name)

    def _value(self, name: str, text: str) -> Value:
        """A value of a variable as a predicate writes it."""
        kinds = kinds_of(self.valuer.problem)
        if name not in kinds:
            raise ProblemError("unknown name", value=name, remedy=did_you_mean(name, kinds))
        word, kind = text.strip().strip('"'), kinds[name]
        domain = self.valuer.problem.design.get(name)
        if kind == TRUTH or isinstance(domain, Boolean):
            return word == "true"
        if isinstance(kind, tuple):
            if word not in kind:
                raise ProblemError("not a value of it", value=word, remedy=did_you_mean(word, kind))
            return word
        try:
            return read_number(word)
        except SymcauseError as error:
            raise error.at(place=name) from None


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
