"""Worlds of a Boolean problem from rows: rows with the same intervention make one world.

A *do* cell is empty, ``X3=1`` (held at that value) or ``X3`` (set to whatever the row says); several
variables are separated by commas. It may also be a mapping, or a sequence of names. Rows with equal *do*
make a world, or those with equal *world* where there is such a column; a column *split* with the word
heldout keeps a row for the test, a column *unit* labels it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from symcause.errors import ProblemError, UsageError, did_you_mean
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.formats.python_rows import Row, is_missing, place, records


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


def gathered(
    rows: Sequence[Row], names: Sequence[str], columns: Columns, taken: Collection[str] = ()
) -> list[World]:
    """The worlds of the rows; those without a name are numbered, past the names that are *taken*."""
    worlds: dict[tuple[object, ...], _World] = {}
    for number, row in enumerate(rows, 1):
        _enter(worlds, number, row, names, columns)
    found: list[World] = []
    for (label, *_), world in worlds.items():
        used = {*taken, *(other.id for other in found)}
        numbered = (f"{world.split}_{i:02}" for i in count(len(used)))
        found.append(world.named(label or next(name for name in numbered if name not in used)))
    return found


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


def _enter(
    worlds: dict[tuple[object, ...], _World],
    number: int,
    row: Row,
    names: Sequence[str],
    columns: Columns,
) -> None:
    for name in row:  # a misspelt do would turn interventions into observations
        if name not in names and name not in columns.names:
            raise ProblemError(
                "no such variable",
                place=place(number, name),
                remedy=did_you_mean(name, (*names, *columns.names)),
            )
    mode, settings = _intervention(row.get(columns.do), number, names, columns.do)
    bits = {name: _bit(row.get(name), place(number, name)) for name in names}
    for name, value in settings.items():
        if value not in (None, bits[name]):
            raise ProblemError(
                f"{columns.do} sets it to {value}", place=place(number, name), value=row[name]
            )
    label, split = row.get(columns.world), _split(row.get(columns.split), number, columns.split)
    held = tuple(sorted(settings.items(), key=str))
    key = (None if is_missing(label) else str(label), split, mode, held)
    world = worlds.setdefault(key, _World(mode, tuple(settings), split))
    world.rows.append("".join(bits.values()))
    if not is_missing(unit := row.get(columns.unit)):
        world.units.append(str(unit))


def _split(cell: object, number: int, column: str) -> Split:
    if is_missing(cell):
        return Split.TRAIN
    if cell not in tuple(Split):
        words = [str(split) for split in Split]
        remedy = did_you_mean(str(cell), words)
        raise ProblemError("no such split", place=place(number, column), value=cell, remedy=remedy)
    return Split(str(cell))


def _intervention(
    cell: object, number: int, names: Sequence[str], column: str
) -> tuple[str, dict[str, str | None]]:
    """The mode, and what each target is held at (None: whatever the row says)."""
    settings: dict[str, str | None] = {}
    for name, value in _targets(cell, place(number, column)):
        if name not in names:
            raise ProblemError("no such variable", place=place(number, column), value=name)
        settings[name] = value
    held = {value is not None for value in settings.values()}
    if len(held) > 1:
        raise ProblemError(
            "a world holds all its targets at a value, or none",
            place=place(number, column),
            value=cell,
        )
    return ("none" if not held else "constant" if True in held else "assigned"), settings


def _targets(cell: object, where: str) -> Iterable[tuple[str, str | None]]:
    if is_missing(cell):
        return
    if isinstance(cell, Mapping):
        yield from ((str(name), _bit(value, where)) for name, value in cell.items())
        return
    parts = cell.split(",") if isinstance(cell, str) else cell
    if not isinstance(parts, Iterable):
        raise ProblemError(
            "neither a text, a mapping nor names", place=where, value=cell, remedy='write "X3=1"'
        )
    for part in parts:
        name, equals, value = str(part).partition("=")
        yield name.rstrip(": ").strip(), value.strip() if equals else None


def _bit(value: object, where: str) -> str:
    if is_missing(value):
        raise ProblemError("no value", place=where, remedy="0, 1, or ? if it was not observed")
    if value in (0, 1):  # also True, 1.0 and their likes
        return "1" if value else "0"
    if value in ("0", "1", "?"):
        return str(value)
    raise ProblemError("neither 0 nor 1", place=where, value=value)
