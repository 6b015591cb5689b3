"""What an answer that knows nothing, or everything, would score under each metric.

*Perfect*: gold itself. *Empty*: no edge. *Full*: all n(n - 1) pairs without loops. *Random*: as many
edges as gold has, drawn from those pairs; its scores are exact expectations. For a loop-free gold graph
precision, recall and F1 of the random answer are the density. Nodes are the ends of gold edges.

The number of hits of the random answer is hypergeometric. Precision, recall, F1, both distances and the
released precision and recall are linear in it; the released F1 is averaged over its distribution.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from symcause.families.textgraph.models.digraph import Digraph
from symcause.families.textgraph.models.ratios import ratio
from symcause.families.textgraph.scoring.metrics import EdgeScores, score_edges
from symcause.families.textgraph.scoring.released import released


@dataclass(frozen=True)
class ReleasedMeans:
    """The released numbers, or their expectations."""

    precision: Fraction
    recall: Fraction
    f1: Fraction
    shd: Fraction


@dataclass(frozen=True)
class BaselineScores:
    """The scores of one answer, or their expectations."""

    precision: Fraction
    recall: Fraction
    f1: Fraction
    shd: Fraction
    shd_reversal_2: Fraction
    nshd: Fraction
    released: ReleasedMeans | None


def baselines(gold: Digraph) -> dict[str, BaselineScores]:
    """The four answers, by name."""
    ends = sorted(gold.ends)
    full = Digraph.of((u, v) for u in ends for v in ends if u != v)
    return {
        "perfect": _scored(score_edges(gold, gold)),
        "empty": _scored(score_edges(gold, Digraph((), ()))),
        "full": _scored(score_edges(gold, full)),
        "random": _random(gold),
    }


def _scored(scores: EdgeScores) -> BaselineScores:
    found = scores.released
    means = None
    if found is not None:
        means = ReleasedMeans(found.precision, found.recall, found.f1, Fraction(found.shd))
    return BaselineScores(
        scores.edges.precision,
        scores.edges.recall,
        scores.edges.f1,
        Fraction(scores.shd),
        Fraction(scores.shd_reversal_2),
        scores.nshd,
        means,
    )


def _random(gold: Digraph) -> BaselineScores:
    """Expectations over answers of the size of gold (or all pairs, if gold has more edges)."""
    n, m = len(gold.ends), len(gold.edges)
    pairs = n * (n - 1)
    if not pairs or not m:
        return _scored(score_edges(gold, Digraph((), ())))
    plain = m - len(gold.loops)  # gold edges that can be hit
    drawn = min(m, pairs)
    hits = Fraction(drawn * plain, pairs)
    lone = sum(u != v and (v, u) not in gold.edge_set for u, v in gold.edges)
    turned = lone * Fraction(drawn, pairs) * ratio(pairs - drawn, pairs - 1)
    twice = m + drawn - 2 * hits
    return BaselineScores(
        hits / drawn,
        hits / m,
        2 * hits / (m + drawn),
        twice - turned,
        twice,
        twice / pairs,
        _released(m, drawn, plain, n, hits),
    )


def _released(gold: int, drawn: int, plain: int, nodes: int, hits: Fraction) -> ReleasedMeans:
    """The expected released numbers, over the distribution of the number of hits."""
    pairs = nodes * (nodes - 1)
    ways = comb(pairs, drawn)
    sums = [Fraction(0), Fraction(0), Fraction(0)]
    for hit in range(max(0, drawn - (pairs - plain)), min(plain, drawn) + 1):
        weight = Fraction(comb(plain, hit) * comb(pairs - plain, drawn - hit), ways)
        found = released(gold, drawn, hit, nodes)
        assert found is not None
        for at, value in enumerate((found.precision, found.recall, found.f1)):
            sums[at] += weight * value
    return ReleasedMeans(sums[0], sums[1], sums[2], gold + drawn - 2 * hits)
