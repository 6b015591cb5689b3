"""The textgraph document of ``align``: a map of nodes, its interval of scores, differences."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from symcause.audits.documents import EXIT_UNKNOWN, EXIT_YES, Document, Part

Edge = tuple[str, str]


class EdgesPart(Part, frozen=True, kw_only=True):
    """Edges that the map keeps, that no map exceeds, and that the multipliers alone prove."""

    low: int
    high: int
    certified_high: int


class SpanPart(Part, frozen=True, kw_only=True):
    """A score that lies between two ends; they are equal where the alignment is optimal."""

    low: float
    high: float


class CountSpanPart(Part, frozen=True, kw_only=True):
    """The same for a whole number."""

    low: int
    high: int


class PairsPart(Part, frozen=True, kw_only=True):
    """Which pairs of nodes were allowed, and how many between nodes with edges."""

    source: str
    count: int


class MeanMaxPart(Part, frozen=True, kw_only=True):
    """Over the rewired answers."""

    mean: float
    max: float


class RewiredPart(Part, frozen=True, kw_only=True):
    """The same question about answers with rewired edges: what unrelated graphs reach."""

    runs: int
    seed: int
    low: MeanMaxPart
    high: MeanMaxPart | None = None


class EdgeCountsPart(Part, frozen=True, kw_only=True):
    """Gold edges that a reading covers, and answer edges that it supports."""

    covered: int
    supported: int


class MergePart(Part, frozen=True, kw_only=True):
    """The best reading that may take several nodes for one, and what no reading of its shape exceeds.

    ``total`` is about covered and supported edges together; ``any`` reads every allowed pair; ``curve`` is
    the most by 0, 1, … merges, up to those of the reading.
    """

    shape: str
    merges: int | None = None  # at most; null: any number
    used: int
    status: str  # optimal, bounded
    proved_by: str  # certificate, solver
    total: CountSpanPart
    covered: int
    supported: int
    precision: float
    recall: float
    dice: float
    reading: tuple[Edge, ...]
    any: EdgeCountsPart
    curve: tuple[int, ...] | None = None


class AlignDocument(Document, frozen=True, kw_only=True):
    """The map, the interval of its scores, and what differs under it.

    In the lists of edges nodes of the answer bear the gold names that they are mapped to.
    """

    status: str = "unknown"  # optimal, bounded
    pairs: PairsPart | None = None
    edges: EdgesPart | None = None
    f1: SpanPart | None = None
    precision: SpanPart | None = None
    recall: SpanPart | None = None
    shd: CountSpanPart | None = None
    proved_by: str | None = None  # certificate, solver
    map: dict[str, str] = msgspec.field(default_factory=dict)
    kept: tuple[Edge, ...] = ()
    missing: tuple[Edge, ...] = ()
    extra: tuple[Edge, ...] = ()
    reversed: tuple[Edge, ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()
    read: tuple[Edge, ...] = ()
    rewired_f1: RewiredPart | None = None
    merge: MergePart | UnsetType = UNSET
    certificate: dict[str, object] | None = None
    certificate_reason: str | UnsetType = UNSET
    certificate_note: str | UnsetType = UNSET
    certificate_file: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET  # why no more is known

    @property
    def code(self) -> int:
        return EXIT_UNKNOWN if self.edges is None else EXIT_YES
