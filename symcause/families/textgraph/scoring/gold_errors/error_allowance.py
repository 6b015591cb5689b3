"""The error allowance of a gold graph: how many of its edges may be wrong, and in which way.

>>> read_allowance("3"), read_allowance("missing=2,spurious=1")
(Allowance(k=3, missing=3, spurious=3), Allowance(k=3, missing=2, spurious=1))
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from symcause.errors import UsageError
from symcause.families.textgraph.bounds import ALLOWED_ERRORS

OPTION = "--gold-errors"
_PARTS = re.compile(r"(missing|spurious)=(-?\d{1,9})")
_REMEDY = f"write a number from 0 to {ALLOWED_ERRORS}, or missing=A,spurious=B"


@dataclass(frozen=True)
class Allowance:
    """At most *k* errors: up to *missing* edges that gold lacks, up to *spurious* ones too many."""

    k: int
    missing: int
    spurious: int

    @staticmethod
    def of(k: int, missing: int | None = None, spurious: int | None = None) -> Allowance:
        """The allowance, neither kind beyond the total. Raises UsageError outside 0 to 200."""
        kinds = (k if missing is None else missing, k if spurious is None else spurious)
        for number in (k, *kinds):
            if not 0 <= number <= ALLOWED_ERRORS:
                raise UsageError(
                    "not a number of gold errors", place=OPTION, value=number, remedy=_REMEDY
                )
        return Allowance(k, min(k, kinds[0]), min(k, kinds[1]))


def read_allowance(text: str) -> Allowance:
    """The allowance that an option states: ``27``, or ``missing=22,spurious=5``."""
    if re.fullmatch(r"-?\d{1,9}", text):
        return Allowance.of(int(text))
    found: dict[str, int] = {}
    for part in text.split(","):
        stated = _PARTS.fullmatch(part.strip())
        if stated is None or stated[1] in found:
            raise UsageError(
                "not a number of gold errors", place=OPTION, value=text, remedy=_REMEDY
            )
        found[stated[1]] = int(stated[2])
    missing, spurious = (found.get(kind, 0) for kind in ("missing", "spurious"))
    for number in (missing, spurious):
        Allowance.of(number)
    return Allowance.of(missing + spurious, missing, spurious)
