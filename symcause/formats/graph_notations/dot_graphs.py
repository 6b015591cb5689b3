"""DAGs in DOT files of Graphviz: graphs read from a drawing, and written as one.

An edge with ``dir=none`` is undirected, as programs of the field draw the edges of a class of DAGs. Refused
with a message: undirected graphs (``--``), several graphs in a file, names in HTML, and any other ``dir``.

>>> read_dot('digraph g { rankdir=LR; A -> B -> "room 7" [color=red]; C }').edges
(('A', 'B'), ('B', 'room 7'))
"""

from __future__ import annotations

import re

from symcause.errors import ProblemError
from symcause.formats.graph_notations.dot_language import END, drawing
from symcause.formats.graph_notations.graph_builder import GraphParts
from symcause.models.graph_forms.graph_protocol import Graph
from symcause.models.graph_forms.marked_graphs import Mark, MarkedEdge

_OPENING = re.compile(  # possessive throughout: a file of blanks and comments is read once
    r"(?>\s++|//[^\n]*+|/\*.*?\*/|\#[^\n]*+)*+(?:strict\s++)?(?:di)?graph\b",
    re.DOTALL | re.IGNORECASE,
)
_ESCAPING = re.compile(r'(?<!\\)(?:\\\\)*+\\(?:"|\Z)')


def looks_like_dot(text: str) -> bool:
    """True if the text opens a DOT graph: the keyword, and a brace before any arrow."""
    if not _OPENING.match(text):
        return False
    brace, arrow = text.find("{"), text.find("->")
    return brace >= 0 and not 0 <= arrow < brace


def read_dot(text: str) -> GraphParts:
    """The graph that a DOT document describes."""
    found, parts = drawing(text), GraphParts()
    if found.rest.kind != END:
        raise ProblemError(
            "something follows the graph",
            place=found.rest.place,
            value=found.rest.text,
            remedy="give one graph a file",
        )
    for value in found.turned:
        raise ProblemError(
            "an edge with its arrow elsewhere",
            place=value.place,
            value=f"dir={value.text}",
            remedy="turn the edge and remove the attribute; an edge's own dir=none is undirected",
        )
    for name, token in found.nodes.items():
        if token.kind == "html":
            raise token.unexpected("a node's name")
        parts.node(name, token.place)
    for (cause, effect), token in found.arrows.items():
        parts.edge(cause, effect, token.place)
    for (one, other), token in found.plain.items():
        parts.mark(MarkedEdge(one, Mark.TAIL, Mark.TAIL, other), token.place)
    return parts


def write_dot(graph: Graph) -> str:
    """The DOT document of a graph, every name in quotes.

    A backslash stands for itself there, and two for two; only before a quotation mark it is gone.
    """
    for name in graph.nodes:
        if _ESCAPING.search(name):
            raise ProblemError(
                "DOT has no way to write a backslash before a quotation mark or at the end of a name",
                value=name,
                remedy="rename the node or write another format",
            )
    lines = [f"  {_quoted(name)};" for name in graph.nodes]
    lines += [f"  {_quoted(cause)} -> {_quoted(effect)};" for cause, effect in graph.edges]
    return "\n".join(["digraph {", *lines, "}"]) + "\n"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '\\"') + '"'
