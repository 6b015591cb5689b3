"""The verdict sentence of an audit of statements, and why there is no member, in words."""

from __future__ import annotations

from symcause.families.statements.documents.audit_document import StatementsAudit
from symcause.families.statements.problem.problem import Statement, StatementsProblem
from symcause.families.statements.space.faithful_dags import (
    Differs,
    Exhausted,
    NoOrientation,
    Reason,
)
from symcause.families.statements.space.skeleton import Conflict, Mixed
from symcause.models.bit_sets import bits
from symcause.models.number_phrases import plural

_UNKNOWN = "Whether the hypothesis follows is not known"


def sentence_of(document: StatementsAudit) -> str:
    """The verdict in words."""
    asked, count = document.hypothesis, document.count
    fit = "fits" if count == 1 else "fit"
    many = "" if count is None else f"{plural(count, 'DAG')} {fit} the statements"
    if document.verdict == "inconsistent":
        told = f"No DAG fits the statements: {document.reason}"
    elif document.verdict == "open" and count is None:
        told = f"Open ({asked}): two DAGs fit the statements and differ in it"
    elif document.verdict == "open":
        told = f"Open ({asked}): {many}, and it is true in {document.holds_in} of them"
    elif document.verdict == "unknown":
        told = f"{_UNKNOWN} ({asked}): {document.reason}"
    else:
        word = "Entailed" if document.verdict == "entailed" else "Impossible"
        in_ = "in it" if count == 1 else "in each"
        truth = "true" if document.verdict == "entailed" else "false"
        told = f"{word} ({asked}): {many}, and it is {truth} {in_}"
    if document.gold_right is False:
        told += f"; the stored label {document.gold} is wrong"
    return f"{told}."


def no_member(problem: StatementsProblem, reason: Reason) -> tuple[str, str]:
    """The kind of a contradiction, and what it is."""
    names = problem.variables
    if isinstance(reason, Mixed):
        x, c, y = (names[i] for i in reason.triple)
        both = [
            Statement(x, y, tuple(names[i] for i in bits(mask)))
            for mask in (reason.having, reason.lacking)
        ]
        return "mixed", (
            f"{c} cannot be a collider between {x} and {y} because of ({both[0]}), and must be one "
            f"because of ({both[1]})"
        )
    if isinstance(reason, Conflict):
        first, second = (
            " -> ".join((names[t[0]], names[t[1]])) + f" <- {names[t[2]]}"
            for t in (reason.first, reason.second)
        )
        return "conflict", f"{first} and {second} turn one edge both ways"
    if isinstance(reason, NoOrientation):
        return "no orientation", "no DAG has the adjacencies and colliders that they demand"
    if isinstance(reason, Differs):
        told = problem.statement(reason.pair, reason.given)
        stated, shown = ("independent", "dependent")[:: 1 if reason.independent else -1]
        return "triple", (
            f"({told}) is stated {stated}, and {shown} in every DAG with the adjacencies and "
            "colliders that they demand"
        )
    assert isinstance(reason, Exhausted), "there is no other reason"
    return "exhausted", f"every DAG of {len(names)} variables makes one of them false"
