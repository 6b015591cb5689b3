"""Errors in a run over a pool: the first of a kind as it comes, equal ones as a number.

>>> alike("p1", "pool.jsonl:1: no evidence yet (got 'p1')")
'no evidence yet'
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from symcause.bounds.cli_bounds import NAMED_PROBLEMS
from symcause.cli.output.terminal_output import complain
from symcause.errors import SymcauseError

_FILE = re.compile(r"^(?:[^:]*\.[A-Za-z]\w*|standard input)(?::\d+)?: ")
_GOT = r"\(got .*?\)(?=;|$)"
_VARIES = re.compile(rf"{_GOT}|\d+")


def error_of_problem(name: object, error: str) -> str:
    """An error with the problem that it is about."""
    return f"{name}: {error}" if name and str(name) not in error else error


def in_file(error: SymcauseError, paths: Sequence[str]) -> SymcauseError:
    """An error about the problem names its file; options and answers are named by who took them."""
    about = error.complaint.place or error.complaint.message
    other = about.startswith("-") or (error.complaint.place or "").endswith("answer")
    if other or len(paths) != 1 or paths[0] == "-":
        return error
    return error.at(file=paths[0])


def alike(name: object, error: str) -> str:
    """What errors of one kind have in common: not the file, the problem, the value, or the line."""
    text = _FILE.sub("", error)
    text = text if name is None else text.replace(str(name), "")
    return " ".join(_VARIES.sub("", text).split())


class Complaints:
    """Says an error once, and at the end how many more were like it; whose, where the errors name them."""

    def __init__(self, unit: str = "problem") -> None:
        self._unit = unit
        self._more: dict[str, list[object]] = {}
        self._first: dict[str, tuple[object, str]] = {}

    def take(self, name: object, error: str) -> None:
        key = alike(name, error)
        if key in self._first:
            self._more.setdefault(key, []).append(name)
            return
        self._first[key] = name, error
        complain(error_of_problem(name, error))

    def close(self) -> None:
        """The numbers of those that were not said."""
        for key, names in self._more.items():
            more, (name, error) = len(names), self._first[key]
            said, which = _FILE.sub("", error), ""
            if name and str(name) in re.sub(_GOT, "", said):
                said = said.replace(str(name), "it" if more == 1 else "each")
                rest = [_others(more - NAMED_PROBLEMS)] if more > NAMED_PROBLEMS else []
                which = f" ({', '.join([*map(str, names[:NAMED_PROBLEMS]), *rest])})"
            complain(f"{more} more {self._unit}{'' if more == 1 else 's'}{which}: {said}")
        self._more.clear()


def _others(number: int) -> str:
    return "1 other" if number == 1 else f"{number} others"
