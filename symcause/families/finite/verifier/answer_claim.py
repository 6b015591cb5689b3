"""Claim of an answer in the finite verifier: what members say to a query, all of them or two that differ.

A query about a value is the unobserved cell of one more row: a member answers with the values of that
cell in all its states in which the targets are set and everything shows that is given; roots are free
otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from symcause.families.finite.models.finite_values import Value
from symcause.families.finite.problem.problem import EdgeQuery, Query, ValueQuery
from symcause.families.finite.verifier.certificate_question import CertifiedQuestion
from symcause.families.finite.verifier.certificate_reader import Case, Certificate
from symcause.families.finite.verifier.member_check import Member, check_member, states
from symcause.kernel.nodes import Rejected

UNDETERMINED, IMPOSSIBLE = "undetermined", "impossible"


def check_two(question: CertifiedQuestion, certificate: Certificate) -> str:
    """What is established: two members, or two states of one, give different answers. Raises Rejected."""
    if certificate.answer != UNDETERMINED:
        raise Rejected("two answers are evidence of an undetermined query", place="answer")
    query = _query(question, certificate)
    values = [
        _case(question, query, c, f"evidence.cases[{i}]") for i, c in enumerate(certificate.cases)
    ]
    if values[0] == values[1]:
        raise Rejected("the two answers are one", place="evidence.cases")
    return f"two models, or two states of one, answer {query.id!r} differently"


def check_answer(
    question: CertifiedQuestion, certificate: Certificate, members: Iterable[Member]
) -> str:
    """What is established: what all the members of the problem say together. Raises Rejected."""
    query = _query(question, certificate)
    values = {value for member in members for value in _answers(question, member, query)}
    said = IMPOSSIBLE if not values else UNDETERMINED if len(values) > 1 else values.pop()
    if said != certificate.answer:
        raise Rejected(f"the answer is {said!r}", place="answer")
    return f"of all models that explain the evidence, {query.id!r} is {said}"


def _query(question: CertifiedQuestion, certificate: Certificate) -> Query:
    known = {query.id: query for query in question.problem.queries}
    if certificate.query not in known:
        raise Rejected("the problem has no such query", place="query", value=certificate.query)
    return known[certificate.query]


def _case(question: CertifiedQuestion, query: Query, case: Case, where: str) -> Value:
    """The answer of one member in one state, which is confirmed."""
    member, shown = check_member(question, case.model, f"{where}[0]"), None
    if isinstance(query, EdgeQuery) != (case.state is None):
        raise Rejected("a state belongs to a query about a value, and to no other", place=where)
    if case.state is not None:
        values = dict(zip(question.names, case.state, strict=False))
        shown = _positions(question, values)
        if len(case.state) != len(question.names) or len(shown) < len(question.names):
            raise Rejected("not a value of every variable", place=f"{where}[2]")
    if case.answer not in _answers(question, member, query, shown):
        raise Rejected("the model does not give this answer there", place=f"{where}[1]")
    return case.answer


def _positions(question: CertifiedQuestion, values: Mapping[str, Value]) -> dict[str, int]:
    """Values as positions; what is none of a variable's values is left out."""
    domain = question.problem.domain
    places = {name: domain(name).position(value) for name, value in values.items()}
    return {name: place for name, place in places.items() if place is not None}


def _answers(
    question: CertifiedQuestion,
    member: Member,
    query: Query,
    shown: Mapping[str, int] | None = None,
) -> set[Value]:
    """What a member answers; where all that is *shown* is known, in that state alone."""
    match query:
        case EdgeQuery(edge=(cause, effect)):
            mechanism = member.mechanisms.get(effect)
            return {"no" if mechanism is None or cause not in mechanism.parents else "yes"}
        case ValueQuery(of=of):
            targets, given = _positions(question, query.do), _positions(question, query.given)
            seen = given | dict(shown or {})
            return {
                question.problem.domain(of).values[state[of]]
                for state in states(question, member, seen, targets)
                if {*given.items(), *seen.items()} <= state.items()
            }
        case _:
            assert_never(query)
