"""Question documents of the scenario family: what each of its questions answers.

Bounds are outward-rounded decimal texts, ``a/b`` where they are exact; both ends are the same text then.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from symcause.audits.documents import (
    AuditDocument,
    CheckDocument,
    Part,
    SeparateDocument,
    SolveDocument,
)
from symcause.families.scenario.documents.budget_document import BudgetPart
from symcause.families.scenario.documents.design_map import Datum as Datum
from symcause.families.scenario.documents.design_map import DesignMap as DesignMap


class Bounds(Part, frozen=True, kw_only=True):
    """A number between two."""

    low: str
    high: str

    def __str__(self) -> str:
        return self.low if self.low == self.high else f"[{self.low}, {self.high}]"


class OptimumPart(Part, frozen=True, kw_only=True):
    """The best known design with its value, and a bound for all designs of the space."""

    design: DesignMap
    low: str
    high: str
    upper: str
    exact: bool
    reason: str | UnsetType = UNSET  # what ended the search before the bounds met


class ThresholdPart(Part, frozen=True, kw_only=True):
    """The threshold, how it stands, and how far the optimum is above it."""

    value: str
    status: str = "unknown"  # sound, unreachable, trivial, off, unknown
    gap: Bounds | None = None
    claimed_gap: Bounds | None = None
    by: str | None = None  # trivial: which design wins at once


class WinPart(Part, frozen=True, kw_only=True):
    """P(win) of three designs; the history's is that of its best design."""

    default: Bounds | None = None
    optimum: Bounds | None = None
    history: Bounds | None = None


class LevelPart(Part, frozen=True, kw_only=True):
    """One value of a variable: how common it is, how it looks, what it does.

    *population* and *shown* are its shares in the history, among all units and among those of which a
    record is shown; *seen* is P(outcome | V = x) in the history, *done* is S(do V = x) at the default.
    """

    value: Datum
    population: Bounds
    shown: Bounds | None = None
    seen: Bounds | None = None
    done: Bounds


class TrapPart(Part, frozen=True, kw_only=True):
    """What the data show of a variable, against what it does."""

    status: str  # proven, spurious, masked, unknown, refuted, undefined
    association: Bounds | None = None
    effect: Bounds | None = None
    pair: tuple[Datum, Datum] | None = None
    data: str = "unselected"  # selected, or population: which no player sees
    by_selection: bool | None = None  # unselected data would show the right sign
    levels: tuple[
        LevelPart, ...
    ] = ()  # the values that the history holds, if it varies the variable


class StagedPart(Part, frozen=True, kw_only=True):
    """What a named design is worth in each stage."""

    name: str
    values: dict[str, Bounds]


class StagesPart(Part, frozen=True, kw_only=True):
    """How the stages differ: in the best design, in values, and in what can happen at all."""

    conflict: bool | None = None
    reason: str | UnsetType = UNSET  # why that is not known
    unseen: tuple[str, ...] = ()
    designs: tuple[StagedPart, ...] = ()  # empty if there is one stage only


class PointPart(Part, frozen=True, kw_only=True):
    """The value of a design with one variable set to *value*."""

    value: Datum
    low: str
    high: str
    in_space: bool


class BandPart(Part, frozen=True, kw_only=True):
    """Bounds for all whole numbers from *first* to *last*."""

    first: int
    last: int
    low: str
    high: str


class SweepPart(Part, frozen=True, kw_only=True):
    """The value over one design variable, all others as in a named design."""

    variable: str
    around: str  # default, optimum
    points: tuple[PointPart, ...]
    bands: tuple[BandPart, ...] = ()  # what holds between points that are no neighbours


class PairPart(Part, frozen=True, kw_only=True):
    """P(design a has more survivors than b in n units each), ties half; the fewest units for 0.95."""

    a: str
    b: str
    n: int
    p: float
    low: str
    high: str
    least: int | None = None


class ExperimentPart(Part, frozen=True, kw_only=True):
    """Units of a design, and how many survivors name the twin in which it is worth more.

    *errors*: how often the first twin is called the second, and back.
    """

    design: DesignMap
    n: int
    cut: int
    errors: tuple[str, str]


class ShownPart(Part, frozen=True, kw_only=True):
    """A record that the history shows, in words, and how often: P(shown), or its share of the shown."""

    record: str
    share: str


