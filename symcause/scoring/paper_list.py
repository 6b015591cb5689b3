"""The list of a paper's tables and figures, and how symcause score makes each.

An entry says how: tables of ``score`` by their keys and the options that they need, or *no* and why, or *in
part* and what is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symcause.scoring.group_columns import keyed_table
from symcause.scoring.score_table import Cell, Table, word


@dataclass(frozen=True)
class Listed:
    """One table or figure, or several that are made the same way."""

    number: str
    what: str
    how: str

    @property
    def state(self) -> str:
        """Is it made: yes, in part, or no?"""
        return next((word for word in ("no", "in part") if self.how.startswith(f"{word}:")), "yes")


@dataclass(frozen=True)
class Paper:
    """All that a paper shows."""

    name: str
    entries: tuple[Listed, ...]

    def table(self) -> Table:
        """The list, in the order of the paper."""
        note = "Tables and figures of the paper, and which tables and options of symcause score make them"
        return keyed_table(self.name.lower(), self.name, _COLUMNS, self.entries, note)


_COLUMNS: tuple[tuple[str, Callable[[Listed], Cell]], ...] = (
    ("Number", lambda entry: word(entry.number)),
    ("Shows", lambda entry: word(entry.what)),
    ("Made", lambda entry: word(entry.state)),
    ("How", lambda entry: word(entry.how.removeprefix(f"{entry.state}: "))),
)
