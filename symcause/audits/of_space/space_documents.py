"""The documents of questions to a version space, for families that add nothing of their own."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Self

from msgspec import UNSET, UnsetType

from symcause.audits.documents import (
    AlternativesDocument,
    AuditDocument,
    CheckDocument,
    Part,
    SeparateDocument,
    SolveDocument,
)
from symcause.audits.space import Separation
from symcause.models.exact_numbers import print_number


class MemberPart(Part, frozen=True, kw_only=True):
    """A member, as an answer would give it."""

    model: object


class SpaceSolve(SolveDocument, frozen=True, kw_only=True):
    """``solve``: the simplest member; with ``--all`` the list, and whether it is complete."""

    model: object = None
    members: tuple[MemberPart, ...] = ()
    simplest_first: bool = False  # are members listed by size? else all count as equally simple
    complete: bool | None = None
    incomplete_reason: str | None = None


class OtherPart(MemberPart, frozen=True, kw_only=True):
    """Another member, and an experiment that tells it from the reference."""

    experiment: dict[str, object] | None = None
    readings: tuple[object, object] | None = None


class SpaceAlternatives(AlternativesDocument, frozen=True, kw_only=True):
    """``alternatives``: other members; *nearest_first* where the space lists them in that order."""

    against: object = None
    alternatives: tuple[OtherPart, ...] = ()
    nearest_first: bool = False


class SeparationPart(Part, frozen=True, kw_only=True):
    """An experiment that tells two models apart, and what each of them shows under it."""

    experiment: dict[str, object]
    readings: tuple[dict[str, object], dict[str, object]]
    differing: tuple[str, ...] = ()  # what of the readings differs
    measures: dict[str, int | float] | UnsetType = (
        UNSET  # what the order goes by, where it has numbers
    )
    minimal: bool | UnsetType = UNSET  # does no shorter one tell the two apart?
    already: str | UnsetType = UNSET  # what of the evidence tells them apart before any experiment

    @classmethod
    def of(cls, found: Separation, experiment: Mapping[str, object]) -> Self:
        """A separation as documents show it: numbers of readings as exact texts."""
        first, second = found.readings
        measures = {
            name: value if isinstance(value, int) else value.numerator / value.denominator
            for name, value in found.measures.items()
        }
        return cls(
            experiment=exact(experiment),
            readings=(exact(first), exact(second)),
            differing=found.differing,
            measures=measures or UNSET,
            minimal=UNSET if found.minimal is None else found.minimal,
            already=found.already or UNSET,
        )


def exact(value: object) -> Any:
    """Plain values in which a fraction is its exact text.

    >>> exact({"x": Fraction(1, 3), "y": (Fraction(2), 3)})
    {'x': '1/3', 'y': ['2', 3]}
    """
    if isinstance(value, Fraction):
        return print_number(value)
    if isinstance(value, Mapping):
        return {name: exact(entry) for name, entry in value.items()}
    if isinstance(value, list | tuple):
        return [exact(entry) for entry in value]
    return value


class SeparationsDocument(SeparateDocument, frozen=True, kw_only=True):
    """``separate`` in a family with a space: with ``--limit`` above 1 the best experiments, best first."""

    separations: tuple[SeparationPart, ...] | UnsetType = UNSET
    complete: bool | UnsetType = UNSET  # does no other experiment tell the two apart?
    incomplete_reason: str | UnsetType = UNSET  # why the list ends, if it was not the limit


class SpaceSeparate(SeparationsDocument, frozen=True, kw_only=True):
    """``separate``: an experiment, and what the two models show under it."""

    experiment: dict[str, object] | None = None
    readings: tuple[object, object] | None = None


class SpaceCheck(CheckDocument, frozen=True, kw_only=True):
    """``check``: is the answer a member, and why not?"""

    objections: tuple[str, ...] = ()


class SpaceAudit(AuditDocument, frozen=True, kw_only=True):
    """``audit``: the verdict by the count; two members and what tells them apart, where there are two."""

    identity: str
    edges: dict[str, str] | None = None
    members: tuple[MemberPart, ...] = ()
    experiment: dict[str, object] | None = None
