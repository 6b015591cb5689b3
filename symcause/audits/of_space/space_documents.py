"""The documents of questions to a version space, for families that add nothing of their own."""

from __future__ import annotations

from symcause.audits.documents import (
    AlternativesDocument,
    AuditDocument,
    CheckDocument,
    Part,
    SeparateDocument,
    SolveDocument,
)


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


class SpaceSeparate(SeparateDocument, frozen=True, kw_only=True):
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
