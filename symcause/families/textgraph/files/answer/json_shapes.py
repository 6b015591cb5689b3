"""JSON shapes of graphs in an answer: the published one and its relatives.

The published one, ``{"relationships": [{"source": …, "sink": …}]}``, and its relatives: other words for
the list and for the ends, pairs, texts with arrows, node-link graphs with labels, adjacency maps. Ends
are texts or integers; a value of any other kind makes the whole no graph.

>>> raw_edges({"edges": [{"from": "a", "to": "b"}]}), raw_edges({"rain": ["flood", "mud"]})
([('a', 'b')], [('rain', 'flood'), ('rain', 'mud')])
>>> raw_edges([["a", "b"], "b -> c"]), raw_edges({"a": None})
([('a', 'b'), ('b', 'c')], None)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeGuard

from symcause.families.textgraph.bounds import SHAPE_DEPTH
from symcause.families.textgraph.files.answer.arrow_lines import arrow_edges

End = str | int
RawEdge = tuple[End, End]

_LISTS = (
    *("relationships", "edges", "links", "relations", "causal_relationships", "causal_edges"),
    *("causal_graph", "graph", "adjacency", "adjacency_list", "answer"),
)
_ENDS = (("source", "sink"), ("source", "target"), ("from", "to"), ("cause", "effect"))
_NODES = ("nodes", "variables", "vertices")
_LABELS = ("label", "name")


def published_edges(value: object) -> list[RawEdge] | None:
    """The edges of the published shape; a bare list is read as its list, ``target`` as ``sink``."""
    items = value.get("relationships") if isinstance(value, Mapping) else value
    if not isinstance(items, list):
        return None
    edges: list[RawEdge] = []
    for item in items:
        edge = _ends(item, _ENDS[:2]) if isinstance(item, Mapping) else None
        if edge is None:
            return None
        edges.append(edge)
    return edges


def valid_format(value: object, names: int | None) -> bool:
    """The benchmark's own test: a list ``relationships`` whose items have ``source`` and ``sink``.

    With this many *names* given, both are integers from 1 to that number; ``true`` is 1.
    """
    items = value.get("relationships") if isinstance(value, Mapping) else None
    if not isinstance(items, list):
        return False
    for item in items:
        if not isinstance(item, Mapping) or not {"source", "sink"} <= item.keys():
            return False
        ends = (item["source"], item["sink"])
        if names is not None and not all(isinstance(e, int) and 1 <= e <= names for e in ends):
            return False
    return True


def raw_edges(value: object, depth: int = 0) -> list[RawEdge] | None:
    """The edges of any shape that is known, None if the value has none."""
    if isinstance(value, list):
        return _edges(value)
    if not isinstance(value, Mapping) or depth > SHAPE_DEPTH:
        return None
    for key in _LISTS:
        if key in value:
            edges = raw_edges(value[key], depth + 1)
            if edges is not None:
                return _relabelled(edges, value)
    return _adjacency(value)


def _edges(items: Sequence[object]) -> list[RawEdge] | None:
    found: list[RawEdge] = []
    for item in items:
        if isinstance(item, Mapping):
            edge = _ends(item, _ENDS)
            edges = None if edge is None else [edge]
        elif isinstance(item, list):
            edges = [(item[0], item[1])] if len(item) == 2 and all(map(is_end, item)) else None
        else:
            edges = list(arrow_edges(item)) if isinstance(item, str) else None
        if not edges:
            return None
        found += edges
    return found


def _ends(item: Mapping[object, object], words: Sequence[tuple[str, str]]) -> RawEdge | None:
    for first, second in words:
        if first in item and second in item:
            source, target = item[first], item[second]
            return (source, target) if is_end(source) and is_end(target) else None
    return None


def _adjacency(value: Mapping[object, object]) -> list[RawEdge] | None:
    """``{"rain": ["flood"]}``: every value is a list of names."""
    edges: list[RawEdge] = []
    for source, targets in value.items():
        if source in _NODES or not isinstance(source, str) or not isinstance(targets, list):
            return None
        for target in targets:
            if not is_end(target):
                return None
            edges.append((source, target))
    return edges if value else None


def _relabelled(edges: list[RawEdge], value: Mapping[object, object]) -> list[RawEdge]:
    """Edges between identifiers whose nodes have labels, by those labels."""
    nodes = next((value[key] for key in _NODES if key in value), None)
    labels: dict[End, End] = {}
    for node in nodes if isinstance(nodes, list) else ():
        if isinstance(node, Mapping) and is_end(node.get("id")):
            label = next((node[key] for key in _LABELS if is_end(node.get(key))), None)
            if label is not None:
                labels[node["id"]] = label
    return [(labels.get(s, s), labels.get(t, t)) for s, t in edges]


def is_end(value: object) -> TypeGuard[End]:
    """Text, or an integer that is no truth value."""
    return isinstance(value, str) or _whole(value)


def _whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
