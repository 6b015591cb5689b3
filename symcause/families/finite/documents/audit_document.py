"""The audit document of finite problems: the verdict, gold, the queries, and what members share.

Keys that nobody reached are null; so is what is asked of gold where there is none.
"""

from __future__ import annotations

import msgspec

from symcause.audits.documents import AuditDocument, Part
from symcause.families.finite.documents.model_part import ModelPart
from symcause.families.finite.documents.scope_part import IDENTITY, ClassPart
from symcause.families.finite.documents.separation_part import AlternativePart
from symcause.families.finite.models.finite_values import Value


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


class QueryWitnessPart(ModelPart, frozen=True, kw_only=True):
    """A member that gives a value, and its state; of an edge there is none."""

    value: Value
    state: tuple[Value, ...] | None = None


class QueryPart(Part, frozen=True, kw_only=True):
    """What follows about a query, and whether the stored answer says so."""

    id: str
    status: str = "unknown"  # settled, undetermined, impossible
    answer: Value | None = None
    reason: str | None = None
    by: str | None = None  # what leaves it undetermined: models, contexts
    witness: tuple[QueryWitnessPart, ...] | None = None
    values: tuple[Value, ...] | None = None
    gold: Value | None = None
    gold_right: bool | None = None


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
    edges: dict[str, str] | None = None
    variables: dict[str, int] | None = None  # functions over all members
    unexplained: tuple[str, ...] | msgspec.UnsetType = (
        msgspec.UNSET
    )  # no function of the class fits
    reference: ModelPart | msgspec.UnsetType = msgspec.UNSET  # what alternatives differ from
    alternatives: tuple[AlternativePart, ...] = ()
    profile: tuple[ProfilePart, ...] = ()
