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
    unit: str | None = None  # The unit of `work`.
    budget: BudgetPart | UnsetType = UNSET  # What it may use.
    seed: int | UnsetType = UNSET  # The seed of the run.
    cpu: float | None = None  # Seconds of a core.
    memory_mb: float | None = None  # Megabytes at the peak.
    version: str | None = None  # The version of its tool.
    digest: str | UnsetType = UNSET  # 16 digits of the response's SHA-256.
    stopped: str | UnsetType = UNSET  # `time` or `memory`, if a limit stopped it.
    stderr: str | UnsetType = UNSET  # The end of its standard error.
    optimum: str | UnsetType = UNSET  # `reached`, `missed`, `unknown` or `not claimed`.
    none_check: str | UnsetType = UNSET  # Of `none`: right, wrong, unknown.
    deterministic: bool | UnsetType = UNSET
    """With `--repeat`: status, answer, claims and work agree."""
    repeat: int | UnsetType = UNSET  # How many runs were compared.
