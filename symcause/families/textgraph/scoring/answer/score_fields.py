"""Score fields of an answer's document: exact text graph scores as floats."""

from __future__ import annotations

from symcause.families.textgraph.documents.score_parts import (
    AdjustmentPart,
    DistancePart,
    DistanceSpanPart,
    FractionSpanPart,
    GoldErrorsPart,
    JudgePart,
    MatchPart,
    RatesPart,
    ReleasedPart,
    UnweightedPart,
)
from symcause.families.textgraph.scoring.answer.causal_distances import CausalDistances, Distance
from symcause.families.textgraph.scoring.answer.edge_metrics import EdgeScores
from symcause.families.textgraph.scoring.answer.released_numbers import ReleasedRow, ReleasedScores
from symcause.families.textgraph.scoring.gold_errors.error_allowance import Allowance
from symcause.families.textgraph.scoring.gold_errors.score_ranges import ScoreRanges
from symcause.families.textgraph.scoring.judges.label_scores import Judgement, Match


def score_fields(scores: EdgeScores) -> dict[str, object]:
    """The deterministic scores, by the keys of :class:`~documents.score_parts.ScoredAnswer`."""
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


def released_fields(row: ReleasedRow) -> dict[str, object]:
    """What the released scorer says of a row, by the keys of the document."""
    return {
        "released": None if row.scores is None else _released(row.scores),
        "released_status": row.status,
        "released_reason": row.reason,
        "released_reads": row.scores is not None,
    }


def _released(found: ReleasedScores) -> ReleasedPart:
    return ReleasedPart(
        edges=found.read,
        precision=float(found.edges.precision),
        recall=float(found.edges.recall),
        f1=float(found.edges.f1),
        shd=found.edges.shd,
        nshd=float(found.nshd),
        node_precision=float(found.nodes.precision),
        node_recall=float(found.nodes.recall),
    )


def judge_part(found: Judgement | None, nodes: int) -> JudgePart | None:
    """The scores of a judgement about a gold graph with this many nodes."""
    if found is None:
        return None
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
            node=_match(found.unweighted("node")),
            edge=_match(found.unweighted("edge")),
            overall=_match(found.unweighted("node", "edge")),
        ),
        shd=found.shd,
        nshd=float(found.nshd(nodes)),
        rates=_rates(found),
    )


def _match(found: Match) -> MatchPart:
    return MatchPart(
        precision=float(found.precision), recall=float(found.recall), f1=float(found.f1)
    )


def _rates(found: Judgement) -> RatesPart | None:
    rates = found.rates()
    return None if rates is None else RatesPart(**{name: float(r) for name, r in rates.items()})


def adjustment_part(found: CausalDistances) -> AdjustmentPart:
    """The causal distances."""
    return AdjustmentPart(
        parent=_distance(found.parent),
        ancestor=_distance(found.ancestor),
        oset=None if found.oset is None else _distance(found.oset),
    )


def _distance(found: Distance) -> DistancePart:
    return DistancePart(count=found.count, normalised=found.normalised)


def gold_errors_part(allowed: Allowance, found: ScoreRanges) -> GoldErrorsPart:
    """The range of every score under an allowance of errors."""
    return GoldErrorsPart(
        k=allowed.k,
        missing=allowed.missing,
        spurious=allowed.spurious,
        f1=FractionSpanPart(low=str(found.f1[0]), high=str(found.f1[1])),
        shd=DistanceSpanPart(low=found.shd[0], high=found.shd[1]),
        shd_reversal_2=DistanceSpanPart(low=found.shd_reversal_2[0], high=found.shd_reversal_2[1]),
    )
