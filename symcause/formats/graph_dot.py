"""Graphs in the DOT language of Graphviz: the part of it that says which edges there are.

One ``digraph`` with nodes, edges and chains of edges; attributes are read over. What would change the
edges is refused with a message: undirected graphs and edges, subgraphs, ports, HTML names, several graphs
in a file, and an edge attribute ``dir`` other than ``forward``.

>>> read_dot('digraph g { rankdir=LR; A -> B -> "room 7" [color=red]; C }').edges
(('A', 'B'), ('B', 'room 7'))
"""

from __future__ import annotations

import re

from symcause.errors import ProblemError
from symcause.formats.dot_tokens import DEFAULTS, END, NAMES, OTHER, Token, tokens
from symcause.formats.graph_parts import GraphParts
from symcause.models.graphs import Graph

_OPENING = re.compile(  # possessive throughout: a file of blanks and comments is read once
    r"(?>\s++|//[^\n]*+|/\*.*?\*/|\#[^\n]*+)*+(?:strict\s++)?(?:di)?graph\b",
    re.DOTALL | re.IGNORECASE,
)


def looks_like_dot(text: str) -> bool:
    """True if the text opens a DOT graph: the keyword, and a brace before any arrow."""
    if not _OPENING.match(text):
        return False
    brace, arrow = text.find("{"), text.find("->")
    return brace >= 0 and not 0 <= arrow < brace


def read_dot(text: str) -> GraphParts:
    """The graph that a DOT document describes."""
    return _Parser(text).graph()


class _Parser:
    """Recursive descent over one ``digraph``, one token ahead."""

    def __init__(self, text: str) -> None:
        self._stream = tokens(text)
        self._next = next(self._stream)
        self._parts = GraphParts()

    def graph(self) -> GraphParts:
        if self._next.is_word("strict"):
            self._take()
        opening = self._take()
        if opening.is_word("graph"):
            raise ProblemError(
                "the DOT graph is undirected", place=opening.place, remedy="write digraph and ->"
            )
        if not opening.is_word("digraph"):
            raise opening.unexpected("digraph")
        if self._next.kind in NAMES:
            self._take()
        self._expect("{")
        while self._next.kind != "}":
            self._statement()
        self._take()
        if self._next.kind != END:
            raise ProblemError(
                "something follows the graph",
                place=self._next.place,
                value=self._next.text,
                remedy="give one graph a file",
            )
        return self._parts

    def _statement(self) -> None:
        token = self._take()
        if token.kind in (";", ","):
            return
        if token.kind == "{" or token.is_word("subgraph"):
            raise ProblemError(
                "subgraphs are not read", place=token.place, remedy="write each edge by itself"
            )
        if token.is_word(*DEFAULTS):
            self._attributes()
            return
        name = self._name(token)
        if self._next.kind == "=":  # an attribute of the graph
            self._take()
            self._value()
            return
        names = [name]
        while self._next.kind == "arrow":
            self._take()
            names.append(self._name(self._take()))
        self._parts.chain(names, token.place)
        self._attributes()

    def _name(self, token: Token) -> str:
        if token.kind == "{" or token.is_word("subgraph"):
            raise ProblemError(
                "subgraphs are not read", place=token.place, remedy="write each edge by itself"
            )
        if token.kind not in ("word", "quoted") or token.is_word(*DEFAULTS, "digraph", "strict"):
            raise token.unexpected("a node's name")
        if self._next.kind == ":":
            raise ProblemError(
                "ports are not read", place=token.place, value=token.text, remedy="remove the port"
            )
        if self._next.kind == "line":
            raise ProblemError("an undirected edge", place=self._next.place, remedy="write ->")
        if self._next.kind == "+":
            raise ProblemError("joined texts are not read", place=token.place, remedy="write one")
        return token.value

    def _attributes(self) -> None:
        """``[a=b, c]`` any number of times; only ``dir`` could change the meaning of an edge."""
        while self._next.kind == "[":
            self._take()
            while self._next.kind != "]":
                key = self._value()
                value = None
                if self._next.kind == "=":
                    self._take()
                    value = self._value()
                if key.value == "dir" and value and value.value != "forward":
                    raise ProblemError(
                        "an edge with its arrow elsewhere",
                        place=value.place,
                        value=f"dir={value.text}",
                        remedy="turn the edge and remove the attribute",
                    )
                if self._next.kind in (",", ";"):
                    self._take()
            self._take()

    def _value(self) -> Token:
        token = self._take()
        if token.kind not in NAMES:
            raise token.unexpected("a name or text")
        while self._next.kind == "+":
            self._take()
            self._take()
        return token

    def _take(self) -> Token:
        token = self._next
        if token.kind == OTHER:
            raise ProblemError("not DOT", place=token.place, value=token.text)
        self._next = next(self._stream)
        return token

    def _expect(self, kind: str) -> None:
        token = self._take()
        if token.kind != kind:
            raise token.unexpected(repr(kind))


def write_dot(graph: Graph) -> str:
    """The DOT document of a graph, every name in quotes."""
    for name in graph.nodes:
        if "\\" in name:
            raise ProblemError(
                "DOT has no way to write a backslash in a name",
                value=name,
                remedy="rename the node or write another format",
            )
    lines = [f"  {_quoted(name)};" for name in graph.nodes]
    lines += [f"  {_quoted(cause)} -> {_quoted(effect)};" for cause, effect in graph.edges]
    return "\n".join(["digraph {", *lines, "}"]) + "\n"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '\\"') + '"'