class BesidePart(Part, frozen=True, kw_only=True):
    """A design in both twins: default, best here, best in the twin, experiment."""

    name: str
    design: DesignMap
    values: tuple[str, str]


class TwinPart(Part, frozen=True, kw_only=True):
    """Another scenario that shows the same history and has no common winner."""

    status: str  # proven, refuted, none, unknown
    file: str | None = None
    scenario: dict[str, object] | None = None  # a twin that was found
    certificate: dict[str, object] | None = None
    certificate_note: str | UnsetType = UNSET
    history_equal: bool | None = None
    common_winner: bool | None = None
    lambda_: str | None = msgspec.field(default=None, name="lambda")
    passive: str | None = None
    active: ExperimentPart | None = None
    history: tuple[ShownPart, ...] = ()
    designs: tuple[BesidePart, ...] = ()
    reason: str | None = None


class IdentifiablePart(Part, frozen=True, kw_only=True):
    """Are counts disclosed; is a twin model known; how well designs are told apart."""

    counts: bool
    twin: TwinPart | None = None
    pairs: tuple[PairPart, ...] = ()
    budget: BudgetPart | UnsetType = UNSET  # what units tell of a twin or a rival


class BaselinePart(Part, frozen=True, kw_only=True):
    """A design that somebody without insight might submit."""

    name: str
    design: DesignMap | None
    low: str
    high: str
    win: Bounds | None = None
    sampled: bool = False
    in_space: bool | None = None


class ClaimPart(Part, frozen=True, kw_only=True):
    """A claim and whether it is true."""

    id: str
    kind: str  # optimum, strategy, survival, gold, distractor
    status: str  # true, false, unknown
    value: Bounds | None = None  # of the design that is claimed to be best, completed by defaults
    stated: Bounds | None = None  # survival: what is said
    completed: DesignMap | None = None  # a strategy with the rest as by default
    in_space: bool | None = None  # is that one in the space?
    completions: Bounds | None = None  # of every design that keeps to the strategy
    text: str | None = None  # the words of the claim
    place: str | None = None  # where they stand


class ScenarioAudit(AuditDocument, frozen=True, kw_only=True):
    """``audit``: can the threshold be reached, is it trivial, are the claimed traps in the data?"""

    space: str
    stage: str
    default: Bounds | None = None
    optimum: OptimumPart | None = None
    threshold: ThresholdPart | None = None
    win: WinPart = WinPart()
    traps: dict[str, TrapPart] = msgspec.field(default_factory=dict)
    inert: tuple[str, ...] | None = None
    fixed: dict[str, bool] = msgspec.field(default_factory=dict)  # flags that nobody can send
    equal_options: dict[str, tuple[tuple[str, ...], ...]] | None = None
    stages: StagesPart = StagesPart()
    identifiable: IdentifiablePart | None = None
    baselines: tuple[BaselinePart, ...] = ()
    claims: tuple[ClaimPart, ...] = ()
    sweeps: tuple[SweepPart, ...] = ()
    exactness: str | None = None  # rational, interval, bounded
    notes: tuple[str, ...] = ()
    certificate_also: dict[str, object] | UnsetType = UNSET  # of the twins, in the same file


class ScenarioCheck(CheckDocument, frozen=True, kw_only=True):
    """``check``: the value of a design, its chance to win, and whether it is in the space."""

    space: str
    stage: str
    design: DesignMap | None = None
    value: Bounds | None = None
    win: Bounds | None = None
    threshold: str | None = None
    in_space: bool | None = None
    violations: tuple[str, ...] = ()
    default: Bounds | None = None  # the value of the default design
    optimum: OptimumPart | None = None  # what to hold the value against
    notes: tuple[str, ...] = ()  # rules that the model breaks with this design


class ScenarioSolve(SolveDocument, frozen=True, kw_only=True):
    """``solve``: the optimum of the space."""

    space: str
    stage: str
    optimum: OptimumPart | None = None
    win: Bounds | None = None
    boxes: int = 0
    notes: tuple[str, ...] = ()  # rules that the model breaks with the best known design


class ScenarioSeparate(SeparateDocument, frozen=True, kw_only=True):
    """``separate``: the smallest experiment that tells a scenario from its twin.

    With ``--budget`` how well anybody can tell rivals apart, and *separated* follows its verdict.
    """

    experiment: ExperimentPart | None = None
    budget: BudgetPart | UnsetType = UNSET
