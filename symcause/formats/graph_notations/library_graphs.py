"""Library graphs as a notation: objects of networkx, pgmpy and causal-learn.

A directed graph of networkx has an undirected edge where it has both arrows; pgmpy's ``PDAG`` and ``DAG``
are such graphs, with undirected edges and latent variables of their own; a graph of causal-learn (also in
the result of ``pc`` or ``ges``) is its matrix of endpoints and the names of its nodes.

>>> import networkx
>>> read_object(networkx.DiGraph([("A", "B"), ("B", "C"), ("C", "B")])).drawn().undirected
(('B', 'C'),)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from symcause.errors import ProblemError
from symcause.formats.graph_notations.endpoint_matrix import read_codes
from symcause.formats.graph_notations.graph_builder import GraphParts
from symcause.models.graph_forms.marked_graphs import Mark, MarkedEdge

if TYPE_CHECKING:
    from networkx import DiGraph

_REMEDY = "give a symcause.DAG, a networkx.DiGraph, a graph of pgmpy or of causal-learn, or a text"


class _Coded(Protocol):
    """A graph of causal-learn: a matrix of codes."""

    @property
    def graph(self) -> Iterable[Iterable[int]]: ...


def read_object(graph: Any) -> GraphParts:
    """The graph that an object of one of these libraries holds."""
    inner = graph.get("G") if isinstance(graph, Mapping) else getattr(graph, "G", None)
    if inner is not None and hasattr(inner, "get_node_names"):
        graph = inner
    if hasattr(graph, "get_node_names") and hasattr(graph, "graph"):
        names = tuple(str(name) for name in graph.get_node_names())
        coded: _Coded = graph
        cells = tuple(tuple(int(cell) for cell in row) for row in coded.graph)
        return read_codes(names, cells, "causal-learn")
    if not (hasattr(graph, "is_directed") and hasattr(graph, "nodes")):
        raise ProblemError("this is no graph", value=type(graph).__name__, remedy=_REMEDY)
    if not graph.is_directed():
        raise ProblemError("the networkx graph is undirected", remedy="give a networkx.DiGraph")
    return _directed(graph)


def _directed(graph: DiGraph[Any]) -> GraphParts:
    parts = GraphParts(declared=True, paired=True)
    names = {node: str(node) for node in graph.nodes}
    if len(set(names.values())) < len(names):
        raise ProblemError(
            "two nodes of the networkx graph have the same text", remedy="rename one"
        )
    for name in names.values():
        parts.new_node(name, f"node {name}")
    for one, other in getattr(graph, "undirected_edges", ()):
        edge = MarkedEdge(names[one], Mark.TAIL, Mark.TAIL, names[other])
        parts.mark(edge, f"edge {edge}")
    for cause, effect in graph.edges():
        parts.edge(names[cause], names[effect], f"edge {cause} -> {effect}")
    for latent in getattr(graph, "latents", ()) or ():
        if latent in names:
            parts.role("latent", names[latent])
    return parts
