"""The kinds of verdict on a hypothesis, the labels they stand for, and when a stored label is right."""

from __future__ import annotations

from enum import StrEnum

from symcause.families.statements.problem.problem import CLASSES, Gold


class HypothesisVerdict(StrEnum):
    """What the faithful DAGs say about a hypothesis."""

    ENTAILED = "entailed"  # true in all of them
    OPEN = "open"  # true in some and false in others
    IMPOSSIBLE = "impossible"  # false in all of them
    INCONSISTENT = "inconsistent"  # there is none
    UNKNOWN = "unknown"  # the budget ended before that was known

    @property
    def settled(self) -> bool | None:
        """Is the question settled? None if that is not known."""
        if self is HypothesisVerdict.UNKNOWN:
            return None
        return self in (HypothesisVerdict.ENTAILED, HypothesisVerdict.IMPOSSIBLE)

    @property
    def label(self) -> int | None:
        """1 if the hypothesis is entailed, 0 if it is not; an empty space entails nothing."""
        return int(self is HypothesisVerdict.ENTAILED) if str(self) in CLASSES else None

    @property
    def is_open(self) -> bool | None:
        """Would no claim be justified? None where there is no member, or nobody knows."""
        return None if self.label is None else self is HypothesisVerdict.OPEN


def verdict_of(count: int, holding: int) -> HypothesisVerdict:
    """The verdict of so many members, in so many of which the hypothesis is true."""
    if not count:
        return HypothesisVerdict.INCONSISTENT
    if holding == count:
        return HypothesisVerdict.ENTAILED
    return HypothesisVerdict.OPEN if holding else HypothesisVerdict.IMPOSSIBLE


def gold_right(verdict: HypothesisVerdict, gold: Gold | None) -> bool | None:
    """Is a stored label right? None without one, or without a verdict."""
    if gold is None or verdict.label is None:
        return None
    return gold == verdict.label if isinstance(gold, int) else gold == str(verdict)
