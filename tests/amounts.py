"""How many cases a test takes: a few every time, all of them with what is exhaustive.

``few(n)`` does that for the cases of ``parametrize``; these two for loops inside a test.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

EXHAUSTIVE = os.environ.get("SYMCAUSE_EXHAUSTIVE") == "1"

T = TypeVar("T")


def amount(every_time: int, exhaustively: int) -> int:
    """How often to go round."""
    return exhaustively if EXHAUSTIVE else every_time


def some(cases: Iterable[T], every_time: int) -> list[T]:
    """This many of the cases, spread out; exhaustively all."""
    known = list(cases)
    if EXHAUSTIVE or len(known) <= every_time:
        return known
    return [known[(2 * i + 1) * len(known) // (2 * every_time)] for i in range(every_time)]
