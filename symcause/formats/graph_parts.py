"""What every graph reader collects: nodes and edges, each with its place in the file."""

from __future__ import annotations

from collections.abc import Iterable

from symcause.errors import LimitError, ProblemError, did_you_mean
from symcause.models.dags import DAG, MAX_EDGES, MAX_NAME, MAX_NODES


class GraphParts:
    """Nodes and edges as a file lists them; exact repetitions of an edge are dropped.

    With *declared*, an edge may only join nodes that were listed before.
    """

    def __init__(self, *, declared: bool = False) -> None:
        self._declared = declared
        self._nodes: dict[str, None] = {}
        self._edges: dict[tuple[str, str], None] = {}

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

    def edge(self, cause: str, effect: str, place: str) -> None:
        """One directed edge."""
        if cause == effect:
            raise ProblemError(
                "a node has an edge to itself",
                place=place,
                value=cause,
                remedy="remove the self-loop",
            )
        for end in (cause, effect):
            if self._declared and end not in self._nodes:
                raise ProblemError(
                    "an edge names an unknown node",
                    place=place,
                    value=end,
                    remedy=did_you_mean(end, self._nodes),
                )
            if end not in self._nodes:
                self.node(end, place)
        self._edges[cause, effect] = None
        if len(self._edges) > MAX_EDGES:
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
        """The edges, whether or not they form a cycle."""
        return tuple(self._edges)

    def dag(self) -> DAG:
        """The graph, if it is acyclic."""
        return DAG.of(self._edges, nodes=self._nodes)
