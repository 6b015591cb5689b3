"""Errors of a pool on standard error: the first of a kind as it comes, equal ones as a number at the end.

>>> alike("p1", "pool.jsonl:1: no evidence yet (got 'p1')")
'pool.jsonl:: no evidence yet'
"""

from __future__ import annotations

import re
from collections import Counter

from symcause.cli.printing import complain

_VARIES = re.compile(r"\(got .*?\)(?=;|$)|\d+")


def told(name: object, error: str) -> str:
    """An error with the problem that it is about."""
    return f"{name}: {error}" if name and str(name) not in error else error


def alike(name: object, error: str) -> str:
    """What errors of one kind have in common: not the problem, the value, or the line."""
    text = error if name is None else error.replace(str(name), "")
    return " ".join(_VARIES.sub("", text).split())


class Complaints:
    """Says an error once, and at the end how many more were like it."""

    def __init__(self) -> None:
        self._more: Counter[str] = Counter()
        self._first: dict[str, str] = {}

    def take(self, name: object, error: str) -> None:
        key = alike(name, error)
        if key in self._first:
            self._more[key] += 1
            return
        self._first[key] = error
        complain(told(name, error))

    def close(self) -> None:
        """The numbers of those that were not said."""
        for key, more in self._more.items():
            complain(f"{more} more problem{'' if more == 1 else 's'}: {key}")
        self._more.clear()
