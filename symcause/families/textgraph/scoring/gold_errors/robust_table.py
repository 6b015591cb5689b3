"""The robust table: how many gold errors it takes to turn the order of two systems.

The systems of a task are ranked by the mean F1 of their answers that can be read; each is compared with the
next on the samples that both answered. Of several answers of one system to a sample the first counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import fmean

from msgspec import UnsetType

from symcause.families.textgraph.bounds import ALLOWED_ERRORS
from symcause.families.textgraph.documents.score_document import TextGraphScore
from symcause.families.textgraph.models.digraph import Digraph, Edge
from symcause.families.textgraph.scoring.gold_errors.error_allowance import read_allowance
from symcause.families.textgraph.scoring.gold_errors.lead_margins import LeadCounts
from symcause.families.textgraph.scoring.gold_errors.pool_leads import PoolLead, pool_lead
from symcause.scoring.group_columns import keyed_table
from symcause.scoring.overlap import overlap
from symcause.scoring.score_table import UNDEFINED, Cell, Table, integer, number, signed, word

KEY = "robust"
_NOTE = (
    "Neighbours in the ranking by F1: the first is ahead of the second whichever gold edges are wrong, as "
    "long as no more than robust_up_to of them are, missing and spurious ones together; lead is the "
    "difference of mean F1 over the n samples that both answered, edges are the gold edges of these "
    f"samples, share is robust_up_to over edges; cut: still ahead at {ALLOWED_ERRORS} errors. "
    "In the double annotation of ReCITE 27 of 879 edges (3.1 %) were wrong"
)


@dataclass(frozen=True)
class Rivals:
    """Two systems that are neighbours in the ranking of a task."""

    task: str
    first: str
    second: str
    samples: int
    edges: int  # of gold, in these samples
    found: PoolLead


@dataclass
class AnswerBook:
    """The graphs of a run: gold by sample, and the first answer of each system to each sample.

    An answer is a bit set over the edges that answers to its sample have, so that a run may be long.
    """

    gold: dict[str, Digraph] = field(default_factory=dict)
    answers: dict[tuple[str, str], dict[str, int]] = field(default_factory=dict)
    _edges: dict[str, dict[Edge, int]] = field(default_factory=dict)

    def add(self, key: str, task: str, model: str, edges: tuple[Edge, ...]) -> None:
        """Take in an answer that could be read."""
        if key in self.gold:
            places = self._edges.setdefault(key, {})
            bits = sum(1 << places.setdefault(edge, len(places)) for edge in dict.fromkeys(edges))
            self.answers.setdefault((task, model), {}).setdefault(key, bits)

    def _graph(self, key: str, bits: int) -> Digraph:
        return Digraph.of(edge for edge, at in self._edges[key].items() if bits >> at & 1)

    def rivals(self) -> Iterator[Rivals]:
        """All neighbours, task by task, the best first."""
        for task in sorted({task for task, _ in self.answers}):
            ranked = sorted(
                (-self._mean(answers), model)
                for (own, model), answers in self.answers.items()
                if own == task
            )
            for (_, first), (_, second) in pairwise(ranked):
                yield from self._compared(task, first, second)

    def _mean(self, answers: dict[str, int]) -> float:
        """Mean F1 of a system."""
        scores = (
            overlap(self._graph(key, bits).edge_set, self.gold[key].edge_set).f1
            for key, bits in answers.items()
        )
        return fmean(map(float, scores))

    def _compared(self, task: str, first: str, second: str) -> Iterator[Rivals]:
        one, other = self.answers[task, first], self.answers[task, second]
        both = sorted(one.keys() & other.keys())
        if both:
            counts = [
                LeadCounts.of(self.gold[key], *(self._graph(key, own[key]) for own in (one, other)))
                for key in both
            ]
            edges = sum(each.gold for each in counts)
            yield Rivals(task, first, second, len(both), edges, pool_lead(counts, ALLOWED_ERRORS))


def allows(score: TextGraphScore, stated: str) -> bool:
    """Was an answer scored with these errors of gold?"""
    part, wanted = score.gold_errors, read_allowance(stated)
    if isinstance(part, UnsetType):
        return False
    return (part.k, part.missing, part.spurious) == (wanted.k, wanted.missing, wanted.spurious)


def robust_table(rivals: list[Rivals]) -> Table:
    """One row per pair of neighbours."""
    return keyed_table(KEY, "Rankings if gold has errors", _COLUMNS, rivals, _NOTE)


def _most(pair: Rivals) -> Cell:
    most = pair.found.robust_up_to
    return Cell(None, UNDEFINED) if most is None else integer(most)


def _share(pair: Rivals) -> Cell:
    most = pair.found.robust_up_to
    return number(None if most is None or not pair.edges else most / pair.edges)


_COLUMNS: tuple[tuple[str, Callable[[Rivals], Cell]], ...] = (
    ("task", lambda pair: word(pair.task)),
    ("first", lambda pair: word(pair.first)),
    ("second", lambda pair: word(pair.second)),
    ("n", lambda pair: integer(pair.samples)),
    ("lead", lambda pair: signed(float(pair.found.lead))),
    ("robust_up_to", _most),
    ("cut", lambda pair: Cell(pair.found.cut, "yes" if pair.found.cut else "no")),
    ("edges", lambda pair: integer(pair.edges)),
    ("share", _share),
)
