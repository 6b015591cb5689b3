"""The builder of graphs for all notations: collects nodes and edges with their places."""

from __future__ import annotations

from collections.abc import Iterable

from symcause.errors import LimitError, ProblemError, did_you_mean
from symcause.models.dags import DAG, MAX_EDGES, MAX_NAME, MAX_NODES
from symcause.models.graph_forms.marked_graphs import Mark, MarkedEdge, MarkedGraph


class GraphParts:
    """Nodes and edges as a file lists them; exact repetitions of an edge are dropped.

    With *declared*, an edge may only join nodes that were listed before. With *paired*, two opposite
    arrows are how the format writes an undirected edge; elsewhere they are a cycle.
    """

    def __init__(self, *, declared: bool = False, paired: bool = False) -> None:
        self._declared, self._paired = declared, paired
        self._nodes: dict[str, None] = {}
        self._edges: dict[tuple[str, str], None] = {}
        self._marked: dict[frozenset[str], MarkedEdge] = {}
        self._places: dict[frozenset[str], str] = {}
        self._roles: dict[tuple[str, str], None] = {}
        self.partly = False
        """The file says that it stands for every DAG that agrees with it."""
        self.known: dict[str, object] = {}
        """Background knowledge that stands beside the graph, as :func:`read_knowledge` takes it."""

    def node(self, name: str, place: str) -> None:
        """One node; a repetition is fine."""
        if not name or not name.isprintable():
            raise ProblemError("a node's name is printable text", place=place, value=name)
        if len(name) > MAX_NAME:
            raise LimitError(
                f"a node's name has at most {MAX_NAME} characters", place=place, value=name
            )
        self._nodes[name] = None
        if len(self._nodes) > MAX_NODES:
            raise LimitError(f"a graph may have at most {MAX_NODES} nodes", place=place)

    def new_node(self, name: str, place: str) -> None:
        """One node of a format that lists each exactly once."""
        if name in self._nodes:
            raise ProblemError("two nodes have the same name", place=place, value=name)
        self.node(name, place)

    def role(self, role: str, name: str) -> None:
        """What a node is to the author."""
        self._roles[role, name] = None

    def edge(self, cause: str, effect: str, place: str) -> None:
        """One directed edge."""
        self._ends(cause, effect, place)
        pair = frozenset((cause, effect))
        if pair in self._marked:
            if self._marked[pair].is_undirected and self._paired:
                return
            raise self._second(MarkedEdge(cause, Mark.TAIL, Mark.ARROW, effect), place)
        if self._paired and (effect, cause) in self._edges:
            del self._edges[effect, cause]
            self._marked[pair] = MarkedEdge(effect, Mark.TAIL, Mark.TAIL, cause)
            self._places[pair] = place
            return
        self._edges[cause, effect] = None
        self._bounded(place)

    def mark(self, edge: MarkedEdge, place: str) -> None:
        """One edge with its marks; between two nodes there is one."""
        if edge.is_directed:
            tail_first = edge.at_one is Mark.TAIL
            self._once(edge if tail_first else edge.turned, place)
            return
        self._ends(edge.one, edge.other, place)
        pair = frozenset((edge.one, edge.other))
        known = self._marked.setdefault(pair, edge)
        self._places.setdefault(pair, place)
        directed = {(edge.one, edge.other), (edge.other, edge.one)} & self._edges.keys()
        if directed or known not in (edge, edge.turned):
            raise self._second(edge, place)
        self._bounded(place)

    def _once(self, edge: MarkedEdge, place: str) -> None:
        if (edge.other, edge.one) in self._edges:
            raise self._second(edge, place)
        self.edge(edge.one, edge.other, place)

    def _second(self, edge: MarkedEdge, place: str) -> ProblemError:
        return ProblemError(
            "another edge between these nodes stands before it",
            place=place,
            value=str(edge),
            remedy="leave one edge between two nodes",
        )

    def _ends(self, one: str, other: str, place: str) -> None:
        if one == other:
            raise ProblemError(
                "a node has an edge to itself",
                place=place,
                value=one,
                remedy="remove the self-loop",
            )
        for end in (one, other):
            if self._declared and end not in self._nodes:
                raise ProblemError(
                    "an edge names an unknown node",
                    place=place,
                    value=end,
                    remedy=did_you_mean(end, self._nodes),
                )
            if end not in self._nodes:
                self.node(end, place)

    def _bounded(self, place: str) -> None:
        if len(self._edges) + len(self._marked) > MAX_EDGES:
            raise LimitError(f"a graph may have at most {MAX_EDGES} edges", place=place)

    def chain(self, names: Iterable[str], place: str) -> None:
        """The edges of ``a -> b -> c``; a single name is a node."""
        before: str | None = None
        for name in names:
            if before is None:
                self.node(name, place)
            else:
                self.edge(before, name, place)
            before = name

    @property
    def nodes(self) -> tuple[str, ...]:
        return tuple(self._nodes)

    @property
    def edges(self) -> tuple[tuple[str, str], ...]:
        """The directed edges, whether or not they form a cycle."""
        return tuple(self._edges)

    @property
    def bare(self) -> bool:
        """Is it a directed graph and nothing else?"""
        return not (self._marked or self._roles or self.partly or self.known)

    def drawn(self) -> MarkedGraph:
        """All of it, directed edges first."""
        arrows = (MarkedEdge(a, Mark.TAIL, Mark.ARROW, b) for a, b in self._edges)
        edges = (*arrows, *self._marked.values())
        return MarkedGraph(self.nodes, edges, tuple(self._roles), self.partly)

    def dag(self) -> DAG:
        """The graph, if it is directed and acyclic."""
        for pair, edge in self._marked.items():
            raise ProblemError(
                "an undirected edge, where a DAG is wanted"
                if edge.is_undirected
                else "an edge that no DAG has",
                place=self._places[pair],
                value=str(edge),
                remedy="direct it",
            )
        return DAG.of(self._edges, nodes=self._nodes)
