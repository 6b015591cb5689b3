"""Frame rows as a Boolean problem: one row per observation, with what was set there.

The rows (:mod:`~problem.worlds_from_rows`) become the document that a file would hold, so every rule of
files holds here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from symcause.errors import ProblemError
from symcause.families.boolean.files.document_v2 import read_informed
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.problem.worlds_from_rows import Columns, gathered
from symcause.formats.python_rows import records

_SETTINGS = {"order": "ordered", "blocks": "block-order", "root_count": "hidden-roots"}
"""What is disclosed names the setting; with neither of these the order is hidden."""


def problem_of_rows(
    rows: Any, columns: Columns, variables: Sequence[str] | None, stated: Mapping[str, object]
) -> BooleanProblem:
    """The problem; *stated* are the other keys of the file."""
    found = list(records(rows, variables))
    if not found:
        raise ProblemError("there is no row", remedy="a problem has at least one observation")
    names = tuple(variables or (name for name in found[0] if name not in columns.names))
    document = {"format": "symcause.boolean/2", "variables": list(names), **_given(stated)}
    document.setdefault(
        "setting", next((s for key, s in _SETTINGS.items() if key in document), "hidden-order")
    )
    document["worlds"] = [_written(world) for world in gathered(found, names, columns)]
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
