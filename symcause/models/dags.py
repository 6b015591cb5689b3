"""DAGs, the graphs of models: directed, and checked to be acyclic.

A :class:`DAG` is a tuple of named nodes and a canonical tuple of edges, so two DAGs are equal iff they
are the same labelled graph on the same nodes in the same order. Whoever holds one holds an acyclic
graph: the constructor checks, and an error names a cycle. Algorithms read the adjacency as bit sets
(bit *i* of ``parents[j]`` says that node *i* is a parent of node *j*), because a Python integer does a
thousand set operations in one.

>>> dag = DAG.of([("A", "B"), ("C", "B")], nodes=["D"])
>>> dag.nodes, dag.edges
(('D', 'A', 'B', 'C'), (('A', 'B'), ('C', 'B')))
>>> DAG.of([("A", "B"), ("B", "C"), ("C", "A")])
Traceback (most recent call last):
    ...
symcause.errors.ProblemError: the graph has a cycle: A -> B -> C -> A; remove or turn one of its edges
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from symcause.errors import KindError, LimitError, ProblemError, did_you_mean
from symcause.models.bit_sets import bits
from symcause.models.cycles import find_cycle, placing
from symcause.models.notebook_hook import Shown

if TYPE_CHECKING:
    import networkx

MAX_NODES = 5_000  # nodes
"""Most nodes a graph may have."""

MAX_EDGES = 1_000_000  # edges
"""Most edges a graph may have."""

MAX_NAME = 200  # characters
"""Most characters of a node's name."""

_CYCLE_SHOWN = 12  # nodes: of a cycle that a message spells out


@dataclass(frozen=True, repr=False)
class DAG(Shown):
    """An acyclic directed graph.

    The constructor wants canonical edges; :meth:`of` sorts them and drops repetitions.

    Parameters
    ----------
    nodes : tuple of str
        The nodes.
    edges : tuple of (str, str)
        Pairs of cause and effect, in the order of *nodes*.

    Examples
    --------
    >>> DAG.of([("A", "B"), ("B", "C")]).edges
    (('A', 'B'), ('B', 'C'))
    """

    brief = ("nodes", "edges")

    nodes: tuple[str, ...]
    edges: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        _check_sizes(self.nodes, self.edges)
        _check_names(self.nodes)
        _check_edges(self.edges, self.index)
        if len(self.order) < len(self.nodes):
            cycle = find_cycle(self.parents)
            raise ProblemError(
                f"the graph has a cycle: {_spell(_least_first(cycle), self.nodes)}",
                remedy="remove or turn one of its edges",
            )

    @classmethod
    def of(cls, edges: Iterable[tuple[str, str]], nodes: Iterable[str] = ()) -> DAG:
        """The DAG with these edges; *nodes* come first, others in the order they are met."""
        listed = [_pair(edge) for edge in edges]
        order = dict.fromkeys(nodes)
        for edge in listed:
            order.update(dict.fromkeys(edge))
        index = {name: i for i, name in enumerate(order)}
        unique = sorted(set(listed), key=lambda edge: (index[edge[0]], index[edge[1]]))
        return cls(tuple(order), tuple(unique))

    @classmethod
    def of_children(cls, nodes: tuple[str, ...], children: Sequence[int]) -> DAG:
        """The DAG whose adjacency is given as bit sets of children."""
        return cls(
            nodes,
            tuple((nodes[i], nodes[j]) for i, mask in enumerate(children) for j in bits(mask)),
        )

    @cached_property
    def index(self) -> dict[str, int]:
        """The position of every node."""
        return {name: i for i, name in enumerate(self.nodes)}

    @cached_property
    def children(self) -> tuple[int, ...]:
        """Bit set of children, per node."""
        masks = [0] * len(self.nodes)
        for cause, effect in self.edges:
            masks[self.index[cause]] |= 1 << self.index[effect]
        return tuple(masks)

    @cached_property
    def parents(self) -> tuple[int, ...]:
        """Bit set of parents, per node."""
        masks = [0] * len(self.nodes)
        for cause, effect in self.edges:
            masks[self.index[effect]] |= 1 << self.index[cause]
        return tuple(masks)

    @cached_property
    def _placing(self) -> tuple[list[int], list[int]]:
        return placing(self.parents)

    @property
    def order(self) -> list[int]:
        """The positions of the nodes, parents before children."""
        return self._placing[0]

    @property
    def last_parents(self) -> list[int]:
        """For every node, which of its parents comes last in the order; -1 if it has none."""
        return self._placing[1]

    @cached_property
    def adjacent(self) -> tuple[int, ...]:
        """Bit set of parents and children, per node: the skeleton."""
        return tuple(p | c for p, c in zip(self.parents, self.children, strict=True))

    def mask(self, names: Iterable[str]) -> int:
        """The bit set of these nodes; an unknown name is an error with the closest known one."""
        mask = 0
        for name in names:
            if name not in self.index:
                raise ProblemError(
                    "the graph has no such node", value=name, remedy=did_you_mean(name, self.nodes)
                )
            mask |= 1 << self.index[name]
        return mask

    def names(self, mask: int) -> tuple[str, ...]:
        """The nodes of a bit set, in order."""
        return tuple(self.nodes[i] for i in bits(mask))

    def in_order(self, nodes: Sequence[str]) -> DAG:
        """The same graph with its nodes in another order."""
        return self if self.nodes == tuple(nodes) else DAG.of(self.edges, nodes=nodes)

    @classmethod
    def from_networkx(cls, graph: networkx.DiGraph[Any]) -> DAG:
        """The DAG of a networkx graph; nodes take their ``str()`` as name, attributes are ignored."""
        if not (hasattr(graph, "is_directed") and hasattr(graph, "nodes")):
            raise ProblemError(
                "this is no graph",
                value=type(graph).__name__,
                remedy="give a DAG or a networkx.DiGraph",
            )
        if not graph.is_directed():
            raise ProblemError("the networkx graph is undirected", remedy="give a networkx.DiGraph")
        names: dict[Hashable, str] = {node: str(node) for node in graph.nodes}
        if len(set(names.values())) < len(names):
            raise ProblemError(
                "two nodes of the networkx graph have the same text", remedy="rename one"
            )
        return cls.of([(names[a], names[b]) for a, b in graph.edges()], nodes=names.values())

    def to_networkx(self) -> networkx.DiGraph[str]:
        """The same graph as a ``networkx.DiGraph`` with string nodes."""
        import networkx

        graph: networkx.DiGraph[str] = networkx.DiGraph()
        graph.add_nodes_from(self.nodes)
        graph.add_edges_from(self.edges)
        return graph


