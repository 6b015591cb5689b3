"""Graphs in DOT as models and people write them: subgraphs, groups, ports and labels included.

The grammar of Graphviz, by recursive descent. ``a -> {b c}`` is two edges; attributes are read over but
for ``label`` of nodes and ``dir`` of edges; ports are dropped. Models often name nodes by letters and
say what they are in a label: a node is called by its label, unless its id is itself a known name.

>>> read_dot('digraph { A [label="rain"]; A -> {flood; damage} }').edges
(('rain', 'flood'), ('rain', 'damage'))
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import pairwise

from symcause.errors import LimitError, ProblemError
from symcause.families.textgraph.models.digraph import Digraph, Edge
from symcause.formats.dot_tokens import DEFAULTS, END, NAMES, Token, tokens

MAX_DEPTH = 50
"""Deepest nesting of subgraphs."""

MAX_EDGES = 200_000
"""Most edges of one graph; groups multiply."""

OPENING = re.compile(r"(?:\bstrict\s+)?\bdigraph\b[^{}\n]{0,300}\{", re.IGNORECASE)
"""Where a graph may begin in a longer text."""

_TURNED = {"back": (False, True), "both": (True, True), "none": (False, False)}


def read_dot(text: str, known: Collection[str] = ()) -> Digraph:
    """The graph at the beginning of a text; what follows its closing brace is left alone."""
    return _Parser(text, known).graph()


class _Parser:
    """One ``digraph``, one token ahead."""

    def __init__(self, text: str, known: Collection[str]) -> None:
        self._stream = tokens(text)
        self._next = next(self._stream)
        self._known = known
        self._nodes: dict[str, None] = {}
        self._edges: dict[Edge, None] = {}
        self._labels: dict[str, str] = {}

    def graph(self) -> Digraph:
        self._word("strict")
        if not self._word("digraph"):
            raise self._next.unexpected("digraph")
        if self._next.kind in NAMES:
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
            raise LimitError("subgraphs nested too deep", place=self._next.place)
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
        for word in DEFAULTS:
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
                raise ProblemError("an undirected edge", place=self._next.place)
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
            raise LimitError(f"more than {MAX_EDGES} edges", place=self._next.place)

    def _group(self, depth: int) -> list[str]:
        """A node, or the nodes of a subgraph."""
        if self._word("subgraph"):
            if self._next.kind in NAMES:
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
        if token.kind not in NAMES:
            raise token.unexpected("a name")
        found = _unquoted(token)
        while self._next.kind == "+":
            self._take()
            found += _unquoted(self._take())
        return found

    def _word(self, word: str) -> bool:
        """Take this keyword if it comes next."""
        if self._next.is_word(word):
            self._take()
            return True
        return False

    def _take(self) -> Token:
        token = self._next
        if token.kind == END:
            raise token.unexpected("more")
        self._next = next(self._stream)
        return token

    def _expect(self, kind: str) -> None:
        token = self._take()
        if token.kind != kind:
            raise token.unexpected(repr(kind))


def _unquoted(token: Token) -> str:
    """The text of a token; lines of a label are words of one name."""
    if token.kind == "quoted" and "\\n" in token.value:
        return " ".join(token.value.replace("\\n", " ").split())
    return token.value
