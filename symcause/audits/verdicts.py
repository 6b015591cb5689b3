"""The verdicts of an audit about a version space: unique, ambiguous, inconsistent and others.

In this order: ``invalid``: gold is illegal or contradicts the evidence. ``gold-outside-class``: gold is
right about the evidence but no member, whether there are members or not. ``unknown``: beyond reach or
budget. ``inconsistent``: no member and no gold. ``unique``: exactly one member, and gold, if given, is it.
``ambiguous``: more than one.

How each of them reads stands here as well (:data:`WORDS`): terminal, pages, pictures and the scripts of
pages have titles, sentences and colours from this table.

>>> judge(1, gold_ok=True, gold_is_member=True), judge(1, gold_ok=True, gold_is_member=True).settled
(<Verdict.UNIQUE: 'unique'>, True)
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from symcause.audits.story import Tone
from symcause.models.number_phrases import number_of


class Verdict(StrEnum):
    """The answer of an audit."""

    UNIQUE = "unique"
    AMBIGUOUS = "ambiguous"
    GOLD_OUTSIDE = "gold-outside-class"
    INCONSISTENT = "inconsistent"
    INVALID = "invalid"
    UNKNOWN = "unknown"

    @property
    def settled(self) -> bool | None:
        """Does the evidence settle the question? None where that is not known."""
        return None if self is Verdict.UNKNOWN else self is Verdict.UNIQUE

    @property
    def tone(self) -> Tone:
        """How good the news is."""
        return WORDS[self].tone


class VerdictWords(Struct, frozen=True):
    """How a verdict of any kind reads: title, sentence with {places} for what differs, and tone."""

    title: str
    sentence: str
    tone: Tone  # how good the news is: colours follow from it
    headline: str = ""  # what follows the title at the top of a page


class SpaceWords(VerdictWords, frozen=True):
    """How a verdict about a version space reads."""

    because: str = ""  # the sentence where all that is known of it is a reason
    drawn: str = ""  # what follows the number of members in a drawing of the space
    counted: str = ""  # and where they are counted while somebody edits


WORDS: dict[Verdict, SpaceWords] = {
    Verdict.UNIQUE: SpaceWords(
        "Unique",
        "Exactly one {one} explains {evidence}{scope}.",
        Tone.GOOD,
        headline="one {one} explains the evidence",
        drawn="{one} explains {evidence}: settled{gold}.",
        counted="{one} explains the evidence: settled",
    ),
    Verdict.AMBIGUOUS: SpaceWords(
        "Ambiguous",
        "{several} {explain} {evidence}{scope}.",
        Tone.SOME,
        headline="{number} {many} explain the evidence",
        drawn="{many} explain {evidence}.",
        counted="{many} explain the evidence",
    ),
    Verdict.GOLD_OUTSIDE: SpaceWords(
        "Gold outside the class",
        "Gold explains {evidence} but is not{scope}{rest}.",
        Tone.BAD,
        because="{reason}.",
    ),
    Verdict.INCONSISTENT: SpaceWords(
        "Inconsistent",
        "No {any} explains {evidence}{scope}.",
        Tone.BAD,
        headline="no {one} explains the evidence",
        drawn="{many} explain this evidence.",
        counted="no {one} explains the evidence",
    ),
    Verdict.INVALID: SpaceWords(
        "Invalid",
        "Gold is illegal or does not {fit} {evidence}.",
        Tone.BAD,
        because="Gold does not explain {evidence}: {reason}.",
    ),
    Verdict.UNKNOWN: SpaceWords(
        "Unknown", "Not settled{scope}.", Tone.UNKNOWN, because="{reason}."
    ),
}
"""Every verdict about a space, in words. *one*, *many*: what members are called; *any*: where none is."""

THAT_EXPLAIN = " that explains the evidence"
"""What a mark of a drawing is, where members are not merely compared."""


def headline(verdict: str | None, count: int | None, noun: str) -> str | None:
    """The verdict with its number, as a page begins; None where the verdict alone says it.

    >>> headline(Verdict.AMBIGUOUS, 260, "model")
    'Ambiguous: 260 models explain the evidence'
    """
    if verdict is None or (verdict == Verdict.AMBIGUOUS and count is None):
        return None
    words = WORDS[Verdict(verdict)]
    if not words.headline:
        return None
    number = number_of(count, "unknown")
    return f"{words.title}: {words.headline.format(one=noun, many=f'{noun}s', number=number)}"


def in_short(verdict: str | None, count: int | None, noun: str) -> str:
    """The same for one line among many; empty where a sentence is needed.

    >>> in_short(Verdict.AMBIGUOUS, 260, "model")
    'ambiguous, 260 models'
    """
    if verdict == Verdict.AMBIGUOUS and count is not None:
        return f"{verdict}, {number_of(count, 'unknown')} {noun}s"
    return str(verdict) if verdict == Verdict.UNIQUE else ""


def judge(
    at_least: int | None, *, gold_ok: bool | None = None, gold_is_member: bool | None = None
) -> Verdict:
    """The verdict for an exact count, or for "at least two"; None where that is not known.

    *gold_ok*: gold is legal and right about the evidence (None: there is no gold). *gold_is_member*: gold
    is in the class (None: there is no gold, or nobody can tell).
    """
    if gold_ok is False:
        return Verdict.INVALID
    if gold_ok and (gold_is_member is False or at_least == 0):
        return Verdict.GOLD_OUTSIDE  # before inconsistent: gold explains what no member does
    if at_least is None or (gold_ok and gold_is_member is None):
        return Verdict.UNKNOWN
    if at_least == 0:
        return Verdict.INCONSISTENT
    return Verdict.UNIQUE if at_least == 1 else Verdict.AMBIGUOUS
