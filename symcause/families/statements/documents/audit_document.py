"""The audit document of the statements family: verdict, members, readings and the label."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from symcause.audits.documents import AuditDocument, Part

FAMILY = "statements"

Triple = tuple[str, str, tuple[str, ...]]
"""x, y, Z."""


class DagPart(Part, frozen=True, kw_only=True):
    """A member, and whether the hypothesis is true in it."""

    edges: tuple[str, ...]
    holds: bool


class EssentialPart(Part, frozen=True, kw_only=True):
    """The edges that all members share, and those that point either way."""

    directed: tuple[tuple[str, str], ...]
    undirected: tuple[tuple[str, str], ...]


class ForcedPart(Part, frozen=True, kw_only=True):
    """Stored compelled edges that are none, and compelled edges that are not stored."""

    wrong: tuple[tuple[str, str], ...] = ()
    missing: tuple[tuple[str, str], ...] = ()


class StatementsAudit(AuditDocument, frozen=True, kw_only=True):
    """The whole audit of one hypothesis."""

    identity: str = "dag"
    hypothesis: str
    holds_in: int | None = None
    label: int | None = None
    gold: int | str | None = None
    gold_right: bool | None = None
    reading: str
    readings: dict[str, str] | None = None
    sentence_reading: str | None = None  # of the sentence, where that is not the reading asked for
    gold_right_by_sentence: bool | UnsetType | None = UNSET
    released_label: int | UnsetType | None = UNSET  # of items of the released generator
    essential: EssentialPart | None = None
    alternatives: tuple[DagPart, ...] = ()
    reason_kind: str | None = None
    differs_at: Triple | None = None
    forced: ForcedPart | UnsetType = UNSET  # of files that store compelled edges
    status: str = "unknown"
