"""Graphs in GML, the Graph Modelling Language, read and written by networkx.

Nodes are named by their labels, or by their ids where there is none. Two opposite arrows are an undirected
edge. Other attributes are read over.

>>> nodes = 'node [ id 0 label "A" ] node [ id 1 label "B" ]'
>>> read_gml(f'graph [ directed 1 {nodes} edge [ source 0 target 1 ] ]').edges
(('A', 'B'),)
"""

from __future__ import annotations

import re

from symcause.bounds.formats_bounds import GML_DEPTH
from symcause.errors import LimitError, ProblemError
from symcause.formats.graph_notations.graph_builder import GraphParts
from symcause.models.graph_forms.marked_graphs import MarkedGraph

_OPENING = re.compile(r"\s*(?:(?:#|Creator|Version)[^\n]*\n\s*)*graph\s*\[")
_WORD = re.compile(r'"[^"]*"|[\[\]]')
_DIGITS = re.compile(r"[0-9]{301}[0-9]*")


def looks_like_gml(text: str) -> bool:
    """True if the text opens a GML graph."""
    return _OPENING.match(text) is not None


def read_gml(text: str) -> GraphParts:
    """The graph that a GML text describes."""
    import networkx

    _check_depth(text)
    _check_digits(text)
    named = re.search(r"\blabel\b", text) is not None
    try:
        graph = networkx.parse_gml(text, label="label" if named else "id")
    except (networkx.NetworkXError, ValueError, RecursionError, TypeError, KeyError) as error:
        said = " ".join(str(error).split())[:200]
        raise ProblemError(f"not GML: {said}", remedy="write it as networkx does") from None
    if not graph.is_directed():
        raise ProblemError("the GML graph is undirected", remedy="write: directed 1")
    parts = GraphParts(declared=True, paired=True)
    for node in graph.nodes:
        parts.new_node(str(node), f"node {node}")
    for cause, effect in graph.edges():
        parts.edge(str(cause), str(effect), f"edge {cause} -> {effect}")
    return parts


def _check_depth(text: str) -> None:
    """The reader calls itself for every bracket."""
    depth = 0
    for match in _WORD.finditer(text):
        depth += {"[": 1, "]": -1}.get(match.group(), 0)
        if depth > GML_DEPTH:
            line = text.count("\n", 0, match.start()) + 1
            raise ProblemError("lists nested too deep", place=f"line {line}")


def _check_digits(text: str) -> None:
    """Numbers become integers, in character references as well; a name may be long for other reasons."""
    for match in _DIGITS.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        raise LimitError(
            f"a number of {len(match.group())} digits",
            place=f"line {line}",
            remedy="at most 300 are read",
        )


def write_gml(graph: MarkedGraph) -> str:
    """The graph as networkx writes it; an undirected edge stands both ways."""
    from networkx import DiGraph, generate_gml

    for edge in graph.others:
        raise ProblemError(
            "GML has no such edge", value=str(edge), remedy="write dagitty or tetrad"
        )
    made: DiGraph[str] = DiGraph()
    made.add_nodes_from(graph.nodes)
    made.add_edges_from(graph.directed)
    made.add_edges_from(pair for a, b in graph.undirected for pair in ((a, b), (b, a)))
    return "\n".join(generate_gml(made)) + "\n"
