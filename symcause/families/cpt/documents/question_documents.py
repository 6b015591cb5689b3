"""Question documents of the cpt family: what each of its questions answers.

Fractions are texts ``a/b``.
"""

from __future__ import annotations

from fractions import Fraction

from symcause.audits.documents import (
    EXIT_UNKNOWN,
    EXIT_YES,
    AlternativesDocument,
    AuditDocument,
    CheckDocument,
    CountDocument,
    Part,
    SolveDocument,
)
from symcause.audits.of_space.space_documents import SeparationsDocument

Tables = dict[str, object]
"""The tables of a network, as files have them."""


def fraction(number: Fraction | None) -> str | None:
    """A number as documents have it."""
    return None if number is None else f"{number.numerator}/{number.denominator}"


class NetworkPart(Part, frozen=True, kw_only=True):
    """A network, the value of the query in it, and the answer."""

    tables: Tables
    value: str
    answer: str


class ContradictionPart(Part, frozen=True, kw_only=True):
    """A given number that the tables contradict."""

    number: str
    given: str
    tables: str | None


class CptAudit(AuditDocument, frozen=True, kw_only=True):
    """``audit``: the value or the range of the query, the answer, and whether gold is right."""

    query: str
    answer: str | None = None
    value: str | None = None
    low: str | None = None
    high: str | None = None
    attained: tuple[bool, bool] | None = None
    identified: bool | None = None
    given_answer: str | None = None
    given_right: tuple[ContradictionPart, ...] | None = None
    gold: str | None = None
    gold_right: bool | None = None
    threshold_applied: bool | None = None
    stored_value: str | None = None
    stored_value_right: bool | None = None
    valid: tuple[bool, bool] | None = None
    text_answer: str | None = None
    text_agrees: bool | None = None
    assumed: tuple[str, ...] = ()
    alternatives: tuple[NetworkPart, ...] = ()
    status: str = "unknown"


class CptCount(CountDocument, frozen=True, kw_only=True):
    """``count``: how many networks there are; *dimension* is how many of their numbers are free."""

    dimension: int | None = None

    @property
    def code(self) -> int:
        return EXIT_YES if self.status in ("exact", "infinite") else EXIT_UNKNOWN


class CptCheck(CheckDocument, frozen=True, kw_only=True):
    """``check``: an answer against what the numbers prove, and against the stored gold."""

    answer: str | None = None
    said: str | None = None
    published_right: bool | None = None


class CptSolve(SolveDocument, frozen=True, kw_only=True):
    """``solve``: one network of the space."""

    network: NetworkPart | None = None


class CptAlternatives(AlternativesDocument, frozen=True, kw_only=True):
    """``alternatives``: two networks with different answers, if there are any."""

    alternatives: tuple[NetworkPart, ...] = ()


class CptSeparate(SeparationsDocument, frozen=True, kw_only=True):
    """``separate``: what tells two networks apart: the query, or the first table in which they differ."""

    by: str | None = None
    readings: tuple[str, str] | None = None
