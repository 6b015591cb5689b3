"""The verdicts of an audit about a version space: unique, ambiguous, inconsistent and others.

In this order: ``invalid``: gold is illegal or contradicts the evidence. ``gold-outside-class``: gold is
right about the evidence but no member, whether there are members or not. ``unknown``: beyond reach or
budget. ``inconsistent``: no member and no gold. ``unique``: exactly one member, and gold, if given, is it.
``ambiguous``: more than one.

>>> judge(1, gold_ok=True, gold_is_member=True), judge(1, gold_ok=True, gold_is_member=True).settled
(<Verdict.UNIQUE: 'unique'>, True)
"""

from __future__ import annotations

from enum import StrEnum

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
        tones = {
            Verdict.UNIQUE: Tone.GOOD,
            Verdict.AMBIGUOUS: Tone.SOME,
            Verdict.UNKNOWN: Tone.UNKNOWN,
        }
        return tones.get(self, Tone.BAD)


def headline(verdict: str | None, count: int | None, noun: str) -> str | None:
    """The verdict with its number, as a page begins; None where the verdict alone says it.

    >>> headline(Verdict.AMBIGUOUS, 260, "model")
    'Ambiguous: 260 models explain the evidence'
    """
    if verdict == Verdict.UNIQUE:
        return f"Unique: one {noun} explains the evidence"
    if verdict == Verdict.AMBIGUOUS and count is not None:
        return f"Ambiguous: {number_of(count, 'unknown')} {noun}s explain the evidence"
    if verdict == Verdict.INCONSISTENT:
        return f"Inconsistent: no {noun} explains the evidence"
    return None


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
