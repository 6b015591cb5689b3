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
    identity: str  # When two models count as one: `functions+roots`, or `behaviour`.
    at_least: int | UnsetType | None = UNSET  # Proven bounds on the count where it is unknown.
    at_most: int | UnsetType | None = UNSET
    gold: GoldPart | None = None
    member: MemberPart | None = None  # Gold if it is a member, else one consistent model.
    variables: dict[str, VariablePart] | None = None  # How many mechanisms occur over all members.
    edges: dict[str, str] | None = None  # `always`, `open` or `never`, for every ordered pair.
    alternatives: tuple[AlternativePart, ...] = ()
    """Nearest first: mechanisms, what changed and at which input patterns, experiment, witness."""
    separable_reason: str | UnsetType | None = UNSET
    support: SupportPart | None = None  # Coverage of input patterns, with the missing ones.
    exposure: ExposurePart | None = None  # How the training worlds treat each variable.
    shortcuts: dict[str, int | None] | None = None
    """By variable, fitting functions of AST size at most 5 that are not gold's."""
    local_alternatives: tuple[NearbyPart, ...] | None = None
    """The same with the published slack and cap."""
    coordinated_pairs: tuple[PairPart, ...] | None = None
    """Two mechanisms that can only change together, to another member of the class. Like the two
    above within `errors`, and null where cells are missing."""
    smallest_class: ClassPart | None = None  # The bounds that gold just meets.
    profile: tuple[ProfilePart, ...] = ()  # Counts by parent bound and by AST cap.
    profile_identity: str | UnsetType = UNSET  # what it counts, where that is not the identity
    redundancy: RedundancyPart | None = None
    """A smallest set of training worlds with the same version space, and what each world
    contributes."""
    spectrum: tuple[LevelPart, ...] | None = None
    """How many models of the class have 0, 1, … wrong cells."""
    spectrum_identity: str | UnsetType = UNSET  # the same of spectrum and best
    best: LevelPart | None = None
    """The least number of wrong cells of any model of the class, and how many models have it."""
    margin: MarginPart | None = None
    """How many more cells must be wrong before a different model fits as well, in total, by
    variable and with each world left out. Measured from gold or, without gold, from the single best
    model."""
    unobserved: UnobservedPart | None = None
    """Missing training cells (`?`), and those that have one value in every member."""
    heldout: tuple[QueryPart, ...] | UnsetType = UNSET  # where it is asked
    beyond_reach: dict[str, str] = msgspec.field(default_factory=dict)
    """Sections that were too large to compute, with the reason."""
    cells: int | UnsetType = UNSET
    """Training cells that no intervention set; stated where gold or every model fails."""
    conflict: ConflictPart | UnsetType = UNSET
    """Where no model explains the rows, or gold does not: two rows that differ in a variable and in
    nothing that it may depend on."""
    other_roots: tuple[tuple[str, ...], ...] | UnsetType = UNSET
    """Where no model explains the rows: sets of variables that, as further roots, leave one. Tried
    for up to 10 variables, without gold."""

    @property
    def counts_behaviours(self) -> bool:
        """Are models that behave alike one?"""
        return self.identity == BEHAVIOUR
