"""The audit document of the linear family: all that the evidence settles.

Sections that nobody reached are null or empty. ``steps``, ``interventions``, ``commitment`` and what is
said of the answer are there if a log was audited too; the verdict is then the one after its last step.
``runs`` and ``by_model`` are there if a folder of logs was.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from symcause.audits.documents import AuditDocument, Part
from symcause.audits.of_space.query_parts import QueryPart
from symcause.families.linear.documents.alternatives_document import (
    Equations,
    ExperimentPart,
    Reading,
)
from symcause.families.linear.documents.runs_part import ModelPart, RunPart
from symcause.families.linear.documents.scope_part import ClassPart
from symcause.families.linear.documents.target_part import ReactorPart
from symcause.families.linear.documents.trajectory_part import (
    CommitmentPart,
    InterventionPart,
    StepPart,
)


class GoldPart(Part, frozen=True, kw_only=True):
    """What can be said about the true equations; null where nobody can tell."""

    valid: bool | None  # legal, and right about the evidence
    train_exact: bool | None
    heldout_exact: bool | None  # gives the reactor's target as stated
    in_class: bool


class ProfilePart(Part, frozen=True, kw_only=True):
    """Graphs with at most this many parents per variable."""

    max_parents: int
    count: int | None


class MemberPart(Part, frozen=True, kw_only=True):
    """One of two members that an intervention tells apart; ``changed`` are the readings that differ."""

    equations: Equations
    experiment: ExperimentPart
    changed: tuple[str, ...]
    reads: Reading


class RowsPart(Part, frozen=True, kw_only=True):
    """Rows that suffice; *minimum* if no smaller set does."""

    rows: tuple[str, ...]
    minimum: bool


class DisturbancePart(Part, frozen=True, kw_only=True):
    """Would a hidden disturbance with these values explain the evidence, and by which run?"""

    values: tuple[str, ...]
    explains: bool | None
    reason: str | UnsetType = UNSET
    nodes: tuple[str, ...] | UnsetType = UNSET
    run: tuple[str, ...] | UnsetType = UNSET
    equations: Equations | UnsetType = UNSET


INDEPENDENT = "every reading an experiment of its own"
"""The assumption that what is given as a chain is none."""


class MisfitPart(Part, frozen=True, kw_only=True):
    """Why nothing fits: rows in conflict, and weaker assumptions that would explain them."""

    conflict: RowsPart | None
    hidden_disturbance: DisturbancePart | None
    explained_by: tuple[str, ...]


class LinearAudit(AuditDocument, frozen=True, kw_only=True):
    """The whole audit of one problem; ``count`` is that of graphs."""

    setting: str
    semantics: str
    scope: ClassPart = msgspec.field(name="class")
    identity: str
    log10: float | None = None
    status: str = "unknown"
    graphs: int | None = None  # How many graphs have a member.
    models: int | None = None
    models_reason: str | UnsetType = UNSET
    target: ReactorPart = ReactorPart()  # The range of the reactor's target.
    heldout: tuple[QueryPart, ...] | UnsetType = UNSET  # where it is asked
    edges: dict[str, str] | None = None  # `always`, `open` or `never`, for every ordered pair.
    gold: GoldPart | None = None
    support: str | None = (
        None  # of an answer in a log: justified, refuted, unsupported or premature
    )
    shortcuts: None = None
    profile: tuple[ProfilePart, ...] = ()  # Counts by parent bound.
    alternatives: tuple[MemberPart, ...] = ()  # Two members and what separates them.
    why: dict[str, RowsPart] = msgspec.field(default_factory=dict)  # Rows that force an edge.
    misfit: MisfitPart | None = None  # Why nothing fits.
    steps: tuple[StepPart, ...] | UnsetType = UNSET
    interventions: tuple[InterventionPart, ...] | UnsetType = UNSET
    commitment: CommitmentPart | UnsetType | None = UNSET
    answer: str | UnsetType | None = UNSET
    truth: str | UnsetType | None = UNSET
    right: bool | UnsetType | None = UNSET
    lucky: bool | UnsetType | None = UNSET
    claimed: bool | UnsetType = UNSET
    abstained: bool | UnsetType = UNSET
    hedged: bool | UnsetType = UNSET
    open: bool | UnsetType | None = UNSET  # was it, where the run answered?
    proved: bool | UnsetType | None = UNSET
    decided_at: int | UnsetType | None = UNSET
    surplus: int | UnsetType | None = UNSET
    regret: float | UnsetType | None = UNSET
    regret_low: float | UnsetType | None = UNSET
    regret_high: float | UnsetType | None = UNSET
    runs: tuple[RunPart, ...] | UnsetType = UNSET
    by_model: tuple[ModelPart, ...] | UnsetType = UNSET
