"""Released numbers of an answer: what the ReCITE scorer calls precision and recall.

They are the two values of a library function for ranked predictions: the area under the precision-recall
curve, and the mean of all numbers on that curve. For a graph as 0/1 predictions over all n² cells the curve
has three points (two for an empty or full answer), so both have a closed form. With b = |G| / n²::

    precision* = (P + R + b (1 - R)) / 2        recall* = (2 + b + P + R) / 6
    empty or full answer:  precision* = (1 + b) / 2,  recall* = (2 + b) / 4

A perfect answer gets recall* = (4 + b) / 6, an answer without any edge F1* of about 0.52 at the density of
the benchmark.

>>> empty = released(gold=37, answer=0, shared=0, nodes=25)
>>> round(float(empty.f1), 3)
0.522
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symcause.families.textgraph.files.answer.released_reader import SCORED, ReleasedReading
from symcause.families.textgraph.models.digraph import Digraph
from symcause.families.textgraph.models.ratios import harmonic, ratio
from symcause.scoring.overlap import Overlap, overlap

_HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Released:
    """What the released scorer prints as precision, recall, F1 and SHD."""

    precision: Fraction
    recall: Fraction
    f1: Fraction
    shd: int


@dataclass(frozen=True)
class ReleasedScores:
    """All that the released scorer has for one row."""

    edges: Released
    nodes: Overlap
    names: int  # of gold and answer together
    read: int  # edges of the answer

    @property
    def nshd(self) -> Fraction:
        return ratio(self.edges.shd, self.names * (self.names - 1))


@dataclass(frozen=True)
class ReleasedRow:
    """What becomes of a row: ``scored``, ``left out``, ``crash``, or None where that cannot be told."""

    status: str | None
    scores: ReleasedScores | None = None
    reason: str | None = None


def released_row(gold: Digraph, reading: ReleasedReading) -> ReleasedRow:
    """The scores of an answer as the released program read it."""
    if reading.status != SCORED:
        return ReleasedRow(reading.status, None, reading.reason)
    true, found = gold.edge_set, reading.edges
    names = len(gold.ends.union(end for edge in found for end in edge))
    edges = released(len(true), len(found), len(true & found), names)
    if edges is None:
        return ReleasedRow(None, None, "neither graph has an edge")
    nodes = overlap(reading.nodes, gold.ends, empty=0)
    return ReleasedRow(SCORED, ReleasedScores(edges, nodes, names, len(found)))


def released(gold: int, answer: int, shared: int, nodes: int) -> Released | None:
    """The released values from the numbers of edges; None if both graphs are empty."""
    if not gold and not answer:
        return None
    shd = gold + answer - 2 * shared
    if not gold:
        return Released(_HALF, _HALF, _HALF, shd)
    precision, recall = starred(gold, answer, shared, nodes)
    return Released(precision, recall, harmonic(precision, recall), shd)


def starred(
    gold: int, answer: int, shared: int | Fraction, nodes: int
) -> tuple[Fraction, Fraction]:
    """precision* and recall* for a gold graph that has an edge; both are linear in *shared*."""
    b = Fraction(gold, nodes * nodes)
    if answer in (0, nodes * nodes):
        return (1 + b) / 2, (2 + b) / 4
    p, r = Fraction(shared, answer), Fraction(shared, gold)
    return (p + r + b * (1 - r)) / 2, (2 + b + p + r) / 6
