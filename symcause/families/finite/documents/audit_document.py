"""The audit document of finite problems: the verdict, gold, the queries, and what members share.

Keys that nobody reached are null; so is what is asked of gold where there is none.
"""

from __future__ import annotations

import msgspec

from symcause.audits.documents import AuditDocument, Part
from symcause.audits.of_space.query_parts import QueryPart
from symcause.families.finite.documents.model_part import ModelPart
from symcause.families.finite.documents.scope_part import IDENTITY, ClassPart
from symcause.families.finite.documents.separation_part import AlternativePart


class GoldPart(Part, frozen=True, kw_only=True):
    """How far gold comes; it is valid only if it explains the training worlds, too."""

    valid: bool
    stage: str
    reason: str | None = None
    train_exact: bool | None = None
    heldout_exact: bool | None = None
    in_class: bool | None = None  # evidence left out
    objections: tuple[str, ...] | None = None  # what it violates in the class
    total_size: int | None = None


class ProfilePart(Part, frozen=True, kw_only=True, omit_defaults=True):
    """The count of a narrower class; null where it is unknown."""

    max_parents: int | msgspec.UnsetType = msgspec.UNSET
    max_size: int | msgspec.UnsetType = msgspec.UNSET
    count: int | None


class FiniteAudit(AuditDocument, frozen=True, kw_only=True):
    """The whole audit of one problem."""

    setting: str
    scope: ClassPart = msgspec.field(name="class")
    identity: str = IDENTITY
    model_verdict: str = "unknown"
    gold: GoldPart | None = None
    queries: tuple[QueryPart, ...] | None = None
    heldout: tuple[QueryPart, ...] | msgspec.UnsetType = msgspec.UNSET  # where it is asked
    edges: dict[str, str] | None = None
    variables: dict[str, int] | None = None  # functions over all members
    unexplained: tuple[str, ...] | msgspec.UnsetType = (
        msgspec.UNSET
    )  # no function of the class fits
    reference: ModelPart | msgspec.UnsetType = msgspec.UNSET  # what alternatives differ from
    alternatives: tuple[AlternativePart, ...] = ()
    profile: tuple[ProfilePart, ...] = ()
