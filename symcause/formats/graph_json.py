"""Graphs as the node-link JSON of networkx: ``nodes`` with ``id``; ``edges`` or ``links``.

Identifiers are text or integers; an integer takes its digits as name. Other attributes are ignored. An edge
that stands twice (as a multigraph may have it) counts once.

>>> read_node_link({"nodes": [{"id": 1}, {"id": 2}], "links": [{"source": 1, "target": 2}]}).edges
(('1', '2'),)
"""

from __future__ import annotations

import json

from symcause.errors import ProblemError
from symcause.formats.graph_parts import GraphParts
from symcause.models.graphs import Graph

_REMEDY = (
    'write node-link JSON: {"nodes": [{"id": ...}], "edges": [{"source": ..., "target": ...}]}'
)


def read_node_link(document: object) -> GraphParts:
    """The graph that a decoded node-link document describes."""
    if not isinstance(document, dict):
        raise ProblemError("a JSON graph is an object", remedy=_REMEDY)
    if "format" in document:
        raise ProblemError("this is no graph", value=document["format"], remedy=_REMEDY)
    if document.get("directed", True) is not True:
        raise ProblemError(
            "the graph is undirected", place="directed", remedy="give a directed graph"
        )
    parts = GraphParts(declared=True)
    for position, node in enumerate(_list(document, "nodes")):
        parts.new_node(_name(node, "id", f"nodes[{position}]"), f"nodes[{position}].id")
    key = _edges_key(document)
    for position, edge in enumerate(_list(document, key)):
        place = f"{key}[{position}]"
        parts.edge(_name(edge, "source", place), _name(edge, "target", place), place)
    return parts


def _edges_key(document: dict[str, object]) -> str:
    found = [key for key in ("edges", "links") if key in document]
    if len(found) == 2:
        raise ProblemError("both 'edges' and 'links' are given", remedy="keep one of the two")
    return found[0] if found else "edges"


def _list(document: dict[str, object], key: str) -> list[object]:
    value = document.get(key)
    if not isinstance(value, list):
        message = "this list is missing" if key not in document else "this must be a list"
        raise ProblemError(message, place=key, remedy=_REMEDY)
    return value


def _name(value: object, key: str, place: str) -> str:
    if not isinstance(value, dict) or key not in value:
        raise ProblemError(f"the key {key!r} is missing", place=place, remedy=_REMEDY)
    name = value[key]
    if isinstance(name, bool) or not isinstance(name, str | int):
        raise ProblemError(
            "a node is named by text or an integer", place=f"{place}.{key}", value=name
        )
    return str(name)


def node_link(graph: Graph) -> dict[str, object]:
    """The node-link document of a graph."""
    return {
        "directed": True,
        "multigraph": False,
        "graph": {},
        "nodes": [{"id": name} for name in graph.nodes],
        "edges": [{"source": cause, "target": effect} for cause, effect in graph.edges],
    }


def write_node_link(graph: Graph) -> str:
    """The node-link document of a graph, on one line."""
    return json.dumps(node_link(graph), ensure_ascii=False) + "\n"
