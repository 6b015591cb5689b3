"""Score ranges of an answer: the best and worst F1 and SHD if some gold edges are wrong.

The true graph is gold with a few edges more and a few less, on the nodes of gold and the answer, without
new loops. For F1 adding an edge of the answer beats deleting a miss, and deleting a hit beats adding an
edge that the answer lacks, because twice the hits never exceed the sizes of both graphs. SHD with a
reversed edge counted twice moves by one for each change. Counted once, each unordered pair of nodes is
looked at by itself (:func:`_pair_moves`): a reversed edge takes two changes for one unit, and a pair that
agrees on one edge can be spoilt once, by either kind of change.

>>> gold = Digraph.of([("0", "1"), ("1", "2"), ("2", "3"), ("3", "0")])
>>> answer = Digraph.of([("0", "1"), ("1", "2"), ("3", "2")])
>>> found = score_ranges(gold, answer, Allowance.of(1))
>>> [str(end) for end in found.f1], found.shd, found.shd_reversal_2
(['1/3', '3/4'], (1, 3), (2, 4))
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from symcause.families.textgraph.models.digraph import Digraph
from symcause.families.textgraph.scoring.gold_errors.error_allowance import Allowance
from symcause.scoring.overlap import hamming_distance

Span = tuple[int, int]


@dataclass(frozen=True)
class ScoreRanges:
    """The least and the greatest value of each score."""

    f1: tuple[Fraction, Fraction]
    shd: Span  # a reversed edge counts once
    shd_reversal_2: Span  # and twice


@dataclass(frozen=True)
class EdgeCounts:
    """What F1 depends on, and how many edges may still come in."""

    gold: int
    answer: int
    hits: int
    addable: int  # edges of the answer that gold lacks, without loops
    outside: int  # pairs of distinct nodes that neither graph has an edge for

    @staticmethod
    def of(gold: Digraph, answer: Digraph) -> EdgeCounts:
        true, found = gold.edge_set, answer.edge_set
        nodes = len(set(gold.nodes) | answer.ends)
        plain = sum(u != v for u, v in true | found)
        return EdgeCounts(
            gold=len(true),
            answer=len(found),
            hits=len(true & found),
            addable=sum(u != v for u, v in found - true),
            outside=nodes * (nodes - 1) - plain,
        )

    @property
    def misses(self) -> int:
        return self.gold - self.hits


def f1_of(hits: int, gold: int, answer: int) -> Fraction:
    """F1 from numbers of edges; 1 for two empty graphs."""
    return Fraction(2 * hits, gold + answer) if gold + answer else Fraction(1)


def score_ranges(gold: Digraph, answer: Digraph, allowed: Allowance) -> ScoreRanges:
    """The scores of an answer against every true graph that the allowance leaves possible."""
    counts = EdgeCounts.of(gold, answer)
    twice = hamming_distance(answer.edge_set, gold.edge_set, reversal=2)
    fewer = min(
        allowed.k, min(allowed.missing, counts.addable) + min(allowed.spurious, counts.misses)
    )
    more = min(allowed.k, min(allowed.spurious, counts.hits) + min(allowed.missing, counts.outside))
    return ScoreRanges(
        f1=f1_range(counts, allowed),
        shd=_turned_once(gold, answer, allowed),
        shd_reversal_2=(twice - fewer, twice + more),
    )


def f1_range(counts: EdgeCounts, allowed: Allowance) -> tuple[Fraction, Fraction]:
    """The worst and the best F1."""
    g, h, t = counts.gold, counts.answer, counts.hits
    lost = min(allowed.k, allowed.spurious, t)
    unmet = min(allowed.k - lost, allowed.missing, counts.outside)
    won = min(allowed.k, allowed.missing, counts.addable)
    dropped = min(allowed.k - won, allowed.spurious, counts.misses)
    return f1_of(t - lost, g - lost + unmet, h), f1_of(t + won, g + won - dropped, h)


def _turned_once(gold: Digraph, answer: Digraph, allowed: Allowance) -> Span:
    """The range of SHD with a reversed edge counted once."""
    moves = _pair_moves(gold, answer)
    a, b, k = allowed.missing, allowed.spurious, allowed.k
    added = min(k, a, moves["add better"])
    deleted = min(k - added, b, moves["delete better"])
    turned = min(moves["turn better"], a - added, b - deleted, (k - added - deleted) // 2)
    worse_by_adding, worse_by_deleting = min(a, moves["add worse"]), min(b, moves["delete worse"])
    spare = a - worse_by_adding + b - worse_by_deleting
    worse = min(k, worse_by_adding + worse_by_deleting + min(moves["either worse"], spare))
    now = hamming_distance(answer.edge_set, gold.edge_set)
    return now - added - deleted - turned, now + worse


def _pair_moves(gold: Digraph, answer: Digraph) -> Counter[str]:
    """How many units of SHD can be won and lost, by the kind of change that it takes.

    By the edges of gold and answer between two nodes, u → v and v → u:

    ==================  =====================================================================
    neither             adding makes it worse, twice
    only gold           each edge of gold deleted makes it better, each one added worse
    only answer         each edge of the answer added makes it better
    one, the same       adding the other or deleting it makes it worse, once in all
    one, opposite       one added and one deleted make it better together
    one of two, two     an edge on one side only: changing it makes it better; where both have one
                        and the answer two, deleting the edge of gold makes it worse
    two, two            each edge deleted makes it worse
    ==================  =====================================================================
    """
    true, found = gold.edge_set, answer.edge_set
    moves: Counter[str] = Counter()
    pairs = {(min(edge), max(edge)) for edge in true | found}
    for u, v in pairs:
        if u == v:
            if (u, v) in true:
                moves["delete worse" if (u, v) in found else "delete better"] += 1
            continue
        here = {edge for edge in ((u, v), (v, u)) if edge in true}
        there = {edge for edge in ((u, v), (v, u)) if edge in found}
        if len(here) == len(there) == 1:
            moves["either worse" if here == there else "turn better"] += 1
            continue
        moves["delete better"] += len(here - there)
        moves["add better"] += len(there - here)
        if not there:
            moves["add worse"] += 2 - len(here)
        elif len(there) == 2:
            moves["delete worse"] += len(here)
    nodes = len(set(gold.nodes) | answer.ends)
    untouched = nodes * (nodes - 1) // 2 - sum(u != v for u, v in pairs)
    moves["add worse"] += 2 * untouched
    return moves
