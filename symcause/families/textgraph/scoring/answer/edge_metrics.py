"""Edge metrics of a text graph answer: all deterministic scores, names compared exactly.

>>> from symcause.families.textgraph.models.digraph import Digraph
>>> gold = Digraph.of([("rain", "flood"), ("flood", "damage")])
>>> scores = score_edges(gold, Digraph.of([("rain", "flood"), ("damage", "flood")]))
>>> scores.shd, scores.shd_reversal_2, scores.nshd
(1, 2, Fraction(1, 3))
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symcause.families.textgraph.models.digraph import Digraph, Edge
from symcause.families.textgraph.models.ratios import ratio
from symcause.families.textgraph.scoring.answer.released_numbers import Released, released
from symcause.scoring.overlap import Overlap, hamming_distance, overlap


@dataclass(frozen=True)
class EdgeScores:
    """The comparison of edges and of nodes, and the released numbers."""

    edges: Overlap
    nodes: Overlap
    names: int  # that one of the two graphs has
    shd: int  # a reversed edge counts once
    shd_reversal_2: int  # and twice
    released: Released | None

    @property
    def nshd(self) -> Fraction:
        """Symmetric difference over the n(n-1) ordered pairs of names; 0 below two names."""
        return ratio(self.shd_reversal_2, self.names * (self.names - 1))


def score_edges(gold: Digraph, answer: Digraph) -> EdgeScores:
    """The scores of an answer; isolated nodes do not count."""
    found, true = answer.edge_set, gold.edge_set
    names = len(gold.ends | answer.ends)
    return EdgeScores(
        edges=overlap(found, true),
        nodes=overlap(answer.ends, gold.ends, empty=0),
        names=names,
        shd=hamming_distance(found, true),
        shd_reversal_2=hamming_distance(found, true, reversal=2),
        released=released(len(true), len(found), len(found & true), names),
    )


@dataclass(frozen=True)
class Differences:
    """Edge by edge, in the names of gold: what an answer has and has not."""

    kept: tuple[Edge, ...]
    missing: tuple[Edge, ...]  # of these:
    reversed: tuple[Edge, ...]  # the answer has the opposite edge, which gold has not
    paths: tuple[tuple[str, ...], ...]  # the answer has a longer path instead
    extra: tuple[Edge, ...]


def differences(gold: Digraph, answer: Digraph) -> Differences:
    """Where an answer and gold differ, in the order of their edges."""
    missing = tuple(edge for edge in gold.edges if edge not in answer.edge_set)
    turned = tuple(
        (u, v)
        for u, v in missing
        if u != v and (v, u) in answer.edge_set and (v, u) not in gold.edge_set
    )
    goals: dict[str, list[str]] = {}
    for u, v in missing:
        if u in answer.ends and v in answer.ends:
            goals.setdefault(u, []).append(v)
    longer = {u: answer.paths(u, wanted) for u, wanted in goals.items()}
    return Differences(
        kept=tuple(edge for edge in gold.edges if edge in answer.edge_set),
        missing=missing,
        reversed=turned,
        paths=tuple(longer[u][v] for u, v in missing if v in longer.get(u, {})),
        extra=tuple(edge for edge in answer.edges if edge not in gold.edge_set),
    )
