"""The document of a ShapeWorld ``audit``: verdict, steps, expectations and optimum."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from symcause.audits.documents import AuditDocument, Part
from symcause.families.shapeworld.documents.scope_part import ActionPart, BreachPart, ClassPart


class StepPart(Part, frozen=True, kw_only=True):
    """One line of the transcript: what it was good for, and what was known after it."""

    number: int | None  # None: not a valid action with a state after it
    action: str | None
    shape: str | None
    moving: tuple[str, ...] | None
    kind: str | None = None
    count: int | None = None
    verdict: str | None = None


class ExpectedPart(Part, frozen=True, kw_only=True):
    """Least expected interventions as exact fractions, members equally likely as relations or as DAGs."""

    relations: str
    graphs: str | None  # null where shapes are hidden


class OptimumPart(Part, frozen=True, kw_only=True):
    """Fewest interventions: from the end of the transcript on, and for the whole case."""

    worst_case: int | None = None
    bound: int | None = None
    shortest_proof: int | None = None
    expected: ExpectedPart | None = None


class ShapeWorldAudit(AuditDocument, frozen=True, kw_only=True):
    """The whole audit of one case or transcript."""

    scope: ClassPart = msgspec.field(name="class")
    identity: str = "relation"
    question: str
    shapes: tuple[str, ...]
    initial: tuple[str, ...] | None = None
    step: int | None = None  # where the transcript becomes impossible, or the world contradicts it
    graphs: int | None = None
    relations: dict[str, str] | None = None
    driven: dict[str, str] | UnsetType = UNSET  # by something hidden: always, never, open
    optimum: OptimumPart | None = None
    next: ActionPart | None = None
    steps: tuple[StepPart, ...] = ()
    decided_at: int | None = None
    surplus: int | None = None
    answer: str | None = None
    truth: str | None = None
    support: str | None = None
    lucky: bool | None = None
    pattern: str | None = None
    contradicts_key: bool | None = None  # the transcript proves the opposite of the truth
    excess: int | None = None
    start: str | UnsetType = UNSET  # how the start was read, where that was asked for or matters
    start_conflicts: bool | UnsetType = UNSET  # only from another start than a closed one
    start_breaches: tuple[BreachPart, ...] | UnsetType = (
        UNSET  # who moves there, whose effect does not
    )
