"""The reactor's target as a query: what all explaining models say about the crystal that is asked about."""

from __future__ import annotations

from fractions import Fraction

from msgspec import UnsetType

from symcause.audits.query_parts import (
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
    told = document.target
    stored = None if problem.gold is None else problem.gold.reactor_target
    gold = None if stored is None else print_number(stored)
    if document.graphs == 0:
        part = QueryPart(
            id=ID, status=str(QueryStatus.IMPOSSIBLE), answer=IMPOSSIBLE, reason=NO_MODEL, values=()
        )
    elif told.entailed is None:
        reason = None if isinstance(told.reason, UnsetType) else told.reason
        return (QueryPart(id=ID, reason=reason or document.reason, gold=gold),)
    elif told.entailed:
        assert told.low is not None
        part = QueryPart(
            id=ID, status=str(QueryStatus.SETTLED), answer=told.low, values=_ends(told)
        )
    else:
        part = QueryPart(
            id=ID,
            status=str(QueryStatus.UNDETERMINED),
            answer=UNDETERMINED,
            by=str(LeftBy.MODELS),
            witness=_witnesses(told),
            values=_ends(told),
        )
    if stored is None:
        return (part,)
    return (_judged(part, told, stored, gold),)


def _judged(part: QueryPart, told: ReactorPart, stored: Fraction, gold: str | None) -> QueryPart:
    from msgspec.structs import replace

    right = False
    if part.status == QueryStatus.SETTLED and told.low is not None and told.high is not None:
        slack = Fraction(0) if isinstance(told.tolerance, UnsetType) else Fraction(told.tolerance)
        right = Fraction(told.low) - slack <= stored <= Fraction(told.high) + slack
    return replace(part, gold=gold, gold_right=right)


def _ends(told: ReactorPart) -> tuple[str, ...] | None:
    """The least and the largest value, where members have them."""
    if isinstance(told.attained, UnsetType) or told.low is None or told.high is None:
        return (told.low,) if told.low is not None and told.low == told.high else None
    if not (told.attained.low and told.attained.high):
        return None
    return (told.low,) if told.low == told.high else (told.low, told.high)


def _witnesses(told: ReactorPart) -> tuple[QueryWitnessPart, ...] | None:
    if isinstance(told.witnesses, UnsetType) or _ends(told) is None:
        return None
    sides = ((told.low, told.witnesses.low), (told.high, told.witnesses.high))
    return tuple(
        QueryWitnessPart(roots=(), mechanisms=equations, value=value)
        for value, equations in sides
        if value is not None
    )
