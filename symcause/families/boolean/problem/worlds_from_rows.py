"""Worlds of a Boolean problem from rows: rows with the same intervention make one world.

A *do* cell is empty, ``X3=1`` or ``do(X3=1)`` (held at that value), or ``X3`` (set to whatever the row
says); several variables are separated by commas or blanks. It may also be a mapping, or a sequence of
names. A column ``do(X3)`` or ``do_X3`` holds what X3 was held at, and is empty where it was not; a column
``do(X3=1)`` has 1 where X3 was held at 1, and 0, or nothing, where it was not. Rows with
equal *do* make a world, or those with equal *world* where there is such a column; a column *split* with the
word heldout keeps a row for the test, a column *unit* labels it. An empty cell was not observed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from symcause.errors import ProblemError, UsageError, closest, did_you_mean
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.world_cells import (
    BITS,
    WORDS,
    bit_of,
    intervention_of,
    split_of,
)
from symcause.formats.python_rows import Row, is_missing, place, records, settings_of
from symcause.formats.tables.column_names import held_by, looks_like

Settings = Mapping[str, str | None]
"""Variables that a column sets, to a value or (None) to what its cells say."""


@dataclass(frozen=True)
class Columns:
    """The columns that are no variables."""

    do: str = "do"
    world: str = "world"
    split: str = "split"
    unit: str = "unit"

    @property
    def names(self) -> tuple[str, ...]:
        return self.do, self.world, self.split, self.unit

    def sets(self, column: str, names: Collection[str]) -> Settings:
        """What a column sets of the variables: X3 in ``do(X3)`` and ``do_X3``, to 1 in ``do(X3=1)``.

        The value is None where the cells hold it. Nothing, if it sets what is no variable.
        """
        held = held_by(column, self.do)
        if held is None or held in names:
            return {} if held is None else {held: None}
        settings: dict[str, str | None] = {}
        for part in settings_of(held):
            name, _, value = (text.strip(": ") for text in part.partition("="))
            if name not in names or name in settings or value not in ("0", "1"):
                return {}
            settings[name] = value
        return settings

    def variables(self, header: Iterable[str]) -> tuple[str, ...]:
        """The columns of a table that are variables, if nobody says which."""
        rest = [name for name in header if name not in self.names]
        return tuple(name for name in rest if not self.sets(name, rest))


@dataclass
class _World:
    mode: str
    targets: tuple[str, ...]
    split: Split
    rows: list[str] = field(default_factory=list)
    units: list[str] = field(default_factory=list)

    def named(self, name: object) -> World:
        rows, units = tuple(self.rows), tuple(self.units) or None
        return World(str(name), self.split, Mode(self.mode), self.targets, rows, units)


class Gathering:
    """Worlds that grow row by row; *select*: other columns are passed over."""

    def __init__(self, names: Sequence[str], columns: Columns, *, select: bool = False) -> None:
        self._names, self._known, self._columns, self._select = names, set(names), columns, select
        self._worlds: dict[tuple[object, ...], _World] = {}
        self._labels: set[object] = set()
        self._roles: dict[str, Settings] = {}
        self._unset: dict[str, object] = {}  # how flags say that nothing was set
        self.words: set[str] = set()
        """Words in cells that were read as 0 and 1."""

    def enter(self, row: Row, at: Callable[[str], str]) -> None:
        """One more row; *at* is the place of a column."""
        columns, names = self._columns, self._names
        held = [name for name in row if name not in self._known and self._role(name, row, at)]
        mode, settings = "none", dict[str, str | None]()
        if not is_missing(cell := row.get(columns.do)):
            mode, settings = intervention_of(cell, at(columns.do), names)
        for column in held:
            mode = self._hold(settings, mode, column, row[column], at)
        bits = {name: self._bit(row, name, at) for name in names}
        for name, value in settings.items():
            if bits[name] == "?" and value is not None:
                bits[name] = value  # what was set is known
            elif value not in (None, bits[name]):
                raise ProblemError(
                    f"{columns.do} sets it to {value}", place=at(name), value=row[name]
                )
        label, split = row.get(columns.world), split_of(row.get(columns.split), columns.split, at)
        key = (
            None if is_missing(label) else str(label),
            split,
            mode,
            tuple(sorted(settings.items(), key=str)) if settings else (),
        )
        world = self._worlds.get(key)
        if world is None:
            if key[0] in self._labels:
                raise ProblemError(
                    "another row of this world has another intervention or split",
                    place=at(columns.world),
                    value=label,
                    remedy="give every world one intervention, or leave this column out",
                )
            self._labels.update(key[:1] if key[0] else ())
            world = self._worlds[key] = _World(mode, tuple(settings), split)
        world.rows.append("".join(bits.values()))
        if not is_missing(unit := row.get(columns.unit)):
            world.units.append(str(unit))

    def worlds(self, taken: Collection[str] = ()) -> list[World]:
        """The worlds; those without a name are numbered, past the names that are *taken*."""
        worlds: list[World] = []
        for (label, *_), world in self._worlds.items():
            used = {*taken, *(other.id for other in worlds)}
            numbered = (f"{world.split}_{i:02}" for i in count(len(used)))
            worlds.append(world.named(label or next(name for name in numbered if name not in used)))
        return worlds

    def _role(self, name: str, row: Row, at: Callable[[str], str]) -> Settings:
        """What another column sets, also of columns that are passed over.

        A misspelt do would hide interventions.
        """
        if name in self._roles:
            return self._roles[name]
        sets = self._columns.sets(name, {*self._known, *row} - {*self._columns.names})
        if not sets:
            special = self._columns.names
            known = special if self._select else (*self._names, *special)
            near = closest(name.lower(), known) or closest(name, known)
            if name not in special and (near is not None or not self._select):
                raise ProblemError(
                    "no such variable", place=at(name), remedy=did_you_mean(name, known)
                )
        self._roles[name] = sets
        return sets

    def _bit(self, row: Row, name: str, at: Callable[[str], str]) -> str:
        """The cell of a variable; an empty one was not observed."""
        if name not in row:
            remedy = "0, 1, or ? if it was not observed"
            raise ProblemError("no value", place=at(name), remedy=remedy)
        value = row[name]
        if isinstance(value, str | int) and value in BITS:
            return BITS[value]
        if is_missing(value):
            return "?"
        if isinstance(value, str) and value.lower() in WORDS:
            self.words.add(value)
        elif isinstance(value, str) and (self._sets_something(value) or looks_like(name, ("do",))):
            raise ProblemError(
                "neither 0 nor 1",
                place=at(name),
                value=value,
                remedy=f"does this column say what was set? Then name it: --do {name} (or, if other "
                f"tables have {self._columns.do}, --do {self._columns.do},{name})",
            )
        return bit_of(value, at(name))

    def _sets_something(self, cell: str) -> bool:
        """Is a cell written as what was set is?"""
        return any(part.partition("=")[0].strip(": ") in self._known for part in settings_of(cell))

    def _hold(
        self,
        settings: dict[str, str | None],
        mode: str,
        column: str,
        cell: object,
        at: Callable[[str], str],
    ) -> str:
        """Add what a column of its own says was set; the mode that the row then has."""
        value = None if is_missing(cell) else bit_of(cell, at(column))
        for name, stated in self._roles[column].items():
            if stated is not None and value != "1":
                self._refuse_unclear(column, value, at)
            elif value is not None:
                if name not in self._known:
                    raise ProblemError(
                        "no such variable",
                        place=at(column),
                        value=name,
                        remedy="it was set in this row: name it among the variables, or leave the row out",
                    )
                said = value if stated is None else stated
                if mode == "assigned" or settings.setdefault(name, said) != said:
                    raise ProblemError(
                        "another column says otherwise", place=at(column), value=cell
                    )
                mode = "constant"
        return mode

    def _refuse_unclear(self, column: str, value: str | None, at: Callable[[str], str]) -> None:
        """Complain about a column of ones that leaves open whether something was set."""
        if value == "?" or self._unset.setdefault(column, value) != value:
            raise ProblemError(
                "it is not clear whether this was set",
                place=at(column),
                value=value or "an empty cell",
                remedy="1 says that it was; 0 or an empty cell, the same in all rows, that it was not",
            )


def gathered(
    rows: Iterable[Row],
    names: Sequence[str],
    columns: Columns,
    taken: Collection[str] = (),
    *,
    select: bool = False,
) -> list[World]:
    """The worlds of the rows; those without a name are numbered, past the names that are *taken*."""
    gathering = Gathering(names, columns, select=select)
    for number, row in enumerate(rows, 1):
        gathering.enter(row, lambda column, number=number: place(number, column))  # type: ignore[misc]
    return gathering.worlds(taken)


def further_worlds(
    rows: Any, names: Sequence[str], told: Mapping[str, object], known: Sequence[World]
) -> tuple[World, ...]:
    """Worlds for a problem with *known* ones; *told* is what holds for all rows: do, world, split."""
    columns = Columns()
    stated = {name: value for name, value in told.items() if value is not None}
    if isinstance(rows, World):
        if stated:
            raise ProblemError("told twice", remedy=f"leave out {'=, '.join(stated)}=")
        return (rows,)
    found = list(records(rows, names))
    for number, row in enumerate(found, 1):
        for name in stated:
            if name in row:
                raise ProblemError(
                    "told twice",
                    place=place(number, name),
                    remedy=f"leave out {name}= or the column",
                )
    if not found:
        raise ProblemError("there is no row", remedy="a world has at least one observation")
    taken = [world.id for world in known]
    return tuple(gathered([{**stated, **row} for row in found], names, columns, taken))


def spelled(do: Any) -> object:
    """An experiment that a question gave, as what it sets; cells as rows have them stay as they are."""
    from symcause.audits.experiments.experiment_forms import HOLDERS, settings

    held = isinstance(do, Mapping) and any(isinstance(do.get(key), Mapping) for key in HOLDERS)
    if held or hasattr(do, "experiment") or hasattr(do, "assignments"):
        return settings(do)
    return do


def remaining(worlds: tuple[World, ...], removed: Collection[str]) -> tuple[World, ...]:
    """The worlds without those of these ids."""
    known = [world.id for world in worlds]
    for name in removed:
        if name not in known:
            raise UsageError("no such world", value=name, remedy=did_you_mean(str(name), known))
    return tuple(world for world in worlds if world.id not in removed)
