"""Text pairs on a page of scores: two texts of one problem, of which a system answered one rightly.

A text is cut into pieces where its cells and fillers are; the places come from the reader.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from symcause.renderings.texts.cell_spans import Mark

Piece = tuple[str, str | None]
"""Some characters, and the cell that they are; an empty name for a filler, None for anything else."""


_NAMES = {"free": "free", "agree": "agreeing", "contradict": "contradicting"}


def text_name(theme: str, style: str, alignment: str) -> str:
    """What a text is called on a page."""
    return f"{theme}, {style}, {_NAMES[alignment]} names"


@dataclass(frozen=True)
class PairedText:
    """A text with the answer to it."""

    name: str
    pieces: list[Piece]
    answer: str
    right: bool

    def view(self) -> dict[str, object]:
        """What the page needs."""
        return {
            "name": self.name,
            "pieces": self.pieces,
            "answer": self.answer,
            "right": self.right,
        }


@dataclass(frozen=True)
class TextPair:
    """The base and another rendering of one problem, as one system answered them."""

    title: str
    texts: tuple[PairedText, PairedText]

    def view(self) -> dict[str, object]:
        """What the page needs."""
        return {"texts": [text.view() for text in self.texts]}


@dataclass(frozen=True)
class TextPairs:
    """The pairs that a page shows, and how many more there are."""

    shown: list[TextPair]
    left_out: int = 0


def pieces_of(text: str, marks: list[Mark]) -> list[Piece]:
    """The text cut at its marks.

    >>> pieces_of("It is wet. So.", [Mark(6, 9, "w1.r1.X1"), Mark(11, 14, None)])
    [('It is ', None), ('wet', 'w1.r1.X1'), ('. ', None), ('So.', '')]
    """
    found = sorted(marks)
    assert all(a.end <= b.start for a, b in pairwise(found)), "marks overlap"
    pieces: list[Piece] = []
    at = 0
    for mark in found:
        pieces += [(text[at : mark.start], None), (text[mark.start : mark.end], mark.cell or "")]
        at = mark.end
    return [piece for piece in (*pieces, (text[at:], None)) if piece[0]]
