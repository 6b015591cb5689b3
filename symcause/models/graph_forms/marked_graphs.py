"""Marked graphs: edges with a tail, an arrowhead or a circle at either end.

A mark is a tail, an arrowhead, or a circle where nobody knows which. A directed edge has a tail and an
arrowhead, an undirected one two tails, a bidirected one two arrowheads (a common cause that is not among
the nodes). Some nodes may have a *role*: exposure, outcome, latent, adjusted, selected.

>>> edges = MarkedEdge.read("A", "-->", "B"), MarkedEdge.read("B", "---", "C")
>>> graph = MarkedGraph(("A", "B", "C"), edges)
>>> graph.directed, graph.undirected, [str(edge) for edge in graph.edges]
((('A', 'B'),), (('B', 'C'),), ['A --> B', 'B --- C'])
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

ROLES = ("exposure", "outcome", "latent", "adjusted", "selected")
"""What a node may be to its author."""


class Mark(StrEnum):
    """What an end of an edge shows."""

    TAIL = "-"
    ARROW = ">"
    CIRCLE = "o"


_LEFT = {Mark.TAIL: "-", Mark.ARROW: "<", Mark.CIRCLE: "o"}


@dataclass(frozen=True)
class MarkedEdge:
    """An edge between two nodes, with the mark at each."""

    one: str
    at_one: Mark
    at_other: Mark
    other: str

    @classmethod
    def read(cls, one: str, arrow: str, other: str) -> MarkedEdge:
        """The edge that ``-->``, ``<--``, ``---``, ``<->``, ``o->``, … draws; KeyError for others."""
        left = {sign: mark for mark, sign in _LEFT.items()}[arrow[0]]
        if len(arrow) != 3 or arrow[1] != "-" or arrow[2] not in tuple(Mark):
            raise KeyError(arrow)
        return cls(one, left, Mark(arrow[2]), other)

    @property
    def arrow(self) -> str:
        """The edge between its names, as ``-->`` or ``o->``."""
        return f"{_LEFT[self.at_one]}-{self.at_other}"

    @property
    def marks(self) -> tuple[Mark, Mark]:
        """The marks at both ends."""
        return self.at_one, self.at_other

    @property
    def turned(self) -> MarkedEdge:
        """The same edge from its other end."""
        return MarkedEdge(self.other, self.at_other, self.at_one, self.one)

    @property
    def is_directed(self) -> bool:
        """A tail at one end, an arrow at the other?"""
        return set(self.marks) == {Mark.TAIL, Mark.ARROW}

    @property
    def is_undirected(self) -> bool:
        """Tails at both ends?"""
        return self.marks == (Mark.TAIL, Mark.TAIL)

    def __str__(self) -> str:
        return f"{self.one} {self.arrow} {self.other}"


@dataclass(frozen=True)
class MarkedGraph:
    """Nodes, edges with their marks (one between two nodes), and the roles of some nodes."""

    nodes: tuple[str, ...]
    edges: tuple[MarkedEdge, ...]
    roles: tuple[tuple[str, str], ...] = ()  # (role, node)
    partly: bool = False  # stated to stand for every DAG that agrees with it

    @property
    def directed(self) -> tuple[tuple[str, str], ...]:
        """Directed edges as (cause, effect)."""
        return tuple(self._directed())

    def _directed(self) -> Iterator[tuple[str, str]]:
        for edge in self.edges:
            if edge.marks == (Mark.TAIL, Mark.ARROW):
                yield edge.one, edge.other
            elif edge.marks == (Mark.ARROW, Mark.TAIL):
                yield edge.other, edge.one

    @property
    def undirected(self) -> tuple[tuple[str, str], ...]:
        """The pairs that an undirected edge joins."""
        return tuple((edge.one, edge.other) for edge in self.edges if edge.is_undirected)

    @property
    def others(self) -> tuple[MarkedEdge, ...]:
        """Edges that no DAG over these nodes has: bidirected, or with a circle."""
        return tuple(e for e in self.edges if not e.is_directed and not e.is_undirected)

    def having(self, role: str) -> tuple[str, ...]:
        """The nodes of a role."""
        return tuple(node for text, node in self.roles if text == role)
