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

    solved: bool  # It claims to explain the evidence.
    optimal: bool  # It claims that nothing has less of its objective.
    note: str | None = None  # Its remark, or what went wrong.
    status: str | UnsetType = UNSET  # How it ended.
    claims: ClaimsPart | UnsetType = UNSET  # What it claims of its answer.
    work: int | None = None  # Done, in its own unit.
    unit: str | None = None
    budget: BudgetPart | UnsetType = UNSET  # What it might use.
    seed: int | UnsetType = UNSET  # It was run with.
    cpu: float | None = None  # Seconds of a core.
    memory_mb: float | None = None  # The peak.
    version: str | None = None  # Of its tool.
    digest: str | UnsetType = UNSET  # of the response
    stopped: str | UnsetType = UNSET  # by a limit of time or memory
    stderr: str | UnsetType = UNSET  # the end of it
    optimum: str | UnsetType = UNSET  # reached, missed, unknown, not claimed
    none_check: str | UnsetType = UNSET  # right, wrong, unknown
    deterministic: bool | UnsetType = UNSET
    """With `--repeat`: status, answer, claims and work agree."""
    repeat: int | UnsetType = UNSET  # how often it was run for that
