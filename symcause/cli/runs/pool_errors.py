"""Errors in a run over a pool: the first of a kind as it comes, equal ones as a number.

>>> alike("p1", "pool.jsonl:1: no evidence yet (got 'p1')")
'no evidence yet'
"""

from __future__ import annotations

import re
from collections import Counter

from symcause.cli.output.terminal_output import complain

_FILE = re.compile(r"^(?:[^:]*\.[A-Za-z]\w*|standard input)(?::\d+)?: ")
_VARIES = re.compile(r"\(got .*?\)(?=;|$)|\d+")


def told(name: object, error: str) -> str:
    """An error with the problem that it is about."""
    return f"{name}: {error}" if name and str(name) not in error else error


def alike(name: object, error: str) -> str:
    """What errors of one kind have in common: not the file, the problem, the value, or the line."""
    text = _FILE.sub("", error)
    text = text if name is None else text.replace(str(name), "")
    return " ".join(_VARIES.sub("", text).split())


class Complaints:
    """Says an error once, and at the end how many more were like it."""

    def __init__(self, unit: str = "problem") -> None:
        self._unit = unit
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
            said = _FILE.sub("", self._first[key])
            complain(f"{more} more {self._unit}{'' if more == 1 else 's'}: {said}")
        self._more.clear()
