"""The textgraph problem: a text, the graph that it describes, and what else is known.

Whoever holds a :class:`TextGraph` holds names and edges that agree with each other (:meth:`TextGraph.of`
checks). A repeated edge is kept once and remembered. There is no version space here: a text graph has
scores, alignments and statistics.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from symcause.errors import LimitError, ProblemError, did_you_mean
from symcause.families.textgraph.models.digraph import Digraph, Edge
from symcause.models.dags import MAX_EDGES, MAX_NODES
from symcause.models.notebook_hook import Shown

MAX_NAME = 2_000  # characters
"""Most characters of a node's name."""

EXPLICIT, IMPLICIT, ABSENT = 1, 2, 3
"""What the annotation says of a node: named in the text, implied by it, or not in it."""


@dataclass(frozen=True, repr=False)
class TextGraph(Shown):
    """A gold graph with its annotation; *metadata* holds what the file says besides."""

    brief = ("id", "graph.nodes", "graph.edges")

    id: str
    graph: Digraph
    repeated: tuple[Edge, ...] = ()  # edges that the file lists again, once for every repetition
    node_explicitness: Mapping[str, int] = field(default_factory=dict)
    allowed: tuple[tuple[str, str], ...] | None = None  # (gold name, answer name)
    text: str | None = None
    metadata: Mapping[str, object] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(self.id)  # parts of it are mappings

    @property
    def names(self) -> tuple[str, ...]:
        """The ends of gold edges in code point order, as a model that is given the names sees them.

        A node without edges has no number.
        """
        return tuple(sorted(self.graph.ends))

    @staticmethod
    def of(
        id: str,
        nodes: Sequence[str],
        edges: Sequence[Edge],
        *,
        node_explicitness: Mapping[str, int] | None = None,
        allowed: Iterable[tuple[str, str]] | None = None,
        text: str | None = None,
        metadata: Mapping[str, object] | None = None,
    ) -> TextGraph:
        """The problem, if its parts agree. Raises ProblemError with the place."""
        known = _checked_nodes(nodes)
        _check_edges(edges, known)
        labels = dict(node_explicitness or {})
        for name, label in labels.items():
            if name not in known:
                raise _unknown(name, f"node_explicitness.{name}", known)
            if label not in (EXPLICIT, IMPLICIT, ABSENT):
                raise ProblemError(
                    "a node is 1 (explicit), 2 (implicit) or 3 (absent)",
                    place=f"node_explicitness.{name}",
                    value=label,
                )
        pairs = None if allowed is None else tuple(dict.fromkeys(allowed))
        for position, (gold, _) in enumerate(pairs or ()):
            if gold not in known:
                raise _unknown(gold, f"allowed[{position}]", known)
        graph = Digraph.of(edges, nodes)
        repeated = _repetitions(edges)
        return TextGraph(id, graph, repeated, labels, pairs, text, dict(metadata or {}))


def _checked_nodes(nodes: Sequence[str]) -> set[str]:
    if len(nodes) > MAX_NODES:
        raise LimitError(f"a graph may have at most {MAX_NODES} nodes", place="nodes")
    known: set[str] = set()
    for position, name in enumerate(nodes):
        place = f"nodes[{position}]"
        if not name:
            raise ProblemError("a node's name is not empty", place=place)
        if len(name) > MAX_NAME:
            raise LimitError(f"a name has at most {MAX_NAME} characters", place=place, value=name)
        if name in known:
            raise ProblemError(
                "the node stands twice", place=place, value=name, remedy="keep one of the two"
            )
        known.add(name)
    return known


def _check_edges(edges: Sequence[Edge], known: set[str]) -> None:
    if len(edges) > MAX_EDGES:
        raise LimitError(f"a graph may have at most {MAX_EDGES} edges", place="edges")
    for position, edge in enumerate(edges):
        for end in edge:
            if end not in known:
                raise _unknown(end, f"edges[{position}]", known)


def _unknown(name: str, place: str, known: set[str]) -> ProblemError:
    return ProblemError(
        "not one of the nodes", place=place, value=name, remedy=did_you_mean(name, known)
    )


def _repetitions(edges: Sequence[Edge]) -> tuple[Edge, ...]:
    seen: set[Edge] = set()
    again: list[Edge] = []
    for edge in edges:
        if edge in seen:
            again.append(edge)
        seen.add(edge)
    return tuple(again)
