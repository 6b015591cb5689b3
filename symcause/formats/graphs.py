"""Graphs in any format, which is detected from the content: read and written.

| starts with | format |
| --- | --- |
| ``{`` or ``[`` | node-link JSON |
| ``<`` | GraphML |
| ``digraph`` / ``graph`` and a brace | DOT |
| ``dag`` / ``pdag`` / ``mag`` / ``pag`` and a brace | DAGitty |
| ``graph [`` | GML |
| ``Graph Nodes:`` or ``/knowledge`` | Tetrad |
| a matrix with codes of causal-learn or pcalg | endpoint codes |
| no arrow anywhere, but a comma | adjacency matrix in CSV |
| anything else | edge list |

>>> parse_graph("digraph { A -> B }") == parse_graph("A -> B") == parse_graph(",A,B\\nA,0,1\\nB,0,0")
True
>>> parse_graph("A -> B\\nB -> A", file="g.txt")
Traceback (most recent call last):
    ...
symcause.errors.ProblemError: g.txt: the graph has a cycle: A -> B -> A; remove or turn one of its edges
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path

from symcause.errors import ProblemError, SymcauseError, UsageError, did_you_mean
from symcause.formats.graph_notations.adjacency_csv import read_matrix, write_matrix
from symcause.formats.graph_notations.dagitty import looks_like_dagitty, read_dagitty
from symcause.formats.graph_notations.dot_graphs import looks_like_dot, read_dot, write_dot
from symcause.formats.graph_notations.edge_list import read_edges, write_edges
from symcause.formats.graph_notations.endpoint_matrix import (
    CODINGS,
    looks_like_endpoints,
    read_endpoints,
)
from symcause.formats.graph_notations.gml import looks_like_gml, read_gml
from symcause.formats.graph_notations.graph_builder import GraphParts
from symcause.formats.graph_notations.graphml import read_graphml, write_graphml
from symcause.formats.graph_notations.node_link import read_node_link, write_node_link
from symcause.formats.graph_notations.sif import read_sif
from symcause.formats.graph_notations.tetrad import looks_like_tetrad, read_tetrad, settled
from symcause.formats.json_text import decode_text, read_json
from symcause.formats.storage.byte_streams import STANDARD_INPUT, read_bytes
from symcause.models.dags import DAG
from symcause.models.graph_forms.graph_protocol import Graph

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*+"')

GRAPH_WRITERS: dict[str, Callable[[Graph], str]] = {
    "edges": write_edges,
    "json": write_node_link,
    "graphml": write_graphml,
    "dot": write_dot,
    "csv": write_matrix,
}
"""Format name -> writer."""


def read_graph(path: str | Path) -> DAG:
    """The DAG in a file; ``-`` is standard input."""
    file = "standard input" if str(path) == STANDARD_INPUT else str(path)
    return parse_graph(decode_text(read_bytes(path), file=file), file=file)


def parse_graph(text: str, *, file: str | None = None) -> DAG:
    """The DAG that a text describes in any of the formats."""
    try:
        return read_parts(text).dag()
    except SymcauseError as error:
        raise error.at(file=file) from None


def read_parts(text: str, *, file: str | None = None, form: str | None = None) -> GraphParts:
    """Nodes and edges as a text lists them, cycles or not.

    *form* is one of :data:`GRAPH_READERS`; without one the content tells, and for SIF the *file*'s name.
    """
    if form is None and file is not None:
        form = _ENDINGS.get(Path(file).suffix.lower())
    return (_reader(text) if form is None else GRAPH_READERS[form])(text)


def _reader(text: str) -> Callable[[str], GraphParts]:
    for looks, reader in NOTATIONS:
        if looks(text):
            return reader
    start = text.lstrip()[:1]
    if not start:
        raise ProblemError("the file is empty", remedy="write edges as A -> B, one per line")
    if start in "{[":
        return _read_json
    if start == "<":
        return read_graphml
    if looks_like_dot(text):
        return read_dot
    return read_matrix if _is_matrix(text) else read_edges


_ARROW = re.compile(r"\s*(?:#.*\n\s*)*[^\s#{}:][^\n{}:]*->")
_MATRIX = re.compile(r"\s*(?:#.*\n\s*)*,[^\n:{}]+\n")


def graph_kind(text: str) -> str | None:
    """The notation of a text that begins like this, if it is a graph.

    >>> graph_kind("digraph { A -> B }"), graph_kind("# mine\\nA -> B"), graph_kind("X1 is the cause.")
    ('DOT', 'list of edges', None)
    """
    if text.lstrip().startswith("<"):
        return "GraphML" if "<graphml" in text else None
    if looks_like_dot(text):
        return "DOT"
    for looks, kind in _KINDS:
        if looks(text):
            return kind
    for kind, pattern in (("list of edges", _ARROW), ("matrix", _MATRIX)):
        if pattern.match(text):
            return kind
    return None


def _is_matrix(text: str) -> bool:
    """A comma at the start, or one somewhere and no arrow, comments and quoted names aside."""
    if text.lstrip().startswith(","):
        return True
    bare = [
        _QUOTED.sub("", line) for line in text.splitlines() if not line.lstrip().startswith("#")
    ]
    return any("," in line for line in bare) and not any("->" in line for line in bare)


def _read_json(text: str) -> GraphParts:
    return read_node_link(read_json(text))


def notation_of(text: str) -> bool:
    """Is a text in one of the notations whose edges may have other marks than an arrow?"""
    return any(looks(text) for looks, _ in NOTATIONS)


def candidates_of(parts: GraphParts) -> dict[str, object]:
    """A graph as knowledge: no edge besides its own, either way where they are undirected; its signs."""
    drawn = parts.drawn()
    for edge in drawn.others:
        raise ProblemError("an edge that no model has", value=str(edge), remedy="direct it")
    ways = (pair for a, b in drawn.undirected for pair in ((a, b), (b, a)))
    signs = {"signs": parts.known["signs"]} if "signs" in parts.known else {}
    return {"candidates": [*parts.edges, *ways], **signs}


def knowledge_of(text: str, file: str, names: tuple[str, ...]) -> object:
    """The statements of a file of background knowledge: our JSON, the knowledge of Tetrad, or SIF."""
    if looks_like_tetrad(text) or file.lower().endswith(".tetrad"):
        known = read_tetrad(text).known
        if not known:
            raise ProblemError("no knowledge in it", remedy="it follows the line /knowledge")
        return settled(known, names)
    if file.lower().endswith(".sif"):
        return candidates_of(read_sif(text))
    return read_json(text)


NOTATIONS: tuple[tuple[Callable[[str], bool], Callable[[str], GraphParts]], ...] = (
    (looks_like_dagitty, read_dagitty),
    (looks_like_gml, read_gml),
    (looks_like_tetrad, read_tetrad),
    (looks_like_endpoints, read_endpoints),
)
"""How to tell a notation, and its reader."""

_KINDS = (
    (looks_like_dagitty, "DAGitty"),
    (looks_like_gml, "GML"),
    (looks_like_tetrad, "Tetrad text"),
    (looks_like_endpoints, "matrix of endpoint codes"),
)

GRAPH_READERS: dict[str, Callable[[str], GraphParts]] = {
    "edges": read_edges,
    "json": _read_json,
    "graphml": read_graphml,
    "dot": read_dot,
    "csv": partial(read_matrix, paired=True),
    "dagitty": read_dagitty,
    "tetrad": read_tetrad,
    "gml": read_gml,
    "sif": read_sif,
    **{coding: partial(read_endpoints, coding=coding) for coding in CODINGS},
}
"""Format name, as ``--format`` takes it -> reader."""

_ENDINGS = {".sif": "sif", ".gml": "gml", ".dagitty": "dagitty", ".tetrad": "tetrad"}
"""Endings of names that tell the format."""


def write_graph(graph: Graph, kind: str) -> str:
    """The graph in one of the formats of :data:`GRAPH_WRITERS`."""
    if kind not in GRAPH_WRITERS:
        raise UsageError(
            "no such graph format", value=kind, remedy=did_you_mean(kind, GRAPH_WRITERS)
        )
    check_names(graph.nodes, kind, GRAPH_WRITERS[kind])
    return GRAPH_WRITERS[kind](graph)


_PLAIN = re.compile(r"[A-Za-z]+_?[0-9]*")


def check_names(nodes: tuple[str, ...], kind: str, write: Callable[[DAG], str]) -> None:
    """Refuse names that would not come back out of a file of this kind.

    Which notation a text is in is told from the text, so that a name can make one notation look like
    another: a chain of the odd names is written and read again, as this kind and as whatever it looks like.
    """
    odd = [name for name in nodes[1:] if not _PLAIN.fullmatch(name)]
    if not nodes or _come_back([nodes[0], *odd], kind, write):
        return
    alone = (name for name in (nodes[0], *odd) if not _come_back([name], kind, write))
    raise ProblemError(
        f"names that a file of the kind {kind!r} cannot hold",
        value=next(alone, None),
        remedy="rename the node or write another format",
    )


def _come_back(names: list[str], kind: str, write: Callable[[DAG], str]) -> bool:
    chain = DAG.of(list(pairwise(names)), nodes=names)
    text = write(chain)
    try:
        read = [read_parts(text, form=form) for form in ({kind} if kind == "sif" else {kind, None})]
    except SymcauseError:
        return False
    return all(parts.bare and parts.dag() == chain for parts in read)
