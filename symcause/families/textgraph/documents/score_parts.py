"""Score parts that the textgraph documents of check and score share.

``precision``, ``recall`` and ``f1`` compare sets of edges; ``released`` are the numbers that the released
scorer prints under those names. A reversed edge counts once in ``shd`` and twice in ``shd_reversal_2``;
``nshd`` is the latter over all ordered pairs of names.
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from symcause.audits.documents import CheckDocument, Part

FAMILY = "textgraph"


class ReleasedPart(Part, frozen=True, kw_only=True):
    """What the released scorer prints; its first two numbers are no precision and recall."""

    edges: int  # that it reads; 0 is an empty answer
    precision: float
    recall: float
    f1: float
    shd: int
    nshd: float
    node_precision: float
    node_recall: float


class MatchPart(Part, frozen=True, kw_only=True):
    """Matches without weights."""

    precision: float
    recall: float
    f1: float


class UnweightedPart(Part, frozen=True, kw_only=True):
    """Matches of nodes, of edges, and of both together."""

    node: MatchPart
    edge: MatchPart
    overall: MatchPart


class RatesPart(Part, frozen=True, kw_only=True):
    """Shares of the predicted edges, by what the judge says of them."""

    graph_match: float
    direction_correct: float
    direction_reversed: float
    text_support: float


class JudgePart(Part, frozen=True, kw_only=True):
    """What follows from the labels of a judge."""

    node_precision: float
    node_recall: float
    node_f1: float
    edge_precision: float
    edge_recall: float
    edge_f1: float
    overall_precision: float
    overall_recall: float
    overall_f1: float
    unweighted: UnweightedPart
    shd: int
    nshd: float
    rates: RatesPart | None


class DistancePart(Part, frozen=True, kw_only=True):
    """Ordered pairs that an adjustment set of the answer gets wrong, and their share."""

    count: int
    normalised: float


class AdjustmentPart(Part, frozen=True, kw_only=True):
    """The distances by parents, ancestors and optimal sets; the last is null if it is too much work."""

    parent: DistancePart
    ancestor: DistancePart
    oset: DistancePart | None


class FractionSpanPart(Part, frozen=True, kw_only=True):
    """A score that lies between two ends, as exact fractions."""

    low: str
    high: str


class DistanceSpanPart(Part, frozen=True, kw_only=True):
    """A distance that lies between two ends."""

    low: int
    high: int


class GoldErrorsPart(Part, frozen=True, kw_only=True):
    """The worst and best scores if at most *k* gold edges are wrong: some missing, some spurious."""

    k: int
    missing: int
    spurious: int
    f1: FractionSpanPart
    shd: DistanceSpanPart
    shd_reversal_2: DistanceSpanPart


class RealisablePart(Part, frozen=True, kw_only=True):
    """Whether some one-to-one reading of the nodes gives the judge's labels of edges.

    ``counts_agree``: as many gold edges as answer edges are matched; ``nodes_agree``: the same for nodes.
    ``nearest``: how few labels of edges would have to change.
    """

    shape: str = "one"
    counts_agree: bool | None = None
    nodes_agree: bool | None = None
    realisable: bool | None = None
    nearest: DistanceSpanPart | None = None
    reason: str | None = None


class ScoredAnswer(CheckDocument, frozen=True, kw_only=True):
    """One answer: how it was read, and its scores.

    A text without a graph is scored like an answer without edges; ``parsed`` is then false.
    ``released`` are the numbers of the released scorer for what it reads itself: null unless
    ``released_status`` is ``scored``. Rows ``left out`` enter none of its averages, at a ``crash`` its
    whole table is lost; null is not known.
    """

    parsed: bool = False
    shape: str | None = None  # what the graph was read from
    task: str | None = None  # free, or names
    valid_format: bool = False
    released_status: str | None = None  # scored, left out, crash
    released_reason: str | None = None  # why it is not scored
    released_reads: bool = False  # it is
    repeated: int = 0
    predicted_edges: int = 0
    precision: float | None = None
    recall: float | None = None
    f1: float | None = None
    shd: int | None = None
    shd_reversal_2: int | None = None
    nshd: float | None = None
    node_precision: float | None = None
    node_recall: float | None = None
    released: ReleasedPart | None = None
    judge: JudgePart | None = None
    evaluator: str | None = None  # who that judge is
    sid: DistancePart | None = None
    aid: AdjustmentPart | None = None
    gold_errors: GoldErrorsPart | UnsetType = UNSET
    realisable: RealisablePart | UnsetType = UNSET