def as_dag(graph: DAG | networkx.DiGraph[Any]) -> DAG:
    """A DAG from ours or from a networkx graph."""
    return graph if isinstance(graph, DAG) else DAG.from_networkx(graph)


def _least_first(cycle: tuple[int, ...]) -> tuple[int, ...]:
    start = cycle.index(min(cycle))
    return cycle[start:] + cycle[:start]


def _spell(cycle: Sequence[int], nodes: Sequence[str]) -> str:
    names = [nodes[i] for i in cycle]
    if len(names) > _CYCLE_SHOWN:
        names[_CYCLE_SHOWN - 1 : -1] = [f"({len(names) - _CYCLE_SHOWN} more)"]
    return " -> ".join([*names, names[0]])


def _check_sizes(nodes: Sequence[str], edges: Sequence[tuple[str, str]]) -> None:
    if len(nodes) > MAX_NODES:
        raise LimitError(f"a graph may have at most {MAX_NODES} nodes", value=len(nodes))
    if len(edges) > MAX_EDGES:
        raise LimitError(f"a graph may have at most {MAX_EDGES} edges", value=len(edges))


def _check_names(nodes: Sequence[str]) -> None:
    seen: set[str] = set()
    for name in nodes:
        if not isinstance(name, str) or not name or not name.isprintable():
            raise ProblemError("a node's name is printable text", value=name)
        if len(name) > MAX_NAME:
            raise LimitError(f"a node's name has at most {MAX_NAME} characters", value=name)
        if name in seen:
            raise ProblemError("two nodes have the same name", value=name, remedy="rename one")
        seen.add(name)


def _pair(edge: object) -> tuple[str, str]:
    if isinstance(edge, tuple | list) and len(edge) == 2:
        return edge[0], edge[1]
    raise KindError("an edge is a pair", value=edge, remedy='write ("A", "B")')


def _check_edges(edges: Sequence[tuple[str, str]], index: dict[str, int]) -> None:
    last = (-1, -1)
    for cause, effect in edges:
        for end in (cause, effect):
            if end not in index:
                raise ProblemError(
                    "an edge names an unknown node", value=end, remedy=did_you_mean(end, index)
                )
        if cause == effect:
            raise ProblemError(
                "a node has an edge to itself", value=cause, remedy="remove the self-loop"
            )
        place = (index[cause], index[effect])
        if place <= last:
            raise ProblemError(
                "edges are repeated or out of order",
                value=f"{cause} -> {effect}",
                remedy="build the graph with DAG.of",
            )
        last = place
