"""Frame rows as a Boolean problem: one row per observation, with what was set there.

The rows (:mod:`~problem.worlds_from_rows`) become the document that a file would hold, so every rule of
files holds here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from symcause.errors import ProblemError, SymcauseError
from symcause.families.boolean.files.document_v2 import read_informed
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.problem.worlds_from_rows import Columns, Gathering, gathered
from symcause.formats.python_rows import Row, is_missing, place, records

_SETTINGS = {"order": "ordered", "blocks": "block-order", "root_count": "hidden-roots"}
"""What is disclosed names the setting; with neither of these the order is hidden."""


def problem_of_rows(
    rows: Any, columns: Columns, variables: Sequence[str] | None, stated: Mapping[str, object]
) -> BooleanProblem:
    """The problem; *stated* are the other keys of the file. Named *variables* select columns."""
    found = list(records(rows, variables))
    if not found:
        raise ProblemError("there is no row", remedy="a problem has at least one observation")
    names = tuple(variables or columns.variables(found[0]))
    worlds = gathered(found, names, columns, select=variables is not None)
    return problem_of_worlds(worlds, names, _given(stated))


def problems_of_rows(
    rows: Any,
    id: str,
    columns: Columns,
    variables: Sequence[str] | None,
    stated: Mapping[str, object],
) -> list[BooleanProblem]:
    """One problem for every value of the column *id*, in the order in which they begin."""
    grouped: dict[str, list[tuple[int, Row]]] = {}
    for number, row in enumerate(records(rows, variables), 1):
        if is_missing(name := row.pop(id, None)):
            raise ProblemError("the row belongs to no problem", place=place(number, id))
        grouped.setdefault(str(name), []).append((number, row))
    problems: list[BooleanProblem] = []
    for name, numbered in grouped.items():
        names = tuple(variables or columns.variables(numbered[0][1]))
        worlds = Gathering(names, columns, select=variables is not None)
        for number, row in numbered:
            worlds.enter(row, lambda column, number=number: place(number, column))  # type: ignore[misc]
        try:
            told = {**_given(stated), "id": name}
            problems.append(problem_of_worlds(worlds.worlds(), names, told))
        except SymcauseError as error:
            raise error.at(place=f"problem {name!r}") from None
    return problems


def has_column(rows: Any, name: str) -> bool:
    """Do rows have a column of this name, as far as that can be told without using them up?"""
    columns = rows if isinstance(rows, Mapping) else getattr(rows, "columns", None)
    if columns is not None:
        return name in {str(column) for column in columns}
    first = rows[0] if isinstance(rows, Sequence) and rows else None
    return isinstance(first, Mapping) and name in first


def problem_of_worlds(
    worlds: Iterable[World], names: Sequence[str], stated: Mapping[str, object]
) -> BooleanProblem:
    """The problem with these worlds, by the document that a file would hold."""
    document: dict[str, object] = {"format": "symcause.boolean/2", "variables": list(names)}
    document |= stated
    document.setdefault(
        "setting", next((s for key, s in _SETTINGS.items() if key in document), "hidden-order")
    )
    document["worlds"] = [_written(world) for world in worlds]
    return read_informed(document)


def _given(stated: Mapping[str, object]) -> dict[str, object]:
    """What was stated, as a file has it."""
    return {
        key: value.to_answer() if isinstance(value, BooleanSCM) else value
        for key, value in stated.items()
        if value is not None
    }


def _written(world: World) -> dict[str, object]:
    written: dict[str, object] = {
        "id": world.id,
        "split": str(world.split),
        "mode": str(world.mode),
        "targets": list(world.targets),
        "rows": list(world.rows),
    }
    return written if world.units is None else {**written, "units": list(world.units)}
