"""Linear rules in the search for the optimum of a scenario: sums of whole numbers, without arrays.

What is found, and what is counted as work, is what sets by row find: a sum of ranges is at least the sum of
their least numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symcause.families.scenario.bounds import LINEAR_FACTOR
from symcause.families.scenario.value.work_tally import PASSES, Tally
from symcause.grammar.scenario.scenario_terms import Apply, Name, Number, Term, names, walk

Ends = tuple[int, int]
_Sum = tuple[int, tuple[tuple[int, str], ...]]  # a constant, and factors of names


@dataclass(frozen=True)
class LinearRule:
    """A constant and some factors of names: their sum is to be at most zero, or (*strict*) below it."""

    constant: int
    parts: tuple[tuple[int, str], ...]
    strict: bool
    operations: int
    along: Mapping[str, int]  # how many of the operations mention a name

    def possible(self, ranges: Mapping[str, Ends]) -> bool:
        """Does some choice from these ranges obey?"""
        return self._least(ranges) <= -self.strict

    def narrowed(self, ranges: Mapping[str, Ends], name: str, ends: Ends) -> Ends:
        """The numbers of a range with which the others may obey; the ends are crossed if there is none."""
        factor = sum(own for own, other in self.parts if other == name)
        room = -self.strict - self._least({**ranges, name: (0, 0)})
        low, high = ends
        if factor > 0:
            return low, min(high, room // factor)
        if factor < 0:
            return max(low, -(room // -factor)), high
        return ends if room >= 0 else (high + 1, high)

    def _least(self, ranges: Mapping[str, Ends]) -> int:
        return self.constant + sum(
            factor * ranges[name][0 if factor > 0 else 1] for factor, name in self.parts
        )

    def pay(self, tally: Tally, name: str | None = None, numbers: int = 1) -> None:
        """Pay for trying the rule, with each of some numbers for one of the names."""
        several = 0 if name is None else self.along.get(name, 0)
        entries = several * numbers + self.operations - several
        tally.count(self.operations, PASSES * entries)


def linear_rule(rule: Term) -> LinearRule | None:
    """The rule as a sum, None if it is none or has large factors."""
    if not (isinstance(rule, Apply) and rule.op in ("<", "<=", ">", ">=")):
        return None
    sides = [_sum(side) for side in (rule.args if rule.op in ("<", "<=") else rule.args[::-1])]
    left, right = sides
    if left is None or right is None:
        return None
    constant, parts = _added(left, right, -1)
    if any(abs(number) >= LINEAR_FACTOR for number in (constant, *(factor for factor, _ in parts))):
        return None
    operations = [term for term in walk(rule) if isinstance(term, Apply)]
    along = {name: sum(name in names(term) for term in operations) for name in names(rule)}
    return LinearRule(constant, parts, rule.op in ("<", ">"), len(operations), along)


def _sum(term: Term) -> _Sum | None:
    if isinstance(term, Name):
        return 0, ((1, term.name),)
    if isinstance(term, Number):
        return (int(term.value), ()) if term.value.denominator == 1 else None
    if not isinstance(term, Apply) or term.op not in ("+", "-", "neg", "*"):
        return None
    sides = [_sum(arg) for arg in term.args]
    first, last = sides[0], sides[-1]
    if first is None or last is None:
        return None
    if term.op == "neg":
        return _added((0, ()), first, -1)
    if term.op == "*":
        if first[1] and last[1]:
            return None
        (factor, _), own = (last, first) if first[1] else (first, last)
        return _added((0, ()), own, factor)
    return _added(first, last, 1 if term.op == "+" else -1)


def _added(first: _Sum, last: _Sum, factor: int) -> _Sum:
    more = tuple((factor * own, name) for own, name in last[1])
    return first[0] + factor * last[0], first[1] + more
