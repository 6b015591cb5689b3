"""Errata in audits: problems whose recorded answer is wrong, ill-posed or open.

A family declares one function, ``errata``: (problem, document of its audit) -> the erratum, several where
more than one answer is stored, None where nothing is wrong with what is stored. It only reads what the
audit has found; whoever writes the list adds the source and the certificate.

>>> of_verdict("ambiguous", "item 7", {"X2": "X1"}, "two models explain the evidence").kind
'open'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypedDict

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from symcause.audits.documents import AuditDocument, Part
from symcause.audits.verdicts import Verdict
from symcause.registry import family_of, load

Kind = Literal["wrong", "ill-posed", "open", "inconsistent", "reading", "start"]

KINDS: dict[Kind, str] = {
    "wrong": "what is stored is not what follows",
    "ill-posed": "what is stored is outside the class, or the question has no one answer",
    "open": "the evidence leaves more than one answer possible",
    "inconsistent": "nothing fits the evidence",
    "reading": "what is stored is right in one reading of the words and wrong in another",
    "start": "the state in which a log begins is not one of the stored world; all that follows agrees",
}
"""Every kind of erratum, in words."""


class Reading(Part, frozen=True, kw_only=True):
    """One way to take what the release says, and whether what is stored is right in it."""

    name: str
    right: bool | None = None  # None: it was not decided


class Basis(Part, frozen=True, kw_only=True):
    """Why an item is listed, so that the author of the release can hold it against the release."""

    proved: str  # what holds whatever was meant, in a sentence
    readings: tuple[
        Reading, ...
    ] = ()  # every one that the release leaves open, assumptions included
    unless: str | None = None  # what would make what is stored right


class Erratum(Part, frozen=True, kw_only=True):
    """One item of a release, what is stored with it, and what follows instead."""

    item: str  # its key in the release
    source: str | None = None  # the file it is in
    family: str | None = None  # The kind of problem.
    stored: object = None  # The answer in the release.
    derived: object = None  # What follows from the evidence.
    proposed: object | UnsetType = UNSET  # to store instead, where that is not what is derived
    kind: Kind  # See below.
    cause: str | None = None  # where it is known
    reason: str | None = None  # in a sentence
    caption: str | None = None  # what is shown
    shown: tuple[str, ...] = ()  # what a reader may look at: members, findings
    certificate: dict[str, object] | None = None
    basis: Basis | None = None  # What the finding rests on.
    claimed: str | UnsetType = UNSET  # The question that what is stored answers.

    def __post_init__(self) -> None:
        """What is right in some reading, or was not decided in one, is not called wrong."""
        readings = () if self.basis is None else self.basis.readings
        if self.kind == "wrong" and any(reading.right is not False for reading in readings):
            raise ValueError(
                f"{self.item}: not wrong in every reading that the release leaves open"
            )


class Exhibit(TypedDict, total=False):
    """An exhibit that a reader may look at, and what it is: fields of an erratum."""

    caption: str
    shown: tuple[str, ...]


def kind_of(readings: tuple[Reading, ...]) -> Kind | None:
    """Wrong if every reading refutes what is stored; a matter of reading if only some do.

    None: no reading refutes it, or none makes it right and one of them was not decided.

    >>> kind_of((Reading(name="by paths", right=False), Reading(name="by edges", right=True)))
    'reading'
    """
    rights = {reading.right for reading in readings}
    if rights == {False}:
        return "wrong"
    return "reading" if rights >= {False, True} else None


Finder = Callable[[Any, Any], Erratum | tuple[Erratum, ...] | None]

_BY_VERDICT: dict[str, Kind] = {
    str(Verdict.INVALID): "wrong",
    str(Verdict.GOLD_OUTSIDE): "ill-posed",
    str(Verdict.INCONSISTENT): "inconsistent",
    str(Verdict.AMBIGUOUS): "open",
}


_UNLESS: dict[Kind, str] = {
    "wrong": "the evidence is not what the stored model gave, or its class is not the one declared",
    "ill-posed": "the class is larger than the one that the file declares",
    "inconsistent": "the evidence is not what one model gave, or its class is not the one declared",
    "open": "any model that explains the evidence is asked for, or what the file does not hold "
    "excludes the others",
}


def of_verdict(verdict: str | None, item: str, stored: object, reason: str) -> Erratum | None:
    """The erratum that the verdict of a version space stands for, where gold is a model."""
    kind = _BY_VERDICT.get(str(verdict))
    if kind is None:
        return None
    basis = Basis(proved=reason, unless=_UNLESS[kind])
    return Erratum(item=item, stored=stored, derived=verdict, kind=kind, reason=reason, basis=basis)


def finder_of(problem: object) -> Finder | None:
    """Who finds errata among problems of this family; None: there is no stored gold to be wrong."""
    dotted = family_of(problem).errata
    return None if dotted is None else load(dotted)


def errata_of(problem: object, document: object, source: str | None) -> tuple[Erratum, ...]:
    """The errata about what is stored with a problem, by its audit."""
    finder = finder_of(problem)
    if finder is None or not isinstance(document, AuditDocument):
        return ()
    found = finder(problem, document)
    told = {"source": source, "family": document.family, "certificate": document.certificate}
    known = {key: value for key, value in told.items() if value is not None}
    listed = found if isinstance(found, tuple) else () if found is None else (found,)
    return tuple(replace(erratum, **known) for erratum in listed)


def erratum_of(problem: object, document: object, source: str | None) -> Erratum | None:
    """The first of them: the only one where one answer is stored."""
    return next(iter(errata_of(problem, document, source)), None)
