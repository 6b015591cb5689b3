"""The story of an audit or another result: what there is to say, whatever it will look like.

One story serves the terminal, the page and the notebook (:mod:`symcause.reports`): the verdict in one
sentence, facts beside it, notes below it, sections with lines and tables, and what to do next.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Tone(StrEnum):
    """How good the news is; colours follow from it."""

    GOOD = "good"
    SOME = "some"
    BAD = "bad"
    UNKNOWN = "unknown"
    PLAIN = "plain"


class Line(Struct, frozen=True):
    """One line; a *quiet* one is explanation, a *strong* one a title."""

    text: str
    quiet: bool = False
    strong: bool = False


class Grid(Struct, frozen=True):
    """A small table of texts; *right* are the columns set flush right."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()


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
        told = self.short or self.sentence
        return f"{self.title}: {told}" if told else self.title
