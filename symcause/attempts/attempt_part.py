"""The part of a scored answer that tells of the attempt behind it."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from symcause.audits.documents import Part


class ClaimsPart(Part, frozen=True, kw_only=True):
    """What a baseline claims of its answer: it explains the evidence, it has the least of something."""

    solved: bool = False
    optimal: bool = False
    objective: str | None = None
    cost: int | None = None
    max_ast: int | UnsetType = UNSET


class BudgetPart(Part, frozen=True, kw_only=True):
    """What it might use."""

    work: int | None = None
    seconds: float | None = None
    memory: int | UnsetType = UNSET  # megabytes


class AttemptPart(Part, frozen=True, kw_only=True):
    """How a baseline ended, what it claims of its answer, and what came of the claims."""

    solved: bool
    optimal: bool
    note: str | None = None
    status: str | UnsetType = UNSET
    claims: ClaimsPart | UnsetType = UNSET
    work: int | None = None
    unit: str | None = None
    budget: BudgetPart | UnsetType = UNSET
    seed: int | UnsetType = UNSET
    cpu: float | None = None
    memory_mb: float | None = None
    version: str | None = None
    digest: str | UnsetType = UNSET  # of the response
    stopped: str | UnsetType = UNSET  # by a limit of time or memory
    stderr: str | UnsetType = UNSET  # the end of it
    optimum: str | UnsetType = UNSET  # reached, missed, unknown, not claimed
    none_check: str | UnsetType = UNSET  # right, wrong, unknown
    deterministic: bool | UnsetType = UNSET
    repeat: int | UnsetType = UNSET  # how often it was run for that
