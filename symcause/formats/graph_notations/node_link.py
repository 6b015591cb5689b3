"""Graphs in the node-link JSON of networkx.

Identifiers are text or integers; an integer takes its digits as name. Other attributes are ignored. An edge
that stands twice (as a multigraph may have it) counts once.

>>> read_node_link({"nodes": [{"id": 1}, {"id": 2}], "links": [{"source": 1, "target": 2}]}).edges
(('1', '2'),)
"""

from __future__ import annotations

import json

from symcause.errors import ProblemError
from symcause.formats.graph_notations.graph_builder import GraphParts
from symcause.models.dags import DAG
from symcause.models.graph_forms.graph_protocol import Graph
from symcause.models.graph_forms.marked_graphs import ROLES, MarkedEdge, MarkedGraph

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
    parts = GraphParts(declared=True, paired=True)
    for position, node in enumerate(_list(document, "nodes")):
        parts.new_node(_name(node, "id", f"nodes[{position}]"), f"nodes[{position}].id")
    key = _edges_key(document)
    for position, edge in enumerate(_list(document, key)):
        place = f"{key}[{position}]"
        _edge(parts, edge, place)
    stated = document.get("graph")
    if isinstance(stated, dict):
        _stated(parts, stated)
    return parts


def _edge(parts: GraphParts, edge: object, place: str) -> None:
    """An arrow from source to target, unless it says ``"edge": "o->"`` or ``"directed": false``."""
    ends = _name(edge, "source", place), _name(edge, "target", place)
    assert isinstance(edge, dict)
    drawn = edge.get("edge", "---" if edge.get("directed") is False else "-->")
    if drawn == "-->":
        parts.edge(*ends, place)
        return
    try:
        parts.mark(MarkedEdge.read(ends[0], str(drawn), ends[1]), place)
    except (KeyError, IndexError):
        raise ProblemError(
            "an unknown kind of edge",
            place=f"{place}.edge",
            value=drawn,
            remedy="one of --> --- <-> o-> o-o",
        ) from None


def _stated(parts: GraphParts, stated: dict[str, object]) -> None:
    """What we write beside a graph: roles of nodes, knowledge, that it stands for a class."""
    roles, known = stated.get("roles"), stated.get("knowledge")
    for role, names in roles.items() if isinstance(roles, dict) else ():
        for name in names if isinstance(names, list) and role in ROLES else ():
            if name in parts.nodes:
                parts.role(role, name)
    if isinstance(known, dict):
        parts.known = known
    parts.partly = stated.get("partly") is True


def _edges_key(document: dict[str, object]) -> str:
    keys = [key for key in ("edges", "links") if key in document]
    if len(keys) == 2:
        raise ProblemError("both 'edges' and 'links' are given", remedy="keep one of the two")
    return keys[0] if keys else "edges"


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


def marked_link(graph: MarkedGraph, known: dict[str, object] | None) -> dict[str, object]:
    """The node-link document of a graph whose edges have marks, with what is said beside it."""
    roles = {role: list(graph.having(role)) for role in ROLES if graph.having(role)}
    stated = {"roles": roles, "knowledge": known, "partly": graph.partly}
    edges = []
    for edge in graph.edges:
        drawn = {} if edge.arrow == "-->" else {"edge": edge.arrow}
        edges.append({"source": edge.one, "target": edge.other, **drawn})
    link = node_link(DAG(graph.nodes))
    return {**link, "graph": {key: told for key, told in stated.items() if told}, "edges": edges}


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
