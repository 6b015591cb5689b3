"""Event expansion for scenario values: definitions that depend on a loop, written out.

A definition that is used twice is written out twice; a chain of such definitions doubles with each of
them, so there is a bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from symcause.budgets import StrictMeter
from symcause.families.scenario.bounds import EVENT_TERMS
from symcause.families.scenario.models.model_components import Define, Repeat, Variable
from symcause.families.scenario.value.event_clauses import Unsupported
from symcause.grammar.scenario.scenario_terms import Apply, Case, Name, Term, names


def inlined(event: Term, owner: Mapping[str, Variable]) -> Term:
    """The event down to totals; *owner* says which variable a name belongs to."""
    return _Writer(owner).written(event)


class _Writer:
    """Counts what it writes."""

    def __init__(self, owner: Mapping[str, Variable]) -> None:
        self.owner = owner
        self.written_terms = StrictMeter(
            EVENT_TERMS,
            f"the event has more than {EVENT_TERMS:,} terms when it is written out",
            refusal=Unsupported,
        )
        self.touched: dict[str, bool] = {}

    def written(self, term: Term) -> Term:
        self.written_terms.spend()
        if not any(self._touches(name) for name in names(term)):
            return term
        if isinstance(term, Name):
            variable = self.owner.get(term.name)
            return self.written(variable.term) if isinstance(variable, Define) else term
        if isinstance(term, Apply):
            return Apply(term.op, tuple(self.written(arg) for arg in term.args), term.at)
        if isinstance(term, Case):
            arms = tuple((option, self.written(arm)) for option, arm in term.arms)
            rest = None if term.otherwise is None else self.written(term.otherwise)
            return Case(term.subject, arms, rest, term.at)
        return term

    def _touches(self, name: str) -> bool:
        """Does a name lead to a loop through definitions?"""
        if name not in self.touched:
            reached = _reach((name,), self.owner)
            self.touched[name] = any(isinstance(self.owner[n], Repeat) for n in reached)
        return self.touched[name]


def _reach(start: Iterable[str], owner: Mapping[str, Variable]) -> set[str]:
    """Names from which a name is reached through definitions."""
    found: set[str] = set()
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name in found or name not in owner:
            continue
        found.add(name)
        variable = owner[name]
        if isinstance(variable, Define):
            waiting.extend(names(variable.term))
    return found
