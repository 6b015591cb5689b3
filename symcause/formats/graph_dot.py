"""Graphs in the DOT language of Graphviz: the part of it that says which edges there are.

One ``digraph`` with nodes, edges and chains of edges; attributes are read over. What would change the
edges is refused with a message: undirected graphs and edges, subgraphs, ports, HTML names, several graphs
in a file, and an edge attribute ``dir`` other than ``forward``.

>>> read_dot('digraph g { rankdir=LR; A -> B -> "room 7" [color=red]; C }').edges
(('A', 'B'), ('B', 'room 7'))
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symcause.errors import ProblemError
from symcause.formats.graph_parts import GraphParts
from symcause.models.dags import DAG
from symcause.models.graphs import Graph

_TOKEN = re.compile(
    r"""(?P<blank>\s+|//[^\n]*|/\*.*?\*/|(?:(?<=\n)|\A)\#[^\n]*)
    | (?P<arrow>->)
    | (?P<line>--)
    | (?P<quoted>"(?:[^"\\]|\\.)*")
    | (?P<word>[^\W\d]\w*|-?(?:\.\d+|\d+(?:\.\d*)?))
    | (?P<mark>[{}\[\]=;,:+<])
    """,
    re.VERBOSE | re.DOTALL,
)
_OPENING = re.compile(  # possessive throughout: a file of blanks and comments is read once
    r"(?>\s++|//[^\n]*+|/\*.*?\*/|\#[^\n]*+)*+(?:strict\s++)?(?:di)?graph\b",
    re.DOTALL | re.IGNORECASE,
)
_DEFAULTS = ("graph", "node", "edge")
_END = "end"


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    line: int

    @property
    def place(self) -> str:
        return f"line {self.line}"

    def is_word(self, *words: str) -> bool:
        return self.kind == "word" and self.text.lower() in words


def looks_like_dot(text: str) -> bool:
    """True if the text opens a DOT graph: the keyword, and a brace before any arrow."""
    if not _OPENING.match(text):
        return False
    brace, arrow = text.find("{"), text.find("->")
    return brace >= 0 and not 0 <= arrow < brace


def read_dot(text: str) -> DAG:
    """The graph that a DOT document describes."""
    return _Parser(text).graph()


def _tokens(text: str) -> Iterator[_Token]:
    position, line = 0, 1
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise ProblemError(
                "not DOT", place=f"line {line}", value=text[position : position + 20].split("\n")[0]
            )
        kind, token = match.lastgroup or "", match.group()
        if token == "<":
            kind, token = "html", _html(text, position, line)
        if kind != "blank":
            yield _Token(token if kind == "mark" else kind, token, line)
        line += token.count("\n")
        position += len(token)
    yield _Token(_END, "the end of the file", line)


def _html(text: str, start: int, line: int) -> str:
    depth = 0
    for position in range(start, len(text)):
        depth += {"<": 1, ">": -1}.get(text[position], 0)
        if depth == 0:
            return text[start : position + 1]
    raise ProblemError("an HTML text is not closed", place=f"line {line}")


class _Parser:
    """Recursive descent over one ``digraph``, one token ahead."""

    def __init__(self, text: str) -> None:
        self._stream = _tokens(text)
        self._next = next(self._stream)
        self._parts = GraphParts()

    def graph(self) -> DAG:
        if self._next.is_word("strict"):
            self._take()
        opening = self._take()
        if opening.is_word("graph"):
            raise ProblemError(
                "the DOT graph is undirected", place=opening.place, remedy="write digraph and ->"
            )
        if not opening.is_word("digraph"):
            raise self._unexpected(opening, "digraph")
        if self._next.kind in ("word", "quoted", "html"):
            self._take()
        self._expect("{")
        while self._next.kind != "}":
            self._statement()
        self._take()
        if self._next.kind != _END:
            raise ProblemError(
                "something follows the graph",
                place=self._next.place,
                value=self._next.text,
                remedy="give one graph a file",
            )
        return self._parts.dag()

    def _statement(self) -> None:
        token = self._take()
        if token.kind in (";", ","):
            return
        if token.kind == "{" or token.is_word("subgraph"):
            raise ProblemError(
                "subgraphs are not read", place=token.place, remedy="write each edge by itself"
            )
        if token.is_word(*_DEFAULTS):
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

    def _name(self, token: _Token) -> str:
        if token.kind == "{" or token.is_word("subgraph"):
            raise ProblemError(
                "subgraphs are not read", place=token.place, remedy="write each edge by itself"
            )
        if token.kind not in ("word", "quoted") or token.is_word(*_DEFAULTS, "digraph", "strict"):
            raise self._unexpected(token, "a node's name")
        if self._next.kind == ":":
            raise ProblemError(
                "ports are not read", place=token.place, value=token.text, remedy="remove the port"
            )
        if self._next.kind == "line":
            raise ProblemError("an undirected edge", place=self._next.place, remedy="write ->")
        if self._next.kind == "+":
            raise ProblemError("joined texts are not read", place=token.place, remedy="write one")
        return _unquoted(token.text) if token.kind == "quoted" else token.text

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
                if key.text.strip('"') == "dir" and value and value.text.strip('"') != "forward":
                    raise ProblemError(
                        "an edge with its arrow elsewhere",
                        place=value.place,
                        value=f"dir={value.text}",
                        remedy="turn the edge and remove the attribute",
                    )
                if self._next.kind in (",", ";"):
                    self._take()
            self._take()

    def _value(self) -> _Token:
        token = self._take()
        if token.kind not in ("word", "quoted", "html"):
            raise self._unexpected(token, "a name or text")
        while self._next.kind == "+":
            self._take()
            self._take()
        return token

    def _take(self) -> _Token:
        token = self._next
        if token.kind != _END:
            self._next = next(self._stream)
        return token

    def _expect(self, kind: str) -> None:
        token = self._take()
        if token.kind != kind:
            raise self._unexpected(token, repr(kind))

    def _unexpected(self, token: _Token, wanted: str) -> ProblemError:
        return ProblemError(f"{wanted} expected", place=token.place, value=token.text)


def _unquoted(text: str) -> str:
    return text[1:-1].replace("\\\n", "").replace('\\"', '"')


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
