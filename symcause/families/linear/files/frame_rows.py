"""Frame rows as linear files: the document that one would hold.

A cell *do* says what was done just before a reading of the chain. The rows become the document that a file
would hold, so every rule of files holds here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from symcause.errors import ProblemError, SymcauseError, closest, did_you_mean
from symcause.families.linear.files.document import read_linear
from symcause.families.linear.files.document_structs import FORMAT
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.lab_rules import Semantics
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.problem.python_readings import act, number
from symcause.formats.python_rows import (
    Row,
    as_written,
    by_row,
    is_missing,
    place,
    plain,
    records,
    settings_of,
)

_KEPT = ("metadata",)
"""What is taken as it stands: no verdict depends on its numbers."""


@dataclass(frozen=True)
class Columns:
    """The columns that are no variables."""

    do: str = "do"
    record: str = "id"

    @property
    def names(self) -> tuple[str, str]:
        return self.do, self.record


@dataclass(frozen=True)
class _Table:
    """The rows of one table."""

    name: str
    rows: list[Row]
    columns: Columns

    def names(self) -> list[str]:
        """The variables that it has columns for."""
        found = dict.fromkeys(name for row in self.rows for name in row)
        return [name for name in found if name not in self.columns.names]

    def values(self, row: int, names: Sequence[str], optional: Sequence[str]) -> dict[str, object]:
        """The reading of a row; a cell of an *optional* variable may be empty."""
        numbers: dict[str, object] = {}
        for name in names:
            where, value = place(row + 1, name, self.name), self.rows[row].get(name)
            if not is_missing(value):
                numbers[name] = self._number(row, name, value, where)
            elif name not in optional:
                remedy = self._meant(name) or "give every variable's value"
                raise ProblemError("no value", place=where, remedy=remedy)
        return numbers

    def _number(self, row: int, name: str, value: object, where: str) -> object:
        try:
            return number(value, where)
        except ProblemError as error:
            if not _sets(value, self.rows[row]):
                raise
            remedy = self._meant(name)
            raise ProblemError("not a number", place=where, value=value, remedy=remedy) from error

    def _meant(self, name: str) -> str | None:
        """What a column may be that is no variable: some cell is written as what was set is."""
        if not any(_sets(row.get(name), row) for row in self.rows):
            return None
        return f"does this column say what was set? Then name it: --do {name}"

    def record(self, row: int, values: Mapping[str, object], told: _Told) -> dict[str, object]:
        """A record. What was set there is what was read there, and adds nothing to it.

        A record has bases of its own, so a single reading says nothing about the equation of a variable
        that can be set, whether it was set or not; only after a shift would it tell more than that.
        """
        cell, label = (self.rows[row].get(column) for column in self.columns.names)
        where = place(row + 1, self.columns.do, self.name)
        if not is_missing(cell) and not told.acted:
            raise ProblemError(
                "nothing was done to a record",
                place=where,
                value=cell,
                remedy="readings after interventions are rows of the chain; records of experiments that "
                "have nothing to do with each other go without this column",
            )
        for name, value in act(cell, where).items():
            told.refuse(name, value, values.get(name), where)
        return {"id": f"r{row}" if is_missing(label) else str(label), "values": values}

    def state(self, row: int, values: Mapping[str, object], told: _Told) -> dict[str, object]:
        where = place(row + 1, self.columns.do, self.name)
        done = act(self.rows[row].get(self.columns.do), where)
        return {"intervene": done, "values": values} if done else {"values": values}


@dataclass(frozen=True)
class _Told:
    """What the document says about interventions."""

    document: Mapping[str, Any]
    acted: bool  # may something have been set in a record?

    def refuse(self, name: str, value: object, read: object, where: str) -> None:
        """Complain about an intervention that a record cannot hold."""
        if self.document.get("semantics") == Semantics.SHIFT or value is None:
            raise ProblemError(
                "a record cannot hold a shift, nor let go of anything",
                place=where,
                value=name,
                remedy="such readings are rows of the chain",
            )
        if name not in self.document["controllable"]:
            raise ProblemError(
                "cannot be set", place=where, value=name, remedy="see --controllable"
            )
        near = as_written(self.document.get("rounding") or 0)
        if read is None or abs(as_written(read) - as_written(value)) > near:
            shown = "nothing" if read is None else f"{read}"
            raise ProblemError(f"{name} was set to {value} and reads {shown}", place=where)


def problem_of_tables(
    found: Any,
    chain: Any,
    columns: Columns,
    variables: Sequence[str] | None,
    stated: Mapping[str, Any],
    *,
    acted: bool = False,
) -> LinearProblem:
    """The problem; *stated* are the other keys of the file, *acted*: records may say what was set."""
    tables = [_table(name, rows, columns, variables) for name, rows in _named(found, chain)]
    names = list(variables or dict.fromkeys(name for table in tables for name in table.names()))
    for table in tables:
        _no_others(table, names, select=variables is not None)
    document: dict[str, object] = {
        key: value if key in _KEPT else _exact(value, key)
        for key, value in stated.items()
        if value is not None
    }
    unobserved = stated.get("unobserved") or ()
    document |= {"format": FORMAT, "variables": names}
    document.setdefault("controllable", [name for name in names if name != stated["target"]])
    for table in tables:
        written = table.record if table.name == "records" else table.state
        document[table.name] = [
            written(i, table.values(i, names, unobserved), _Told(document, acted))
            for i in range(len(table.rows))
        ]
    try:
        return read_linear(document)
    except SymcauseError as error:
        raise by_row(error, {"intervene": columns.do, "id": columns.record}) from None


def _sets(cell: object, row: Row) -> bool:
    """Is a cell written as what was set is?"""
    if not isinstance(cell, str):
        return False
    parts = (part.partition("=") for part in settings_of(cell))
    return any(equals and name.strip(": ") in row for name, equals, _ in parts)


def _named(found: Any, chain: Any) -> list[tuple[str, Any]]:
    return [
        (name, rows) for name, rows in (("records", found), ("chain", chain)) if rows is not None
    ]


def _table(name: str, rows: Any, columns: Columns, variables: Sequence[str] | None) -> _Table:
    try:
        return _Table(name, list(records(rows, variables)), columns)
    except ProblemError as error:
        raise error.placed(f"{name}, {error.complaint.place}") from None


def _no_others(table: _Table, names: Sequence[str], *, select: bool) -> None:
    """A column that nobody asked for may be a misspelt *do*: then readings would mean something else.

    *select*: other columns are passed over.
    """
    special = table.columns.names
    for name in table.names():
        if name not in names and not (select and closest(name.lower(), special) is None):
            raise ProblemError(
                "neither a variable nor what was done",
                place=f"{table.name}, column {name!r}",
                remedy=did_you_mean(name, (*names, *table.columns.names)) or "leave it out",
            )


def _exact(value: Any, where: str) -> Any:
    """What was stated, as a file has it: models as equations, numbers exact."""
    value = plain(value)
    if isinstance(value, CrystalModel):
        return value.to_answer()
    if isinstance(value, Mapping):
        return {str(key): _exact(part, f"{where}.{key}") for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_exact(part, f"{where}[{i}]") for i, part in enumerate(value)]
    return number(value, where) if isinstance(value, float | Decimal | Fraction) else value
