"""The kinds of verdict, step, support and failure pattern for a ShapeWorld problem."""

from __future__ import annotations

from enum import StrEnum


class TranscriptVerdict(StrEnum):
    """What a transcript says about its question."""

    YES = "yes"
    NO = "no"
    OPEN = "open"
    UNDECIDABLE = "undecidable"  # no action will ever decide it: something hidden drives the effect
    INCONSISTENT = "inconsistent"
    INVALID = "invalid"
    OUTSIDE = "gold-outside-class"
    UNKNOWN = "unknown"

    @staticmethod
    def of(answer: TranscriptVerdict | bool) -> TranscriptVerdict:
        """The verdict that an answer would be; True is yes."""
        return (
            answer
            if isinstance(answer, TranscriptVerdict)
            else TranscriptVerdict.YES
            if answer
            else TranscriptVerdict.NO
        )

    @property
    def settled(self) -> bool | None:
        """Is the question settled? None if that is not known."""
        return None if self is TranscriptVerdict.UNKNOWN else self in SETTLED


class Kind(StrEnum):
    """What a step was good for."""

    INFORMATIVE = "informative"  # some member would have shown something else
    SET_UP = "set-up"  # nothing learnt, but the state changed
    WASTED = "wasted"  # nothing learnt, nothing changed
    VOID = "void"  # moving what moves, holding what is still
    IMPOSSIBLE = "impossible"  # no member shows this
    INVALID = "invalid"  # not on offer
    UNSEEN = "unseen"  # no state after it


class Support(StrEnum):
    """How an answer stands to the verdict of its transcript."""

    JUSTIFIED = "justified"
    REFUTED = "refuted"
    UNSUPPORTED = "unsupported"


class Pattern(StrEnum):
    """How a wrong answer came about, in the paper's words."""

    ILLUSIVE = "illusive-confounder"
    ROOT_CAUSE = "root-cause"
    REVERSE = "reverse-collider"
    CORRELATION = "correlation"
    OTHER = "other"


SETTLED = (TranscriptVerdict.YES, TranscriptVerdict.NO, TranscriptVerdict.UNDECIDABLE)
"""What members can answer: all that can be known of a question is known where they agree."""

POSSIBLE = (*SETTLED, TranscriptVerdict.OPEN)
"""The verdicts of transcripts that some member shows."""


def contradicts_key(verdict: TranscriptVerdict, truth: bool | None) -> bool | None:
    """Does a transcript prove the opposite of the truth? None where one of the two is not known.

    It happens where a start is read as closed that was not closed in the true world.
    """
    if truth is None or verdict not in POSSIBLE:
        return None
    return verdict is (TranscriptVerdict.NO if truth else TranscriptVerdict.YES)


def support(
    verdict: TranscriptVerdict, answer: bool | None, truth: bool | None = None
) -> Support | None:
    """How an answer stands to a verdict; None without an answer or a possible transcript.

    Nor does a transcript that contradicts the key support anything.
    """
    if answer is None or verdict not in POSSIBLE or contradicts_key(verdict, truth):
        return None
    if verdict in (TranscriptVerdict.OPEN, TranscriptVerdict.UNDECIDABLE):
        return Support.UNSUPPORTED
    return Support.JUSTIFIED if (verdict is TranscriptVerdict.YES) == answer else Support.REFUTED


def lucky(supported: Support | None, answer: bool | None, truth: bool | None) -> bool | None:
    """Was an answer right without support? None where that means nothing."""
    if supported is None or truth is None:
        return None
    return supported is Support.UNSUPPORTED and answer == truth
