"""The reactor query of linear audits: what all explaining models predict of it."""

from __future__ import annotations

from fractions import Fraction

from msgspec import UnsetType

from symcause.audits.of_space.query_parts import (
    IMPOSSIBLE,
    NO_MODEL,
    UNDETERMINED,
    LeftBy,
    QueryPart,
    QueryStatus,
    QueryWitnessPart,
)
from symcause.families.linear.documents.audit_document import LinearAudit
from symcause.families.linear.documents.target_part import ReactorPart
from symcause.families.linear.problem.problem import LinearProblem
from symcause.models.exact_numbers import print_number

ID = "reactor"


def reactor_query(problem: LinearProblem, document: LinearAudit) -> tuple[QueryPart, ...]:
    """What the document says of the reactor's target, as a query; without a reactor there is none.

    An undetermined target has a range and no list of values: *values* are its ends, where members have
    them.
    """
    if problem.reactor is None:
        return ()
    span = document.target
    stored = None if problem.gold is None else problem.gold.reactor_target
    gold = None if stored is None else print_number(stored)
    if document.graphs == 0:
        part = QueryPart(
            id=ID, status=str(QueryStatus.IMPOSSIBLE), answer=IMPOSSIBLE, reason=NO_MODEL, values=()
        )
    elif span.entailed is None:
        reason = None if isinstance(span.reason, UnsetType) else span.reason
        return (QueryPart(id=ID, reason=reason or document.reason, gold=gold),)
    elif span.entailed:
        assert span.low is not None
        part = QueryPart(
            id=ID, status=str(QueryStatus.SETTLED), answer=span.low, values=_ends(span)
        )
    else:
        part = QueryPart(
            id=ID,
            status=str(QueryStatus.UNDETERMINED),
            answer=UNDETERMINED,
            by=str(LeftBy.MODELS),
            witness=_witnesses(span),
            values=_ends(span),
        )
    if stored is None:
        return (part,)
    return (_judged(part, span, stored, gold),)


def _judged(part: QueryPart, span: ReactorPart, stored: Fraction, gold: str | None) -> QueryPart:
    from msgspec.structs import replace

    right = False
    if part.status == QueryStatus.SETTLED and span.low is not None and span.high is not None:
        slack = Fraction(0) if isinstance(span.tolerance, UnsetType) else Fraction(span.tolerance)
        right = Fraction(span.low) - slack <= stored <= Fraction(span.high) + slack
    return replace(part, gold=gold, gold_right=right)


def _ends(span: ReactorPart) -> tuple[str, ...] | None:
    """The least and the largest value, where members have them."""
    if isinstance(span.attained, UnsetType) or span.low is None or span.high is None:
        return (span.low,) if span.low is not None and span.low == span.high else None
    if not (span.attained.low and span.attained.high):
        return None
    return (span.low,) if span.low == span.high else (span.low, span.high)


def _witnesses(span: ReactorPart) -> tuple[QueryWitnessPart, ...] | None:
    if isinstance(span.witnesses, UnsetType) or _ends(span) is None:
        return None
    sides = ((span.low, span.witnesses.low), (span.high, span.witnesses.high))
    return tuple(
        QueryWitnessPart(roots=(), mechanisms=equations, value=value)
        for value, equations in sides
        if value is not None
    )
