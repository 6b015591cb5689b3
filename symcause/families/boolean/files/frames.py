"""A Boolean problem from rows: one row an observation, a cell *do* says what was set there.

A *do* cell is empty, ``X3=1`` (held at that value) or ``X3`` (set to whatever the row says); several
variables are separated by commas. It may also be a mapping, or a sequence of names. Rows with equal *do*
make a world, or those with equal *world* where there is such a column; a column *split* with the word
heldout keeps a row for the test, a column *unit* labels it. The rows become the document that a file would
hold, so every rule of files holds here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from symcause.errors import ProblemError
from symcause.families.boolean.files.document import read_boolean
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.formats.rows import Row, is_missing, place, records

_SETTINGS = {"order": "ordered", "blocks": "block-order", "root_count": "hidden-roots"}
"""What is disclosed names the setting; with neither of these the order is hidden."""


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
    split: str
    rows: list[str] = field(default_factory=list)
    units: list[str] = field(default_factory=list)


def problem_of_rows(
    rows: Any, columns: Columns, variables: Sequence[str] | None, stated: Mapping[str, object]
) -> BooleanProblem:
    """The problem; *stated* are the other keys of the file."""
    found = list(records(rows, variables))
    if not found:
        raise ProblemError("there is no row", remedy="a problem has at least one observation")
    names = tuple(variables or (name for name in found[0] if name not in columns.names))
    worlds: dict[tuple[object, ...], _World] = {}
    for number, row in enumerate(found, 1):
        _enter(worlds, number, row, names, columns)
    document = {"format": "symcause.boolean/1", "variables": list(names), **_given(stated)}
    document.setdefault(
        "setting", next((s for key, s in _SETTINGS.items() if key in document), "hidden-order")
    )
    document["worlds"] = [
        _written(key[0], i, world) for i, (key, world) in enumerate(worlds.items())
    ]
    return read_boolean(document)


def _given(stated: Mapping[str, object]) -> dict[str, object]:
    """What was stated, as a file has it."""
    return {
        key: value.to_answer() if isinstance(value, BooleanSCM) else value
        for key, value in stated.items()
        if value is not None
    }


def _enter(
    worlds: dict[tuple[object, ...], _World],
    number: int,
    row: Row,
    names: Sequence[str],
    columns: Columns,
) -> None:
    mode, settings = _intervention(row.get(columns.do), number, names, columns.do)
    bits = {name: _bit(row, name, number) for name in names}
    for name, value in settings.items():
        if value not in (None, bits[name]):
            raise ProblemError(
                f"{columns.do} sets it to {value}", place=place(number, name), value=row[name]
            )
    label, split = row.get(columns.world), row.get(columns.split)
    split = "train" if is_missing(split) else str(split)
    held = tuple(sorted(settings.items(), key=str))
    key = (None if is_missing(label) else str(label), split, mode, held)
    world = worlds.setdefault(key, _World(mode, tuple(settings), split))
    world.rows.append("".join(bits.values()))
    if not is_missing(unit := row.get(columns.unit)):
        world.units.append(str(unit))


def _intervention(
    cell: object, number: int, names: Sequence[str], column: str
) -> tuple[str, dict[str, str | None]]:
    """The mode, and what each target is held at (None: whatever the row says)."""
    settings: dict[str, str | None] = {}
    for name, value in _targets(cell):
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


def _targets(cell: object) -> Iterable[tuple[str, str | None]]:
    if is_missing(cell):
        return
    if isinstance(cell, Mapping):
        yield from ((str(name), str(int(value))) for name, value in cell.items())
        return
    parts = cell.split(",") if isinstance(cell, str) else cell
    assert isinstance(parts, Iterable)
    for part in parts:
        name, equals, value = str(part).partition("=")
        yield name.strip().rstrip(":"), value.strip() if equals else None


def _bit(row: Row, name: str, number: int) -> str:
    value = row.get(name)
    if name not in row or is_missing(value):
        raise ProblemError(
            "no value", place=place(number, name), remedy="every variable is 0 or 1 in every row"
        )
    if value in (0, 1):  # also True, 1.0 and their likes
        return "1" if value else "0"
    if value in ("0", "1"):
        return str(value)
    raise ProblemError("neither 0 nor 1", place=place(number, name), value=value)


def _written(label: object, index: int, world: _World) -> dict[str, object]:
    written: dict[str, object] = {
        "id": label or f"{world.split}_{index:02}",
        "split": world.split,
        "mode": world.mode,
        "targets": list(world.targets),
        "rows": world.rows,
    }
    if world.units:
        written["units"] = world.units
    return written
