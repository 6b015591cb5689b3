"""The story of an audit or another result: what there is to say, whatever it will look like.

One story serves the terminal, the page and the notebook (:mod:`symcause.reports`): the verdict in one
sentence, facts beside it, notes below it, sections with lines and tables, and what to do next.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct


class Tone(StrEnum):
    """How good the news is; colours follow from it."""

    GOOD = "good"
    SOME = "some"
    BAD = "bad"
    UNKNOWN = "unknown"
    PLAIN = "plain"


CLASSES: dict[Tone, str] = {
    Tone.GOOD: "unique",
    Tone.SOME: "ambiguous",
    Tone.BAD: "broken",
    Tone.UNKNOWN: "unknown",
    Tone.PLAIN: "",
}
"""The class that has the colour of a tone, in every style sheet."""


class Line(Struct, frozen=True):
    """One line; a *quiet* one is explanation, a *strong* one a title."""

    text: str
    quiet: bool = False
    strong: bool = False


class Right(str):
    """The heading of a column that is set flush right."""

    __slots__ = ()


class Grid(Struct, frozen=True):
    """A small table of texts; *right* are the columns set flush right (:meth:`of` finds them)."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()

    @classmethod
    def of(cls, headings: Iterable[str], rows: Iterable[tuple[str, ...]]) -> Grid:
        """A heading says itself how its column is set, wherever it stands.

        >>> Grid.of(("world", Right("rows")), [("w1", "4")]).right
        (1,)
        """
        listed = tuple(headings)
        right = tuple(i for i, heading in enumerate(listed) if isinstance(heading, Right))
        return cls(tuple(map(str, listed)), tuple(rows), right)

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(
                f"a row under {', '.join(self.columns)} has not one text for each column"
            )


Block = Line | Grid | str


class Section(Struct, frozen=True):
    """A titled part of a story."""

    title: str
    blocks: tuple[Block, ...]


class Story(Struct, frozen=True):
    """What there is to say about one result."""

    title: str
    sentence: str = ""
    verdict: str | None = None
    tone: Tone = Tone.PLAIN
    facts: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    steps: tuple[str, ...] = ()  # what to do next
    short: str = ""  # the sentence in a few words, for one line among many
    headline: str = ""  # the finding at the top of a page, where the sentence says more
    asked: str = ""  # the command, where it was asked with options

    def brief(self) -> str:
        """The story in one line."""
        text = self.short or self.sentence
        return f"{self.title}: {text}" if text else self.title
