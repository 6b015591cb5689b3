"""The document ``symcause.textgraph/1``: gold graphs of texts in files of our own format.

The structs below are the definition of the format; its JSON Schema is generated from them. Keys that
nobody knows are refused; so are edge ends outside ``nodes`` and repeated nodes. A repeated edge is read
once and reported by an audit. ``metadata`` holds whatever else is known; of the benchmark's columns an
audit compares ``num_nodes``, ``num_edges`` and ``explicitness`` with what it finds.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from symcause.errors import SymcauseError
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.formats.metadata import check_id, plain_metadata
from symcause.formats.structs import Meta, Struct, decode

FORMAT = "symcause.textgraph/1"

Unique = Meta(extra_json_schema={"uniqueItems": True})
Explicitness = Annotated[int, Meta(extra_json_schema={"enum": [1, 2, 3]})]


class EdgeDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """A cause and its effect; the two may be the same node."""

    source: str
    target: str


class TextGraphDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The causal graph of a text."""

    format: Literal["symcause.textgraph/1"]
    id: str
    nodes: Annotated[tuple[str, ...], Unique]  # names, compared character by character
    edges: tuple[EdgeDocument, ...]
    node_explicitness: dict[str, Explicitness] | None = None  # 1 explicit, 2 implicit, 3 absent
    allowed: (
        Annotated[
            tuple[tuple[str, str], ...],
            Meta(description="Pairs of a gold name and an answer name that may be matched."),
        ]
        | None
    ) = None
    text: str | None = None  # what the graph was read from
    metadata: dict[str, Any] | None = None  # anything; kept


def read_textgraph(document: object, file: str | None = None) -> TextGraph:
    """The problem that a decoded JSON document describes."""
    read = decode(document, TextGraphDocument, file=file)
    try:
        return TextGraph.of(
            check_id(read.id),
            read.nodes,
            [(edge.source, edge.target) for edge in read.edges],
            node_explicitness=read.node_explicitness,
            allowed=read.allowed,
            text=read.text,
            metadata=plain_metadata(read.metadata),
        )
    except SymcauseError as error:
        raise error.at(file=file) from None


def write_textgraph(problem: TextGraph) -> dict[str, object]:
    """The document of a problem, keys in the order of the format; repeated edges are written once."""
    document: dict[str, object] = {
        "format": FORMAT,
        "id": problem.id,
        "nodes": list(problem.graph.nodes),
        "edges": [{"source": s, "target": t} for s, t in problem.graph.edges],
    }
    if problem.node_explicitness:
        document["node_explicitness"] = dict(problem.node_explicitness)
    if problem.allowed is not None:
        document["allowed"] = [list(pair) for pair in problem.allowed]
    if problem.text is not None:
        document["text"] = problem.text
    if problem.metadata:
        document["metadata"] = dict(problem.metadata)
    return document
