"""The words of the DOT language of Graphviz: names, texts, arrows and marks; comments are passed over.

What is no word of DOT is one too, of the kind ``other``: whoever meets it complains, and behind the end of
a graph nobody does. After the last word comes ``end``, as often as somebody asks.

>>> [token.kind for token, _ in zip(tokens('a -> "b c" // why'), range(4))]
['word', 'arrow', 'quoted', 'end']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symcause.errors import ProblemError

NAMES = ("word", "quoted", "html")
"""Kinds of tokens that can name something."""

DEFAULTS = ("graph", "node", "edge")
"""Words before attributes of whatever follows."""

END, OTHER = "end", "other"

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


def tokens(text: str) -> Iterator[Token]:
    """The words of a text, one after the other."""
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
