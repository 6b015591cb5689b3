"""Baseline scores of a text graph audit: what perfect, empty, full and random answers would get.

*Perfect*: gold itself. *Empty*: no edge. *Full*: all n(n - 1) pairs without loops. *Random*: as many
edges as gold has, drawn from those pairs; its scores are exact expectations. For a loop-free gold graph
precision, recall and F1 of the random answer are the density. Nodes are the ends of gold edges.

The number of hits of the random answer is hypergeometric. Precision, recall, F1, both distances and the
released precision and recall are linear in it; the released F1 is averaged over its distribution, for
more than a thousand edges with weights of 256 bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from symcause.families.textgraph.bounds import EXACT_EDGES
from symcause.families.textgraph.models.digraph import Digraph
from symcause.families.textgraph.models.ratios import ratio
from symcause.families.textgraph.scoring.answer.edge_metrics import EdgeScores, score_edges
from symcause.families.textgraph.scoring.answer.released_numbers import released, starred


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


_ONE = 1 << 256  # the weight of the likeliest number of hits, where weights are rounded


def baselines(gold: Digraph) -> dict[str, BaselineScores]:
    """The four answers, by name."""
    return {
        "perfect": _scored(score_edges(gold, gold)),
        "empty": _scored(score_edges(gold, Digraph((), ()))),
        "full": _full(gold),
        "random": _random(gold),
    }


def _full(gold: Digraph) -> BaselineScores:
    """All pairs without loops, counted instead of made: of many nodes there are too many."""
    n, m = len(gold.ends), len(gold.edges)
    pairs, hits = n * (n - 1), m - len(gold.loops)
    if not pairs:
        return _scored(score_edges(gold, Digraph((), ())))
    found = released(m, pairs, hits, n)
    assert found is not None
    apart = Fraction(m + pairs - 2 * hits)  # nothing is reversed: only loops are missing
    return BaselineScores(
        Fraction(hits, pairs),
        Fraction(hits, m),
        Fraction(2 * hits, m + pairs),
        apart,
        apart,
        apart / pairs,
        ReleasedMeans(found.precision, found.recall, found.f1, apart),
    )


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
    precision = recall = f1 = Fraction(0)
    if gold > EXACT_EDGES:
        precision, recall = starred(gold, drawn, hits, nodes)
        f1 = _rounded_f1(gold, drawn, plain, nodes)
    else:
        ways = comb(pairs, drawn)
        for hit in _range(drawn, plain, pairs):
            weight = Fraction(comb(plain, hit) * comb(pairs - plain, drawn - hit), ways)
            found = released(gold, drawn, hit, nodes)
            assert found is not None
            precision += weight * found.precision
            recall += weight * found.recall
            f1 += weight * found.f1
    return ReleasedMeans(precision, recall, f1, gold + drawn - 2 * hits)


def _range(drawn: int, plain: int, pairs: int) -> range:
    """The possible numbers of hits."""
    return range(max(0, drawn - (pairs - plain)), min(plain, drawn) + 1)


def _rounded_f1(gold: int, drawn: int, plain: int, nodes: int) -> Fraction:
    """The mean of F1* with weights in fixed point, followed from the likeliest number of hits."""
    pairs = nodes * (nodes - 1)
    possible = _range(drawn, plain, pairs)
    peak = (drawn + 1) * (plain + 1) // (pairs + 2)
    peak = min(max(peak, possible.start), possible.stop - 1)
    total = gained = 0
    for step in (1, -1):
        hit, weight = peak, _ONE
        while weight and hit in possible:
            if step == 1 or hit != peak:
                total += weight
                found = released(gold, drawn, hit, nodes)
                assert found is not None
                gained += weight * found.f1.numerator // found.f1.denominator
            low = hit if step == 1 else hit - 1
            up = (plain - low) * (drawn - low)
            down = (low + 1) * (pairs - plain - drawn + low + 1)
            if step == 1:
                weight = weight * up // down if down else 0
            else:
                weight = weight * down // up if up else 0
            hit += step
    return Fraction(gained, total)
