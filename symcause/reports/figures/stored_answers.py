"""Stored answers of a pool in figures of reports, against what follows: kinds and numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symcause.audits.story import CLASSES, Tone
from symcause.models.number_phrases import plural

RIGHT, UNKNOWN = "right", "unknown"

KINDS: dict[str, tuple[str, str, Tone]] = {
    "wrong": ("✗", "wrong {word}", Tone.BAD),
    "ill-posed": ("∅", "no one answer", Tone.BAD),
    "inconsistent": ("∅", "nothing fits", Tone.BAD),
    "start": ("◐", "another start", Tone.SOME),
    "reading": ("◐", "depends on the reading", Tone.SOME),
    "open": ("◐", "not settled", Tone.SOME),
    UNKNOWN: ("?", "not decided", Tone.UNKNOWN),
    RIGHT: ("●", "right", Tone.GOOD),
}
"""What an item can come to, the gravest first: its sign, its words, and what news that is."""


@dataclass(frozen=True)
class Shares:
    """Members that fit, and in how many of them what is asked is true; *holds* may not be known."""

    number: int
    holds: int | None
    noun: str

    @property
    def words(self) -> str:
        if self.number == 0:
            return f"no {self.noun} fits"
        if self.holds is None:
            return plural(self.number, self.noun)
        if self.number == 1:
            return f"{'true' if self.holds else 'false'} in the one {self.noun} that fits"
        return f"true in {self.holds:,} of {plural(self.number, self.noun)}"


@dataclass(frozen=True)
class Range:
    """Values from -1 to 1 that are possible, whether the ends are reached, and those that are claimed."""

    low: float
    high: float
    attained: tuple[bool, bool]
    claimed: tuple[tuple[float, float], ...]
    words: str


@dataclass(frozen=True)
class StoredAnswer:
    """An item: what it asks, what is stored, what follows, what that comes to, and what shows it.

    *word* is what the stored thing is called, *basis* what it should follow from; *note* says more.
    """

    name: str
    asked: str
    stored: str
    follows: str | None
    kind: str
    word: str = "answer"
    basis: str = "evidence"
    note: str = ""
    shown: Shares | Range | None = None

    @property
    def holds(self) -> bool:
        """Does what is stored follow? An item may be wrong in what is stored beside it."""
        return self.kind == RIGHT or (self.kind == "wrong" and self.stored == self.follows)

    @property
    def tone(self) -> str:
        """The class of the style sheet that colours it."""
        return CLASSES[KINDS[self.kind][2]]

    @property
    def sign(self) -> str:
        return KINDS[self.kind][0]

    @property
    def words(self) -> str:
        """What it comes to; what is red is named."""
        return KINDS[self.kind][1].format(word=self.word)

    def to_dict(self) -> dict[str, object]:
        """The item in the view of a result; *read_stored* is the way back."""
        shown = None if self.shown is None else {**vars(self.shown)}
        return {**vars(self), "shown": shown}


def read_stored(view: Mapping[str, Any]) -> StoredAnswer:
    """The item that a view has."""
    shown = view["shown"]
    if shown is None:
        return StoredAnswer(**view)
    if "holds" in shown:
        return StoredAnswer(**{**view, "shown": Shares(**shown)})
    return StoredAnswer(**{**view, "shown": Range(**shown)})


def by_gravity(items: Sequence[StoredAnswer]) -> list[int]:
    """Places of the items, the gravest kinds first, in the order of the pool within a kind."""
    rank = {kind: place for place, kind in enumerate(KINDS)}
    return sorted(range(len(items)), key=lambda place: (rank[items[place].kind], place))


def counted(items: Sequence[StoredAnswer]) -> list[tuple[str, int]]:
    """The kinds that occur, the gravest first, with their number."""
    counts = Counter(item.kind for item in items)
    return [(kind, counts[kind]) for kind in KINDS if counts[kind]]


def stored_headline(items: Sequence[StoredAnswer]) -> str:
    """What a page or slide about a pool says first.

    >>> one, two = (StoredAnswer("a", "", "1", "1", "right", "label", "statements"),
    ...             StoredAnswer("b", "", "1", None, "open", "label", "statements"))
    >>> stored_headline([one, two])
    '1 of 2 stored labels follows from its statements; 1 is settled by none'
    """
    words, grounds = {item.word for item in items}, {item.basis for item in items}
    word = words.pop() if len(words) == 1 else "answer"
    basis = grounds.pop() if len(grounds) == 1 else "evidence"
    right = sum(item.holds for item in items)
    follow = f"follows from its {basis}" if right == 1 else f"follow from their {basis}"
    text = f"{right:,} of {plural(len(items), f'stored {word}')} {follow}"
    if settled_by_none := sum(item.kind == "open" for item in items):
        text += f"; {settled_by_none:,} {'is' if settled_by_none == 1 else 'are'} settled by none"
    return text
