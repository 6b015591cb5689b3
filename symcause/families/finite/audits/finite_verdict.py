"""The verdict of a finite audit: about the model, or about answers to queries.

>>> FiniteVerdict.ANSWERED.settled, FiniteVerdict.WRONG.settled, FiniteVerdict.UNKNOWN.settled
(True, False, None)
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from symcause.audits.of_space.query_parts import IMPOSSIBLE, UNDETERMINED, QueryPart, QueryStatus
from symcause.audits.verdicts import Verdict


class FiniteVerdict(StrEnum):
    """The answer of an audit; the last three are about queries."""

    UNIQUE = "unique"
    AMBIGUOUS = "ambiguous"
    GOLD_OUTSIDE = "gold-outside-class"
    INCONSISTENT = "inconsistent"
    INVALID = "invalid"
    UNKNOWN = "unknown"
    ANSWERED = "answered"
    WRONG = "wrong"
    ILL_POSED = "ill-posed"

    @property
    def settled(self) -> bool | None:
        """Does the evidence settle what is asked? None where that is not known."""
        if self is FiniteVerdict.UNKNOWN:
            return None
        return self in (FiniteVerdict.UNIQUE, FiniteVerdict.ANSWERED)


ABOUT_ANSWERS = (FiniteVerdict.ANSWERED, FiniteVerdict.WRONG, FiniteVerdict.ILL_POSED)
"""The verdicts about stored and missing answers to queries."""

ABOUT_QUERIES = frozenset((Verdict.UNIQUE, Verdict.AMBIGUOUS, Verdict.UNKNOWN))
"""Verdicts about the model with which it depends on the queries what is settled."""


def is_wrong(query: QueryPart) -> bool:
    """Is the stored answer of a query not what follows, whatever else is open?"""
    if query.gold is None or query.status == QueryStatus.UNKNOWN:
        return False
    if query.status == QueryStatus.UNDETERMINED:
        return query.gold == IMPOSSIBLE
    return query.gold != query.answer


def is_ill_posed(query: QueryPart) -> bool:
    """Has a query no one answer, and the stored one does not say so?"""
    without = (QueryStatus.UNDETERMINED, QueryStatus.IMPOSSIBLE)
    return query.status in without and query.gold not in (UNDETERMINED, IMPOSSIBLE)


def verdict_of(model: Verdict, task: str, queries: Iterable[QueryPart]) -> FiniteVerdict:
    """The verdict about what is asked."""
    if task == "model" or model not in ABOUT_QUERIES:
        return FiniteVerdict(model)
    listed = tuple(queries)
    if any(map(is_wrong, listed)):
        return FiniteVerdict.WRONG
    if any(map(is_ill_posed, listed)):
        return FiniteVerdict.ILL_POSED
    unknown = any(query.status == QueryStatus.UNKNOWN for query in listed)
    return FiniteVerdict.UNKNOWN if unknown else FiniteVerdict.ANSWERED
