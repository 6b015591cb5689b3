"""An answer against the truth, and against the members that are left.

What a family says of an answer stands, with one rule for all: where nobody knows how many members there
are, or where the truth is none of them, nothing is said about what they support.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from symcause.episodes.rules import Judged, Rules

P = TypeVar("P")

OUTSIDE = "gold lies outside the class"


def judged(rules: Rules[P], truth: P | None, known: P, answer: object) -> Judged:
    """An answer, whatever it is; without the truth, *right* is None."""
    found = rules.judged(truth, known, answer)
    if found.support is None:
        return found
    if truth is not None and rules.outside(truth):
        return replace(found, support=None, reason=found.reason or OUTSIDE)
    standing = rules.standing(known)
    if standing.members is None:
        return replace(found, support=None, reason=found.reason or standing.reason)
    return found
