"""Essential graphs: one partly directed graph for a whole equivalence class.

Two DAGs are *Markov equivalent* iff they have the same skeleton and the same colliders ``a -> b <- c``
with a and c not adjacent (Verma and Pearl 1990). For a family of intervention targets (each a set of
variables; the observational regime is always part of the family) they are *interventionally* equivalent
iff, in addition, every edge with exactly one end in some target set points the same way (Hauser and
Bühlmann 2012). The essential graph of a class directs the edges that all members share and leaves the
others undirected: colliders and cut edges as in the DAG, then everything that the orientation rules
imply.

Its undirected components are chordal, share their parents, and can be oriented independently of each
other, each in any way that is acyclic and makes no induced collider: that is why classes can be counted.

>>> from symcause.models.dags import DAG
>>> chain = DAG.of([("A", "B"), ("B", "C")])
>>> essential_graph(chain).undirected
(('A', 'B'), ('B', 'C'))
>>> essential_graph(chain, [("A",)]).directed
(('A', 'B'), ('B', 'C'))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias, Union

from symcause.equivalence.chains import chains_of
from symcause.equivalence.orientation_rules import components
from symcause.equivalence.target_sets import Targets
from symcause.errors import ProblemError, UsageError
from symcause.models.bit_sets import bits, lowest
from symcause.models.cycles import find_cycle
from symcause.models.dags import DAG, as_dag
from symcause.solvers.chordal_graphs import is_chordal

if TYPE_CHECKING:
    import networkx


@dataclass(frozen=True)
class EssentialGraph:
    """A partly directed graph as bit sets: ``parents`` (directed) and ``neighbours`` (undirected)."""

    nodes: tuple[str, ...]
    parents: tuple[int, ...]
    neighbours: tuple[int, ...]

    @cached_property
    def components(self) -> tuple[int, ...]:
        """The undirected components with at least one edge, as bit sets, by least node."""
        joined = sum(1 << i for i, mask in enumerate(self.neighbours) if mask)
        return tuple(components(self.neighbours, joined))

    @property
    def directed(self) -> tuple[tuple[str, str], ...]:
        """The directed edges, as (cause, effect)."""
        pairs = [(a, b) for b, mask in enumerate(self.parents) for a in bits(mask)]
        return tuple((self.nodes[a], self.nodes[b]) for a, b in sorted(pairs))

    @property
    def undirected(self) -> tuple[tuple[str, str], ...]:
        """The undirected edges, each once, the earlier node first."""
        return tuple(
            (self.nodes[i], self.nodes[j])
            for i, mask in enumerate(self.neighbours)
            for j in bits(mask >> i << i)
        )

    def oriented(self, rank: Sequence[int]) -> DAG:
        """The DAG in which every undirected edge points to the end of higher *rank*."""
        children = [0] * len(self.nodes)
        for b, mask in enumerate(self.parents):
            for a in bits(mask):
                children[a] |= 1 << b
        for i, mask in enumerate(self.neighbours):
            children[i] |= sum(1 << j for j in bits(mask) if rank[j] > rank[i])
        return DAG.of_children(self.nodes, children)

    def to_networkx(self) -> networkx.DiGraph[str]:
        """The same graph in networkx; an undirected edge stands both ways, with ``directed=False``."""
        import networkx

        graph: networkx.DiGraph[str] = networkx.DiGraph()
        graph.add_nodes_from(self.nodes)
        graph.add_edges_from(self.directed, directed=True)
        for one, other in self.undirected:
            graph.add_edges_from(((one, other), (other, one)), directed=False)
        return graph

    def check(self) -> EssentialGraph:
        """This graph, if it is the essential graph of some class; an error otherwise.

        It is iff it is a chain graph whose components are chordal and whose nodes have the same
        parents throughout a component (take the components as target sets: they cut exactly the
        directed edges). Counting programs return nonsense for anything else.
        """
        size = len(self.nodes)
        if len(self.parents) != size or len(self.neighbours) != size:
            raise ProblemError("an essential graph needs both adjacencies for every node")
        if any(mask >> size for mask in (*self.parents, *self.neighbours)):
            raise ProblemError("an adjacency names a node that the graph does not have")
        for i, mask in enumerate(self.neighbours):
            if mask >> i & 1 or any(not self.neighbours[j] >> i & 1 for j in bits(mask)):
                raise _no_class("undirected edges must be symmetric", self.nodes[i])
        home = list(range(size))
        for component in self.components:
            first = lowest(component)
            for i in bits(component):
                home[i] = first
                if self.parents[i] & component:
                    raise _no_class("a directed edge lies inside a component", self.nodes[i])
                if self.parents[i] != self.parents[first]:
                    raise _no_class("the parents differ within a component", self.nodes[i])
            if not is_chordal(self.neighbours, component):
                raise _no_class("an undirected component is not chordal", self.nodes[first])
        quotient = [0] * size
        for b, mask in enumerate(self.parents):
            for a in bits(mask):
                quotient[home[a]] |= 1 << home[b]
        if any(mask >> i & 1 for i, mask in enumerate(quotient)) or find_cycle(quotient):
            raise _no_class("directed and undirected edges form a cycle", None)
        return self


Graph: TypeAlias = Union[DAG, EssentialGraph, "networkx.DiGraph[Any]"]
"""What the functions of this package take: our DAG, a networkx one, or a class found before."""


def essential_graph(graph: Graph, targets: Targets = ()) -> EssentialGraph:
    """The essential graph of the (interventional) class of a DAG.

    An :class:`EssentialGraph` is checked and given back; it already has its targets built in.
    """
    if isinstance(graph, EssentialGraph):
        if tuple(targets):
            raise UsageError(
                "targets cannot be added to an essential graph", remedy="give the DAG itself"
            )
        return graph.check()
    dag = as_dag(graph)
    chains = chains_of(dag, targets)
    return EssentialGraph(dag.nodes, tuple(chains.directed), tuple(chains.neighbours()))


def _no_class(reason: str, node: str | None) -> ProblemError:
    return ProblemError(
        f"this graph stands for no equivalence class: {reason}",
        value=node,
        remedy="build it with essential_graph",
    )
