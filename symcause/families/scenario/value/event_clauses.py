"""Event clauses for scenario values: conjunctions that speak of one loop total each."""

from __future__ import annotations

from symcause.families.scenario.bounds import EVENT_CLAUSES
from symcause.families.scenario.models.model_components import Repeat
from symcause.grammar.scenario.scenario_terms import Apply, Term, names


class Unsupported(Exception):
    """The event has no closed form here, and why."""


def clauses_of(term: Term) -> list[Term]:
    """A truth value as a conjunction of clauses."""
    if isinstance(term, Apply) and term.op == "and":
        return [clause for arg in term.args for clause in clauses_of(arg)]
    if isinstance(term, Apply) and term.op == "or":
        left, right = (clauses_of(arg) for arg in term.args)
        if len(left) * len(right) > EVENT_CLAUSES:
            raise Unsupported("the event has too many clauses")
        return [Apply("or", (a, b)) for a in left for b in right]
    if isinstance(term, Apply) and term.op == "if":
        test, yes, no = term.args
        both = (Apply("or", (Apply("not", (test,)), yes)), Apply("or", (test, no)))
        return [clause for part in both for clause in clauses_of(part)]
    if isinstance(term, Apply) and term.op == "not":
        inner = term.args[0]
        if isinstance(inner, Apply) and inner.op in ("and", "or"):
            turned = tuple(Apply("not", (arg,)) for arg in inner.args)
            return clauses_of(Apply({"or": "and", "and": "or"}[inner.op], turned))
        if isinstance(inner, Apply) and inner.op == "not":
            return clauses_of(inner.args[0])
    return [term]


def grouped_clauses(event: Term, loop: Repeat | None) -> dict[str | None, list[Term]]:
    """The clauses of an event by the total that they speak of."""
    if loop is None:
        return {None: [event]}
    terms: dict[str | None, list[Term]] = {}
    for clause in clauses_of(event):
        if f"{loop.name}.hits" in names(clause):
            raise Unsupported(f"the event depends on {loop.name}.hits")
        totals = sorted(names(clause) & set(loop.totals))
        if len(totals) > 1:
            raise Unsupported(f"one condition joins {' and '.join(totals)}")
        terms.setdefault(totals[0] if totals else None, []).append(clause)
    return terms
