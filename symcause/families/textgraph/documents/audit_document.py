"""The audit document of the textgraph family: all that is known before anybody answers."""

from __future__ import annotations

from symcause.audits.documents import AuditDocument, Part


class FindingPart(Part, frozen=True, kw_only=True):
    """Something to look at."""

    kind: str
    names: tuple[str, ...]
    detail: str


class ExplicitnessPart(Part, frozen=True, kw_only=True):
    """The column of the benchmark beside the shares that follow from the labels."""

    column: float | None
    lenient: float
    strict: float
    agrees: str | None
    unlabelled: int


class CyclesPart(Part, frozen=True, kw_only=True):
    """Simple directed cycles; ``bounded``: there are more."""

    count: int
    status: str


class TopologyPart(Part, frozen=True, kw_only=True):
    """The shape of the graph."""

    density: float
    mean_degree: float
    sources: int
    sinks: int
    clustering: float
    cycles: CyclesPart
    in_cycles: float
    sccs: int
    largest_scc: int
    path_length: float | None
    betweenness_variance: float
    chains: int
    forks: int
    colliders: int
    acyclic: bool


class ReleasedMeansPart(Part, frozen=True, kw_only=True):
    """The released numbers, expected ones for the random answer."""

    precision: float
    recall: float
    f1: float
    shd: float


class BaselinePart(Part, frozen=True, kw_only=True):
    """What one answer would score."""

    precision: float
    recall: float
    f1: float
    shd: float
    shd_reversal_2: float
    nshd: float
    released: ReleasedMeansPart | None


class BaselinesPart(Part, frozen=True, kw_only=True):
    """Gold itself, no edge, all pairs, and as many edges as gold at random."""

    perfect: BaselinePart
    empty: BaselinePart
    full: BaselinePart
    random: BaselinePart


class TextGraphAudit(AuditDocument, frozen=True, kw_only=True):
    """There is no verdict: a gold graph has findings, a shape and baselines."""

    verdict: str | None = None
    nodes: int
    edges: int
    findings: tuple[FindingPart, ...] = ()
    explicitness: ExplicitnessPart | None = None
    topology: TopologyPart | None = None
    baselines: BaselinesPart | None = None
