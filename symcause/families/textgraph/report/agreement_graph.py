"""The agreement graph of a report: gold and an answer as one text graph, every edge once.

A *kept* edge is in both. A gold edge that the answer lacks is *reversed* if the answer has it the other way
round (the two are one line, drawn as the answer has it), a *path* if the answer has a longer way, else
*missing*. What only the answer has is *extra*. So the first four kinds add up to gold.

>>> found = agreement(kept=[("rain", "flood")], missing=[("flood", "mud"), ("mud", "loss")],
...     extra=[("mud", "flood")], reversed=[("flood", "mud")], paths=[])
>>> [(line.source, line.target, str(line.kind)) for line in found.lines]
[('rain', 'flood', 'kept'), ('mud', 'flood', 'reversed'), ('mud', 'loss', 'missing')]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from symcause.families.textgraph.documents.align_document import AlignDocument
from symcause.families.textgraph.documents.check_document import TextGraphCheck
from symcause.families.textgraph.models.digraph import Digraph, Edge
from symcause.families.textgraph.problem.problem import EXPLICIT, TextGraph


class Kind(StrEnum):
    """What gold and the answer say of an edge; ``plain`` where there is no answer."""

    KEPT = "kept"
    REVERSED = "reversed"
    PATH = "path"
    MISSING = "missing"
    EXTRA = "extra"
    PLAIN = "plain"


WORDS = {
    Kind.KEPT: "in both",
    Kind.REVERSED: "the other way round in gold",
    Kind.PATH: "a longer path in the answer",
    Kind.MISSING: "missing in the answer",
    Kind.EXTRA: "only in the answer",
    Kind.PLAIN: "in gold",
}


@dataclass(frozen=True)
class Line:
    """An edge to draw; *path* is the way that the answer has instead."""

    source: str
    target: str
    kind: Kind
    path: tuple[str, ...] = ()


@dataclass(frozen=True)
class Agreement:
    """The lines between nodes, and what is to be said of nodes."""

    lines: tuple[Line, ...]
    alone: tuple[str, ...] = ()  # gold nodes without any edge
    notes: Mapping[str, str] = field(default_factory=dict)  # node -> how it is drawn
    renamed: Mapping[str, str] = field(default_factory=dict)  # gold name -> the answer's name

    @property
    def nodes(self) -> tuple[str, ...]:
        """The ends of all lines, in the order in which they come."""
        return tuple(
            dict.fromkeys(end for line in self.lines for end in (line.source, line.target))
        )

    @property
    def counts(self) -> Counter[Kind]:
        return Counter(line.kind for line in self.lines)


def agreement(
    kept: Iterable[Edge],
    missing: Iterable[Edge],
    extra: Iterable[Edge],
    reversed: Iterable[Edge],
    paths: Iterable[tuple[str, ...]],
) -> Agreement:
    """The one graph of the two; nodes that only one of them has are noted."""
    turned = set(reversed)
    ways = {(path[0], path[-1]): path for path in paths}
    lines = [Line(a, b, Kind.KEPT) for a, b in kept]
    for a, b in missing:
        if (a, b) in turned:
            lines.append(Line(b, a, Kind.REVERSED))
        elif (a, b) in ways:
            lines.append(Line(a, b, Kind.PATH, ways[a, b]))
        else:
            lines.append(Line(a, b, Kind.MISSING))
    lines += [Line(a, b, Kind.EXTRA) for a, b in extra if (b, a) not in turned]
    gold = _ends(line for line in lines if line.kind is not Kind.EXTRA)
    given = _ends(line for line in lines if line.kind is not Kind.MISSING)
    notes = dict.fromkeys(sorted(gold - given), "only-gold")
    notes |= dict.fromkeys(sorted(given - gold), "only-answer")
    return Agreement(tuple(lines), notes=notes)


def _ends(lines: Iterable[Line]) -> set[str]:
    return {end for line in lines for end in (line.source, line.target)}


def checked(document: TextGraphCheck) -> Agreement:
    """What a check found."""
    extra = set(document.extra)
    kept = [edge for edge in document.read if edge not in extra]
    return agreement(kept, document.missing, document.extra, document.reversed, document.paths)


def aligned(document: AlignDocument) -> Agreement:
    """What an alignment found, under its map."""
    d = document
    found = agreement(d.kept, d.missing, d.extra, d.reversed, d.paths)
    renamed = {gold: answer for gold, answer in d.map.items() if gold != answer}
    return Agreement(found.lines, notes=found.notes, renamed=renamed)


def alone(graph: Digraph) -> tuple[str, ...]:
    """The nodes that no edge touches."""
    return tuple(node for node in graph.nodes if node not in graph.ends)


def gold_only(problem: TextGraph) -> Agreement:
    """Gold without an answer; nodes that the text does not name are noted."""
    labels = problem.node_explicitness
    notes = {node: "unnamed" for node, label in labels.items() if label != EXPLICIT}
    lines = tuple(Line(a, b, Kind.PLAIN) for a, b in problem.graph.edges)
    return Agreement(lines, alone(problem.graph), notes)
