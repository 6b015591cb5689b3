"""The theme in renderings: nouns with their phrases, and what common sense says about the nouns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

WORDS = ("world", "row", "asker", "teller", "place")
"""The words of a theme."""

STATES = ("on", "off")
LEVELS = {"level": "reading", "turned": "put"}
"""Phrases with a word or a number in them, and those with a number and a unit that they come from."""

VALUED = ("reading", "put", *LEVELS)
"""Phrases with a value in them."""

PHRASES = (
    *("on", "off", "quantity", "unknown", "set_on", "set_off", "set_by_row"),
    *("start", "stop", "reading", "put", "release", "unread"),
)
"""The phrases that a noun has, its own or those of the theme."""

SenseEdge = tuple[str, str, str]
"""Cause, effect, and ``+`` or ``-``: does the effect rise or fall?"""


@dataclass(frozen=True)
class Noun:
    """A thing and how it is spoken of: *phrases* with all slots filled in but that for a value."""

    id: str
    name: str
    unit: str | None
    phrases: Mapping[str, str]
    places: Mapping[str, str]  # of the phrases in the theme file


@dataclass(frozen=True, eq=False)
class Theme:
    """A theme that passed its checks, with the bytes of its file."""

    id: str
    title: str
    words: Mapping[str, str]
    nothing: str  # nobody intervenes
    nouns: tuple[Noun, ...]
    edges: tuple[SenseEdge, ...]
    values: tuple[str, ...]  # words for values that are no numbers
    source: bytes
    sha256: str

    @cached_property
    def by_id(self) -> dict[str, Noun]:
        """The nouns by their ids."""
        return {noun.id: noun for noun in self.nouns}

    @cached_property
    def slots(self) -> dict[str, str]:
        """The words for patterns, as they are and capitalised."""
        capitals = {
            key.capitalize(): word[:1].upper() + word[1:] for key, word in self.words.items()
        }
        return {**self.words, **capitals}

    @property
    def has_sense(self) -> bool:
        """Does common sense say anything here?"""
        return bool(self.edges)
