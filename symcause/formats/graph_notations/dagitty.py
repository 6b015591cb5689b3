"""Graphs in the notation of DAGitty: dag, pdag, mag and pag.

Edges are ``->``, ``<-``, ``--``, ``<->`` and, with a circle, ``@->``, ``@-@``, ``@--``; groups in braces
stand for all their nodes. A node may be an exposure, an outcome, latent, adjusted or selected; positions,
labels and coefficients are read over. ``pdag`` states a class: every DAG that agrees with the drawing.

>>> text = 'pdag { x [exposure,pos="0,1"] y [outcome] x -> m -- y u [latent] u <-> y }'
>>> read = read_dagitty(text).drawn()
>>> [str(edge) for edge in read.edges], read.having("latent"), read.partly
(['x --> m', 'm --- y', 'u <-> y'], ('u',), True)
>>> print(write_dagitty(read), end="")
pdag {
x [exposure]
y [outcome]
m
u [latent]
x -> m
m -- y
u <-> y
}
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from symcause.bounds.formats_bounds import DAGITTY_DEPTH
from symcause.errors import LimitError, ProblemError
from symcause.formats.graph_notations.graph_builder import GraphParts
from symcause.models.dags import MAX_EDGES
from symcause.models.graph_forms.marked_graphs import ROLES, Mark, MarkedEdge, MarkedGraph

KINDS = ("dag", "pdag", "mag", "pag")

_OPENING = re.compile(
    r"(?>\s++|//[^\n]*+|/\*.*?\*/|\#[^\n]*+)*+(?:dag|pdag|mag|pag)\b", re.S | re.I
)
_TOKEN = re.compile(
    r"""(?P<blank>\s+|//[^\n]*|/\*.*?\*/|\#[^\n]*)
    | (?P<number>(?<==)-?\.?\d[\d.]*(?:[eE][-+]?\d+)?\w*)
    | (?P<edge>[<@]?--?[>@]?)
    | (?P<name>"(?:[^"\\]|\\.)*+"|[^\W\d]\w*(?:\.\w+)*|\d[\w.]*)
    | (?P<mark>[{}\[\]=;,])
    """,
    re.VERBOSE | re.DOTALL,
)
_ENDS = {"<": Mark.ARROW, ">": Mark.ARROW, "@": Mark.CIRCLE, "-": Mark.TAIL}
_ROLES = {
    **dict.fromkeys(("exposure", "e", "source"), "exposure"),
    **dict.fromkeys(("outcome", "o", "target"), "outcome"),
    **dict.fromkeys(("latent", "l", "u", "unobserved"), "latent"),
    **dict.fromkeys(("adjusted", "a", "adjustednode"), "adjusted"),
    **dict.fromkeys(("selected", "s", "selectednode"), "selected"),
}
_BARE = re.compile(r"[^\W\d]\w*")
Token = tuple[str, str, str]
"""Kind, text, place."""


def looks_like_dagitty(text: str) -> bool:
    """True if the text opens a DAGitty graph: its kind, and a brace before any arrow."""
    match = _OPENING.match(text)
    if not match:
        return False
    rest = text[match.end() :]
    brace, arrow = rest.find("{"), rest.find("-")
    return brace >= 0 and not 0 <= arrow < brace


def read_dagitty(text: str) -> GraphParts:
    """The graph that a DAGitty text describes."""
    return _Parser(text).graph()


class _Parser:
    """One graph, one word ahead."""

    def __init__(self, text: str) -> None:
        self._stream = _words(text)
        self._next = next(self._stream)
        self._parts = GraphParts()
        self._edges = 0

    def graph(self) -> GraphParts:
        kind = self._take()
        if kind[1].lower() not in KINDS:
            raise _unexpected(kind, "dag, pdag, mag or pag")
        self._parts.partly = kind[1].lower() == "pdag"
        if self._next[0] == "name":
            self._take()
        self._block(0)
        if self._next[0] != "end":
            raise ProblemError(
                "something follows the graph",
                place=self._next[2],
                value=self._next[1],
                remedy="give one graph a file",
            )
        return self._parts

    def _block(self, depth: int) -> list[str]:
        """``{ … }``: the nodes that it mentions."""
        if depth > DAGITTY_DEPTH:
            raise LimitError("groups nested too deep", place=self._next[2])
        self._expect("{")
        mentioned: dict[str, None] = {}
        while self._next[0] != "}":
            if self._next[0] in (";", ","):
                self._take()
            else:
                mentioned.update(dict.fromkeys(self._statement(depth)))
        self._take()
        return list(mentioned)

    def _statement(self, depth: int) -> list[str]:
        first = self._next
        if first[0] == "name" and first[1] in ("bb", "graph", "node", "edge"):
            self._take()
            if self._next[0] in ("=", "["):  # a setting of the drawing
                self._setting()
                return []
            groups = [[self._named(first)]]
        else:
            groups = [self._group(depth)]
        kinds: list[Token] = []
        while self._next[0] == "edge":
            kinds.append(self._take())
            groups.append(self._group(depth))
        words = self._attributes()
        if not kinds:
            for role in (_ROLES.get(word) for word in words):
                for name in groups[0] if role else ():
                    self._parts.role(str(role), name)
        for kind, (before, after) in zip(kinds, pairwise(groups), strict=True):
            self._join(before, kind, after)
        return [name for group in groups for name in group]

    def _join(self, before: list[str], kind: Token, after: list[str]) -> None:
        drawn = kind[1]
        at_one, at_other = _ENDS[drawn[0]], _ENDS[drawn[-1]]
        if drawn == "-":
            raise ProblemError("not an edge", place=kind[2], value="-", remedy="write -- or ->")
        self._edges += len(before) * len(after)
        if self._edges > MAX_EDGES:
            raise LimitError(f"a graph may have at most {MAX_EDGES} edges", place=kind[2])
        for one in before:
            for other in after:
                self._parts.mark(MarkedEdge(one, at_one, at_other, other), kind[2])

    def _group(self, depth: int) -> list[str]:
        if self._next[0] == "{":
            return self._block(depth + 1)
        return [self._named(self._take())]

    def _named(self, token: Token) -> str:
        if token[0] != "name":
            raise _unexpected(token, "a node's name")
        name = _unquoted(token[1])
        self._parts.node(name, token[2])
        return name

    def _setting(self) -> None:
        if self._next[0] == "[":
            self._attributes()
        else:
            self._take()
            self._take()

    def _attributes(self) -> list[str]:
        """The words of ``[exposure, pos="0,1"]`` that stand without a value."""
        attributes: list[str] = []
        while self._next[0] == "[":
            self._take()
            while self._next[0] != "]":
                key = self._take()
                if key[0] != "name":
                    raise _unexpected(key, "an attribute")
                if self._next[0] == "=":
                    self._take()
                    self._value()
                else:
                    attributes.append(key[1].lower())
                if self._next[0] in (",", ";"):
                    self._take()
            self._take()
        return attributes

    def _value(self) -> None:
        token = self._take()
        if token[0] == "edge" and token[1] == "-":  # a negative number
            token = self._take()
        if token[0] != "name":
            raise _unexpected(token, "a value")

    def _take(self) -> Token:
        token = self._next
        if token[0] == "end":
            raise _unexpected(token, "more")
        if token[0] == "other":
            raise ProblemError("not DAGitty's language", place=token[2], value=token[1])
        self._next = next(self._stream)
        return token

    def _expect(self, kind: str) -> None:
        token = self._take()
        if token[0] != kind:
            raise _unexpected(token, repr(kind))


def _unexpected(token: Token, wanted: str) -> ProblemError:
    return ProblemError(f"{wanted} expected", place=token[2], value=token[1])


def _words(text: str) -> Iterator[Token]:
    position, line = 0, 1
    while position < len(text):
        match = _TOKEN.match(text, position)
        kind, token = (match.lastgroup or "", match.group()) if match else ("other", text[position])
        kind = "name" if kind == "number" else kind  # the value of an attribute
        if kind != "blank":
            yield token if kind == "mark" else kind, token, f"line {line}"
        line += token.count("\n")
        position += len(token)
    while True:
        yield "end", "the end of the text", f"line {line}"


def _unquoted(token: str) -> str:
    return token[1:-1].replace('\\"', '"') if token.startswith('"') else token


def write_dagitty(graph: MarkedGraph) -> str:
    """The DAGitty text of a graph; names that are no plain words are quoted."""
    for name in graph.nodes:
        if "\\" in name:
            raise ProblemError(
                "DAGitty has no way to write a backslash in a name",
                value=name,
                remedy="rename the node or write another format",
            )
    lines = []
    for name in graph.nodes:
        roles = [role for role in ROLES if (role, name) in graph.roles]
        lines.append(_quoted(name) + (f" [{','.join(roles)}]" if roles else ""))
    lines += [f"{_quoted(e.one)} {_spelled(e)} {_quoted(e.other)}" for e in graph.edges]
    return "\n".join([_kind(graph) + " {", *lines, "}"]) + "\n"


def _kind(graph: MarkedGraph) -> str:
    if any(Mark.CIRCLE in edge.marks for edge in graph.edges):
        return "pag"
    return "pdag" if graph.partly or graph.undirected else "dag"


def _spelled(edge: MarkedEdge) -> str:
    if edge.is_undirected:
        return "--"
    if edge.is_directed:
        return "->" if edge.at_other is Mark.ARROW else "<-"
    return edge.arrow.replace("o", "@")


def _quoted(name: str) -> str:
    words = (*KINDS, "bb", "graph", "node", "edge")
    if _BARE.fullmatch(name) and name.isascii() and name.lower() not in words:
        return name
    return '"' + name.replace('"', '\\"') + '"'
