"""The DOT language of Graphviz, parsed: which nodes and edges a digraph draws.

Chains, subgraphs, groups (``a -> {b c}`` is two edges), ports (dropped), joined texts; attributes are read
over, but for ``label`` of nodes and ``dir`` of edges, their own or set for those that follow. What a reader
may want to refuse is told: edges without an arrow, arrows that are turned, names in HTML, what follows.

>>> drawing('digraph { rankdir=LR; A -> {B C} [color=red]; D }').edges
(('A', 'B'), ('A', 'C'))
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from symcause.bounds.formats_bounds import DOT_DEPTH, DOT_EDGES
from symcause.errors import LimitError, ProblemError

NAMES = ("word", "quoted", "html")
"""Kinds of tokens that can name something."""

DEFAULTS = ("graph", "node", "edge")
"""Words before attributes of whatever follows."""

END, OTHER = "end", "other"

_TURNED = {"back": (False, True), "both": (True, True), "none": (False, False)}

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


@dataclass(frozen=True)
class Token:
    """A word, its kind (a mark is its own kind) and its line."""

    kind: str
    text: str
    line: int

    @property
    def place(self) -> str:
        return f"line {self.line}"

    @property
    def value(self) -> str:
        """The text without quotation marks."""
        if self.kind != "quoted":
            return self.text
        return self.text[1:-1].replace("\\\n", "").replace('\\"', '"')

    def is_word(self, *words: str) -> bool:
        return self.kind == "word" and self.text.lower() in words

    def unexpected(self, wanted: str) -> ProblemError:
        """What to raise where something else should stand."""
        return ProblemError(f"{wanted} expected", place=self.place, value=self.text)


@dataclass(frozen=True)
class Drawing:
    """What a ``digraph`` draws: nodes and edges with the words that first named them."""

    nodes: Mapping[str, Token]
    arrows: Mapping[tuple[str, str], Token]
    labels: Mapping[str, str]
    plain: Mapping[tuple[str, str], Token]  # edges that have ``dir=none``: no arrow
    turned: tuple[
        Token, ...
    ]  # values of ``dir`` other than forward, and none where it is not an edge's own
    rest: Token  # the first word behind the graph

    @property
    def edges(self) -> tuple[tuple[str, str], ...]:
        return tuple(self.arrows)


def drawing(text: str) -> Drawing:
    """The graph at the beginning of a text; what follows its closing brace is left alone."""
    return _Parser(text).graph()


class _Parser:
    """One ``digraph``, one word ahead."""

    def __init__(self, text: str) -> None:
        self._stream = _words(text)
        self._next = next(self._stream)
        self._nodes: dict[str, Token] = {}
        self._arrows: dict[tuple[str, str], Token] = {}
        self._labels: dict[str, str] = {}
        self._plain: dict[tuple[str, str], Token] = {}
        self._turned: list[Token] = []
        self._dir: Token | None = None  # of the edges that follow in the block

    def graph(self) -> Drawing:
        self._word("strict")
        if self._next.is_word("graph"):
            raise ProblemError(
                "the DOT graph is undirected", place=self._next.place, remedy="write digraph and ->"
            )
        if not self._word("digraph"):
            raise self._next.unexpected("digraph")
        if self._next.kind in NAMES:
            self._take()
        self._block(0)
        turned = tuple(self._turned)
        return Drawing(self._nodes, self._arrows, self._labels, self._plain, turned, self._next)

    def _block(self, depth: int) -> list[str]:
        """``{ … }``: the nodes that it mentions."""
        if depth > DOT_DEPTH:
            raise LimitError("subgraphs nested too deep", place=self._next.place)
        self._expect("{")
        mentioned: dict[str, None] = {}
        outside = self._dir
        while self._next.kind != "}":
            if self._next.kind in (";", ","):
                self._take()
            else:
                mentioned.update(dict.fromkeys(self._statement(depth)))
        self._take()
        self._dir = outside
        return list(mentioned)

    def _statement(self, depth: int) -> list[str]:
        if self._next.is_word(*DEFAULTS):
            of_edges = self._take().is_word("edge")
            turned = self._attributes().get("dir")
            self._dir = turned if of_edges and turned is not None else self._dir
            return []
        first, new = self._next, self._next.value not in self._nodes
        groups = [self._group(depth)]
        if self._next.kind == "=" and len(groups[0]) == 1:  # an attribute of the graph
            self._take()
            self._value()
            if new:
                self._nodes.pop(groups[0][0], None)
            return []
        while self._next.kind in ("arrow", "line"):
            if self._next.kind == "line":
                raise ProblemError("an undirected edge", place=self._next.place, remedy="write ->")
            self._take()
            groups.append(self._group(depth))
        attributes = self._attributes()
        if len(groups) == 1 and "label" in attributes:
            self._labels.update(dict.fromkeys(groups[0], attributes["label"].value))
        forward, backward = self._direction(attributes.get("dir", self._dir), len(groups) > 1)
        for before, after in pairwise(groups):
            for source in before:
                for target in after:
                    self._edge((source, target) if forward else None, first)
                    self._edge((target, source) if backward else None, first)
                    if not (forward or backward):
                        self._plain.setdefault((source, target), first)
        return [node for group in groups for node in group]

    def _direction(self, given: Token | None, joins: bool) -> tuple[bool, bool]:
        """Whether an edge points forward, and backward."""
        if given is None or not joins or given.value == "forward":
            return True, False
        if given.value != "none":
            self._turned.append(given)
        return _TURNED.get(given.value, (True, False))

    def _edge(self, ends: tuple[str, str] | None, where: Token) -> None:
        if ends is not None:
            self._arrows.setdefault(ends, where)
        if len(self._arrows) + len(self._plain) > DOT_EDGES:
            raise LimitError(f"more than {DOT_EDGES} edges", place=where.place)

    def _group(self, depth: int) -> list[str]:
        """A node, or the nodes of a subgraph."""
        if self._word("subgraph"):
            if self._next.kind in NAMES:
                self._take()
            return self._block(depth + 1)
        if self._next.kind == "{":
            return self._block(depth + 1)
        token = self._next
        if token.is_word(*DEFAULTS, "digraph", "strict"):
            raise token.unexpected("a node's name")
        name = self._value()
        while self._next.kind == ":":  # a port
            self._take()
            self._value()
        self._nodes.setdefault(name, token)
        return [name]

    def _attributes(self) -> dict[str, Token]:
        """``[a=b, c]`` any number of times; texts in HTML are read over."""
        tokens: dict[str, Token] = {}
        while self._next.kind == "[":
            self._take()
            while self._next.kind != "]":
                key = self._value()
                if self._next.kind == "=":
                    self._take()
                    token, value = self._next, self._value()
                    if token.kind != "html":
                        tokens[key] = Token("word", value, token.line)
                if self._next.kind in (",", ";"):
                    self._take()
            self._take()
        return tokens

    def _value(self) -> str:
        """A name or text; quoted parts may be joined by ``+``."""
        token = self._take()
        if token.kind not in NAMES:
            raise token.unexpected("a name")
        value = token.value
        while self._next.kind == "+":
            self._take()
            value += self._take().value
        return value

    def _word(self, *words: str) -> bool:
        """Take one of these keywords if it comes next."""
        if self._next.is_word(*words):
            self._take()
            return True
        return False

    def _take(self) -> Token:
        token = self._next
        if token.kind == END:
            raise token.unexpected("more")
        if token.kind == OTHER:
            raise ProblemError("not DOT", place=token.place, value=token.text)
        self._next = next(self._stream)
        return token

    def _expect(self, kind: str) -> None:
        token = self._take()
        if token.kind != kind:
            raise token.unexpected(repr(kind))


def _words(text: str) -> Iterator[Token]:
    """The words of a text, one after the other; after the last comes ``end``, as often as one asks.

    What is no word of DOT is one too, ``other``: whoever takes it complains.
    """
    position, line = 0, 1
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is not None:
            kind, token = match.lastgroup or "", match.group()
        elif text[position] == "<":
            kind, token = "html", _html(text, position, line)
        else:
            kind, token = OTHER, text[position]
        if kind != "blank":
            yield Token(token if kind == "mark" else kind, token, line)
        line += token.count("\n")
        position += len(token)
    while True:
        yield Token(END, "the end of the text", line)


def _html(text: str, start: int, line: int) -> str:
    depth = 0
    for position in range(start, len(text)):
        depth += {"<": 1, ">": -1}.get(text[position], 0)
        if depth == 0:
            return text[start : position + 1]
    raise ProblemError("an HTML text is not closed", place=f"line {line}")
