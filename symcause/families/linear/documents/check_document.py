"""The document of a linear ``check``: contradictions of a hypothesis, and metrics against gold."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from symcause.audits.documents import CheckDocument, Part
from symcause.families.linear.documents.scope_part import ClassPart


class ContradictionPart(Part, frozen=True, kw_only=True):
    """Where a hypothesis is wrong.

    A fully stated equation of the target misses a reading: ``place``, what was ``read`` and what the
    equation has ``given``. Else ``rows`` are a smallest set that no equation with its parents satisfies
    (``minimum`` false: none of them can be left out), ``place`` names the first.
    """

    place: str
    read: str | None = None
    given: str | None = None
    rows: tuple[str, ...] = ()
    minimum: bool | None = None


class ReadingPart(Part, frozen=True, kw_only=True):
    """A reading of the target, and what its stated equation gives on the readings beside it."""

    place: str
    read: str
    given: str
    right: bool  # within the rounding of the readings


class LinearCheck(CheckDocument, frozen=True, kw_only=True):
    """One hypothesis; metrics are null without gold."""

    setting: str
    semantics: str
    scope: ClassPart = msgspec.field(name="class")
    valid: bool | None = None  # readable as a hypothesis
    fits: bool | None = None
    misfit: ContradictionPart | None = None
    edges: tuple[tuple[str, str], ...] | None = None  # as the hypothesis has them
    equations: dict[str, str] | UnsetType = UNSET  # those that it states in full
    readings: tuple[ReadingPart, ...] = ()  # where the equation of the target is fully stated
    objections: tuple[str, ...] = ()
    # of background knowledge, each beginning with the edge; null where there is no hypothesis
    violations: tuple[str, ...] | None = None
    edge_f1: float | None = None
    target_edge_f1: float | None = None
    root_f1: float | None = None
    coefficient_f1: float | None = None
    coefficient_f1_released: float | None = None  # as the released scorer counts
    shd: int | None = None
    target_predicted: str | None = None  # the reactor's value as the hypothesis has it
    target_entailed: str | None = None  # the only value that the evidence admits
    # of an abstention: "A->B" to always, open or never in the models that explain the evidence
    edges_left: dict[str, str] | UnsetType = UNSET
