"""The audit document of the Boolean family: all that the evidence settles.

Sections that nobody reached are null or empty. Those that need gold are null without it.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from symcause.audits.documents import AuditDocument, Part
from symcause.audits.of_space.query_parts import QueryPart
from symcause.families.boolean.documents.cell_disturbance import (
    CellPart,
    LevelPart,
    MarginPart,
    UnobservedPart,
)
from symcause.families.boolean.documents.question_results import AlternativePart
from symcause.families.boolean.documents.scope_part import ClassPart
from symcause.families.boolean.models.scm import BEHAVIOUR


class DisagreementPart(CellPart, frozen=True, kw_only=True):
    """The first training cell that gold misses: what was observed, and what gold gives there."""

    observed: int
    gold: int


class RowPart(Part, frozen=True, kw_only=True):
    """A training row; rows are numbered from 0."""

    world: str
    row: int
    cells: str  # in the order of the variables


class ConflictPart(Part, frozen=True, kw_only=True):
    """Two training rows that differ in a variable and in nothing that it may depend on."""

    variable: str
    rows: tuple[RowPart, RowPart]


class GoldPart(Part, frozen=True, kw_only=True):
    """What is known about gold; *valid* means legal and replaying the training worlds."""

    valid: bool
    train_exact: bool
    heldout_exact: bool | None
    illegal: str | None
    disturbed: int | None = None  # training cells; null where gold is illegal
    inactive_parents: dict[str, tuple[str, ...]]  # mentioned without effect
    constant: tuple[str, ...]
    mechanisms: dict[str, str]  # as written
    disagrees: DisagreementPart | UnsetType = UNSET  # where gold misses a cell


class MemberPart(Part, frozen=True, kw_only=True):
    """One explaining SCM: gold as it was written if it is a member, else one in few words."""

    roots: tuple[str, ...]
    mechanisms: dict[str, str]


class VariablePart(Part, frozen=True, kw_only=True):
    """How many different mechanisms a variable has in the members."""

    mechanisms: int


class MissingPart(Part, frozen=True, kw_only=True):
    """Input patterns of a variable that the training worlds never show."""

    variable: str
    inputs: tuple[str, ...]
    patterns: tuple[str, ...]


class CoveragePart(Part, frozen=True, kw_only=True):
    """Which share of the patterns of gold's own inputs occurs, and which patterns do not."""

    inputs: tuple[str, ...]
    coverage: float
    missing: tuple[str, ...]


class SupportPart(Part, frozen=True, kw_only=True):
    """Coverage of all probed input sets, and of gold's parents where gold is known."""

    mean_coverage: float
    full: bool
    probes: int
    missing: tuple[MissingPart, ...]
    parents: dict[str, CoveragePart]


class ExposedPart(Part, frozen=True, kw_only=True):
    """How the training worlds treat one variable."""

    scored_worlds: int
    scored_cells: int
    target_worlds: int


class ExposurePart(Part, frozen=True, kw_only=True):
    """Exposure by variable, worlds by mode, and how far the held-out worlds are from training."""

    variables: dict[str, ExposedPart]
    modes: dict[str, int]
    heldout_novelty: dict[str, float]
    repeated_signatures: tuple[str, ...]  # held-out worlds whose signature occurs in training


class NearbyPart(Part, frozen=True, kw_only=True):
    """How many other mechanisms fit that are at most *slack* longer than gold's, and *cap* long."""

    slack: int
    cap: int
    counts: dict[str, int | None]


class PairPart(Part, frozen=True, kw_only=True):
    """Two mechanisms that can only change together: in how many ways, and one of them."""

    variables: tuple[str, str]
    count: int
    example: dict[str, str]


class ProfilePart(Part, frozen=True, kw_only=True):
    """The count of one class: all mechanisms with this many parents, or within an AST size."""

    max_parents: int | UnsetType = UNSET
    max_ast: int | UnsetType = UNSET
    count: int | None = None
    reason: str | UnsetType = UNSET


class RedundancyPart(Part, frozen=True, kw_only=True):
    """A smallest set of training worlds with the same space, and what each world contributes."""

    smallest: tuple[str, ...]
    size: int
    lower_bound: int
    optimal: bool
    without: dict[str, int]  # how many more SCMs there would be without the world


class BooleanAudit(AuditDocument, frozen=True, kw_only=True):
    """The whole audit of one problem."""

    setting: str
    scope: ClassPart = msgspec.field(name="class")
    identity: str
    at_least: int | UnsetType | None = UNSET  # proven bounds, where the count is unknown
    at_most: int | UnsetType | None = UNSET
    gold: GoldPart | None = None
    member: MemberPart | None = None
    variables: dict[str, VariablePart] | None = None
    edges: dict[str, str] | None = None
    alternatives: tuple[AlternativePart, ...] = ()
    separable_reason: str | UnsetType | None = UNSET
    support: SupportPart | None = None
    exposure: ExposurePart | None = None
    shortcuts: dict[str, int | None] | None = None
    local_alternatives: tuple[NearbyPart, ...] | None = None
    coordinated_pairs: tuple[PairPart, ...] | None = None
    smallest_class: ClassPart | None = None
    profile: tuple[ProfilePart, ...] = ()
    profile_identity: str | UnsetType = UNSET  # what it counts, where that is not the identity
    redundancy: RedundancyPart | None = None
    spectrum: tuple[LevelPart, ...] | None = None
    spectrum_identity: str | UnsetType = UNSET  # the same of spectrum and best
    best: LevelPart | None = None
    margin: MarginPart | None = None
    unobserved: UnobservedPart | None = None
    heldout: tuple[QueryPart, ...] | UnsetType = UNSET  # where it is asked
    beyond_reach: dict[str, str] = msgspec.field(default_factory=dict)  # section -> why
    cells: int | UnsetType = (
        UNSET  # training cells that no intervention set, where gold or all models fail
    )
    conflict: ConflictPart | UnsetType = (
        UNSET  # two rows that contradict each other whatever the model
    )
    other_roots: tuple[tuple[str, ...], ...] | UnsetType = (
        UNSET  # each set of them as roots leaves a model
    )

    @property
    def counts_behaviours(self) -> bool:
        """Are models that behave alike one?"""
        return self.identity == BEHAVIOUR
