"""The scores of one answer, as ``check`` and ``score`` show them.

``precision``, ``recall`` and ``f1`` compare sets of edges; ``released`` are the numbers that the released
scorer prints under those names. A reversed edge counts once in ``shd`` and twice in ``shd_reversal_2``;
``nshd`` is the latter over all ordered pairs of names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from symcause.audits.documents import CheckDocument, Part

if TYPE_CHECKING:
    from symcause.families.textgraph.scoring.distances import CausalDistances, Distance
    from symcause.families.textgraph.scoring.judge import Judgement, Match
    from symcause.families.textgraph.scoring.metrics import Scores
    from symcause.families.textgraph.scoring.released import Released

FAMILY = "textgraph"


class ReleasedPart(Part, frozen=True, kw_only=True):
    """What the released scorer prints; its first two numbers are no precision and recall."""

    precision: float
    recall: float
    f1: float
    shd: int

    @staticmethod
    def of(found: Released | None) -> ReleasedPart | None:
        if found is None:
            return None
        return ReleasedPart(
            precision=float(found.precision),
            recall=float(found.recall),
            f1=float(found.f1),
            shd=found.shd,
        )


class MatchPart(Part, frozen=True, kw_only=True):
    """Matches without weights."""

    precision: float
    recall: float
    f1: float

    @staticmethod
    def of(found: Match) -> MatchPart:
        return MatchPart(
            precision=float(found.precision), recall=float(found.recall), f1=float(found.f1)
        )


class UnweightedPart(Part, frozen=True, kw_only=True):
    """Matches of nodes and of edges."""

    node: MatchPart
    edge: MatchPart


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

    @staticmethod
    def of(found: Judgement | None, nodes: int) -> JudgePart | None:
        """The part of a judgement about a gold graph with so many nodes."""
        if found is None:
            return None
        rates = found.rates()
        return JudgePart(
            node_precision=float(found.node_precision),
            node_recall=float(found.node_recall),
            node_f1=float(found.node_f1),
            edge_precision=float(found.edge_precision),
            edge_recall=float(found.edge_recall),
            edge_f1=float(found.edge_f1),
            overall_precision=float(found.precision),
            overall_recall=float(found.recall),
            overall_f1=float(found.f1),
            unweighted=UnweightedPart(
                node=MatchPart.of(found.unweighted("node")),
                edge=MatchPart.of(found.unweighted("edge")),
            ),
            shd=found.shd,
            nshd=float(found.nshd(nodes)),
            rates=None
            if rates is None
            else RatesPart(**{name: float(rate) for name, rate in rates.items()}),
        )


class DistancePart(Part, frozen=True, kw_only=True):
    """Ordered pairs that an adjustment set of the answer gets wrong, and their share."""

    count: int
    normalised: float

    @staticmethod
    def of(found: Distance) -> DistancePart:
        return DistancePart(count=found.count, normalised=found.normalised)


class AdjustmentPart(Part, frozen=True, kw_only=True):
    """The distances by parents, ancestors and optimal sets."""

    parent: DistancePart
    ancestor: DistancePart
    oset: DistancePart

    @staticmethod
    def of(found: CausalDistances) -> AdjustmentPart:
        return AdjustmentPart(
            parent=DistancePart.of(found.parent),
            ancestor=DistancePart.of(found.ancestor),
            oset=DistancePart.of(found.oset),
        )


class ScoredAnswer(CheckDocument, frozen=True, kw_only=True):
    """One answer: how it was read, and its scores.

    A text without a graph is scored like an answer without edges; ``parsed`` is then false and
    ``released`` null. The released numbers are of the graph as read; where ``released_reads`` is false the
    released scorer leaves the answer out of its means.
    """

    parsed: bool = False
    shape: str | None = None  # what the graph was read from
    task: str | None = None  # free, or names
    valid_format: bool = False
    released_reads: bool = False  # the released scorer reads the same graph
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
    sid: DistancePart | None = None
    aid: AdjustmentPart | None = None


def score_fields(scores: Scores) -> dict[str, object]:
    """The deterministic scores, by the keys of :class:`ScoredAnswer`."""
    return {
        "precision": float(scores.edges.precision),
        "recall": float(scores.edges.recall),
        "f1": float(scores.edges.f1),
        "shd": scores.shd,
        "shd_reversal_2": scores.shd_reversal_2,
        "nshd": float(scores.nshd),
        "node_precision": float(scores.nodes.precision),
        "node_recall": float(scores.nodes.recall),
    }
