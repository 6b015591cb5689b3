"""Graphs in DOT as models and people write them: subgraphs, groups, ports and labels included.

The grammar of Graphviz, by recursive descent. ``a -> {b c}`` is two edges; attributes are read over but
for ``label`` of nodes and ``dir`` of edges; ports are dropped. Models often name nodes by letters and
say what they are in a label: a node is called by its label, unless its id is itself a known name.

>>> read_dot('digraph { A [label="rain"]; A -> {flood; damage} }').edges
(('rain', 'flood'), ('rain', 'damage'))
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise

from symcause.errors import LimitError, ProblemError
from symcause.families.textgraph.models.digraph import Digraph, Edge

MAX_DEPTH = 50
"""Deepest nesting of subgraphs."""

MAX_EDGES = 200_000
"""Most edges of one graph; groups multiply."""

OPENING = re.compile(r"(?:\bstrict\s+)?\bdigraph\b[^{}\n]{0,300}\{", re.IGNORECASE)
"""Where a graph may begin in a longer text."""

_TOKEN = re.compile(
    r"""(?P<blank>\s+|//[^\n]*|/\*.*?\*/|(?:(?<=\n)|\A)\#[^\n]*)
    | (?P<arrow>->)
    | (?P<line>--)
    | (?P<quoted>"(?:[^"\\]|\\.)*+")
    | (?P<word>[^\W\d]\w*|-?(?:\.\d+|\d+(?:\.\d*)?))
    | (?P<mark>[{}\[\]=;,:+])
    """,
    re.VERBOSE | re.DOTALL,
)
_NAMES = ("word", "quoted", "html")
_DEFAULTS = ("graph", "node", "edge")
_TURNED = {"back": (False, True), "both": (True, True), "none": (False, False)}


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    line: int


def read_dot(text: str, known: Collection[str] = ()) -> Digraph:
    """The graph at the beginning of a text; what follows its closing brace is left alone."""
    return _Parser(text, known).graph()


def _tokens(text: str) -> Iterator[_Token]:
    position, line = 0, 1
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None and text[position] == "<":
            kind, token = "html", _html(text, position, line)
        elif match is None:  # whoever meets it complains; behind the graph nobody does
            kind, token = "other", text[position]
        else:
            kind, token = match.lastgroup or "", match.group()
        if kind != "blank":
            yield _Token(token if kind == "mark" else kind, token, line)
        line += token.count("\n")
        position += len(token)
    while True:
        yield _Token("end", "the end of the text", line)


def _html(text: str, start: int, line: int) -> str:
    depth = 0
    for position in range(start, len(text)):
        depth += {"<": 1, ">": -1}.get(text[position], 0)
        if depth == 0:
            return text[start : position + 1]
    raise ProblemError("an HTML text is not closed", place=f"line {line}")


class _Parser:
    """One ``digraph``, one token ahead."""

    def __init__(self, text: str, known: Collection[str]) -> None:
        self._stream = _tokens(text)
        self._next = next(self._stream)
        self._known = known
        self._nodes: dict[str, None] = {}
        self._edges: dict[Edge, None] = {}
        self._labels: dict[str, str] = {}

    def graph(self) -> Digraph:
        self._word("strict")
        if not self._word("digraph"):
            raise self._unexpected(self._next, "digraph")
        if self._next.kind in _NAMES:
            self._take()
        self._block(0)
        called = {node: self._called(node) for node in self._nodes}
        edges = [(called[source], called[target]) for source, target in self._edges]
        return Digraph.of(edges, called.values())

    def _called(self, node: str) -> str:
        return node if node in self._known else self._labels.get(node, node)

    def _block(self, depth: int) -> list[str]:
        """``{ … }``: the nodes that it mentions."""
        if depth > MAX_DEPTH:
            raise LimitError("subgraphs nested too deep", place=f"line {self._next.line}")
        self._expect("{")
        mentioned: dict[str, None] = {}
        while self._next.kind != "}":
            if self._next.kind in (";", ","):
                self._take()
            else:
                mentioned.update(dict.fromkeys(self._statement(depth)))
        self._take()
        return list(mentioned)

    def _statement(self, depth: int) -> list[str]:
        for word in _DEFAULTS:
            if self._word(word):
                self._attributes()
                return []
        groups = [self._group(depth)]
        if self._next.kind == "=" and len(groups[0]) == 1:  # an attribute of the graph
            self._take()
            self._value()
            self._nodes.pop(groups[0][0], None)
            return []
        while self._next.kind in ("arrow", "line"):
            if self._take().kind == "line":
                raise ProblemError("an undirected edge", place=f"line {self._next.line}")
            groups.append(self._group(depth))
        attributes = self._attributes()
        if len(groups) == 1 and "label" in attributes:
            self._labels.update(dict.fromkeys(groups[0], attributes["label"]))
        forward, backward = _TURNED.get(attributes.get("dir", ""), (True, False))
        for before, after in pairwise(groups):
            for source in before:
                for target in after:
                    self._edge(source, target, forward, backward)
        return [node for group in groups for node in group]

    def _edge(self, source: str, target: str, forward: bool, backward: bool) -> None:
        if forward:
            self._edges[source, target] = None
        if backward:
            self._edges[target, source] = None
        if len(self._edges) > MAX_EDGES:
            raise LimitError(f"more than {MAX_EDGES} edges", place=f"line {self._next.line}")

    def _group(self, depth: int) -> list[str]:
        """A node, or the nodes of a subgraph."""
        if self._word("subgraph"):
            if self._next.kind in _NAMES:
                self._take()
            return self._block(depth + 1)
        if self._next.kind == "{":
            return self._block(depth + 1)
        name = self._value()
        while self._next.kind == ":":  # a port
            self._take()
            self._value()
        self._nodes[name] = None
        return [name]

    def _attributes(self) -> dict[str, str]:
        """``[a=b, c]`` any number of times."""
        found: dict[str, str] = {}
        while self._next.kind == "[":
            self._take()
            while self._next.kind != "]":
                key = self._value()
                if self._next.kind == "=":
                    self._take()
                    html = self._next.kind == "html"
                    value = self._value()
                    if not html:
                        found[key] = value
                if self._next.kind in (",", ";"):
                    self._take()
            self._take()
        return found

    def _value(self) -> str:
        """A name or text; quoted parts may be joined by ``+``."""
        token = self._take()
        if token.kind not in _NAMES:
            raise self._unexpected(token, "a name")
        found = _unquoted(token)
        while self._next.kind == "+":
            self._take()
            found += _unquoted(self._take())
        return found

    def _word(self, word: str) -> bool:
        """Take this keyword if it comes next."""
        if self._next.kind == "word" and self._next.text.lower() == word:
            self._take()
            return True
        return False

    def _take(self) -> _Token:
        token = self._next
        if token.kind == "end":
            raise self._unexpected(token, "more")
        self._next = next(self._stream)
        return token

    def _expect(self, kind: str) -> None:
        token = self._take()
        if token.kind != kind:
            raise self._unexpected(token, repr(kind))

    def _unexpected(self, token: _Token, wanted: str) -> ProblemError:
        return ProblemError(f"{wanted} expected", place=f"line {token.line}", value=token.text)


def _unquoted(token: _Token) -> str:
    if token.kind != "quoted":
        return token.text
    text = token.text[1:-1].replace("\\\n", "").replace('\\"', '"')
    return " ".join(text.replace("\\n", " ").split()) if "\\n" in text else text
