"""Boolean worlds: binary values observed under one hard intervention.

A world has *targets* (roots and endogenous variables alike), a *mode* and rows. In mode ``constant`` every
target keeps one value for the whole world, in mode ``assigned`` a value per row; either way the values of
the targets stand in the rows. Rows are bit strings in the order of the problem's variables;
:attr:`World.columns` turns them into integers with one bit per row, the form that replay computes on. A
cell that was not observed is ``?``; :attr:`World.holes` says where, and costs nothing where there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from symcause.errors import ProblemError
from symcause.models.notebook_hook import Shown


class Mode(StrEnum):
    """How the targets of a world get their values."""

    NONE = "none"
    CONSTANT = "constant"
    ASSIGNED = "assigned"


class Split(StrEnum):
    """Who may see a world: training worlds are evidence, held-out ones only score."""

    TRAIN = "train"
    HELDOUT = "heldout"


@dataclass(frozen=True, repr=False)
class World(Shown):
    """The rows that were observed under one intervention.

    Parameters
    ----------
    id : str
        The name of the world.
    split : Split
        Training or held-out.
    mode : Mode
        Whether nothing was set, targets were held at a value, or set as each row says.
    targets : tuple of str
        The intervened variables.
    rows : tuple of str
        One text a row, one sign a variable: 0, 1, or ``?`` for a missing cell.
    units : tuple of str, optional
        The unit that each row belongs to.

    Examples
    --------
    >>> import symcause
    >>> symcause.example("ambiguous").worlds[0].rows
    ('00010', '01100', '10111', '11010')
    """

    brief = ("id", "split", "mode", "targets", "rows")

    id: str
    split: Split
    mode: Mode
    targets: tuple[str, ...]
    rows: tuple[str, ...]
    units: tuple[str, ...] | None = None

    @property
    def mask(self) -> int:
        """A one for every row."""
        return (1 << len(self.rows)) - 1

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """One integer per position of a row; bit *i* is the value in row *i*. No cell may be a hole."""
        if self.holes is not None:
            raise ProblemError("a cell is not observed", place=f"world {self.id}")
        return tuple(int("".join(column[::-1]), 2) for column in zip(*self.rows, strict=True))

    @cached_property
    def holes(self) -> tuple[int, ...] | None:
        """One integer per position, bit *i* where row *i* has ``?``; None where every cell is observed."""
        if not any("?" in row for row in self.rows):
            return None
        columns = zip(*self.rows, strict=True)
        return tuple(sum((bit == "?") << i for i, bit in enumerate(c)) for c in columns)

    def by_name(self, variables: Sequence[str]) -> dict[str, int]:
        """The columns under the names of the problem's variables."""
        return dict(zip(variables, self.columns, strict=True))

    def signature(self, variables: Sequence[str]) -> tuple[str, tuple[tuple[str, str], ...]]:
        """Mode and targets, with the value of each target where it is constant."""
        where = {name: position for position, name in enumerate(variables)}
        constant = self.mode is Mode.CONSTANT
        return str(self.mode), tuple(
            (name, self.rows[0][where[name]] if constant else "*") for name in sorted(self.targets)
        )
