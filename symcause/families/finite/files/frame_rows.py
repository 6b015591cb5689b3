"""Frame rows of finite files: what rows and classes written in Python are as documents.

The document is the one that a file would hold, so every rule of files holds here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from symcause.errors import KindError, ProblemError
from symcause.families.finite.files.class_file import FORMAT, class_keys
from symcause.families.finite.files.document import read_finite
from symcause.families.finite.files.row_tables import Taker
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.formats.json_text import decode_text
from symcause.formats.knowledge_files import Contents
from symcause.formats.python_rows import is_missing, place, records
from symcause.formats.storage.byte_streams import read_bytes
from symcause.formats.tables.row_files import Line

_SETTINGS = {"order": "ordered", "blocks": "block-order", "root_count": "hidden-roots"}
"""What is disclosed names the setting; with neither of these the order is hidden."""

_MANY = "..."
_PARAMETERS = "abcd"
_ATOM = re.compile(r"[^\s()]+")


class Columns(NamedTuple):
    """The columns that are no variables."""

    do: str
    world: str
    split: str


def problem_of_rows(
    rows: Any,
    columns: Columns,
    variables: Sequence[str] | None,
    values: Mapping[str, Sequence[int | str]],
    stated: Mapping[str, object],
) -> FiniteProblem:
    """The problem; *stated* are the other keys of the file. Named *variables* select columns."""
    shown = list(records(rows, variables))
    if not shown:
        raise ProblemError("there is no row", remedy="a problem has at least one observation")
    names = tuple(variables or (name for name in shown[0] if name not in columns))
    for name in values:
        if name not in names:
            raise ProblemError("no such variable", place=f"values.{name}", value=name)
    taker = Taker(names, *columns)
    for number, row in enumerate(shown, 1):
        cells = {name: _plain(value) for name, value in row.items()}
        if isinstance(done := row.get(columns.do), Mapping):
            cells[columns.do] = _assigned(done)
        taker.enter(Line(cells, "", place(number, "").partition(",")[0]))
    known = {key: value for key, value in stated.items() if value is not None}
    setting = next((name for key, name in _SETTINGS.items() if key in known), "hidden-order")
    document = {
        "format": "symcause.finite/1",
        "variables": [
            {"name": name, "values": list(values.get(name) or taker.values(name))} for name in names
        ],
        "setting": setting,
        **known,
        "worlds": list(taker.worlds()),
    }
    return read_finite(document)


def class_of(stated: Any, bounds: Mapping[str, object]) -> dict[str, object]:
    """The keys of a class: of named functions, of a grammar or a file, with further bounds."""
    if isinstance(stated, Path) or (
        isinstance(stated, str) and stated.endswith((".toml", ".json"))
    ):
        keys = class_keys(Contents(str(stated), decode_text(read_bytes(stated), file=str(stated))))
    elif isinstance(stated, Mapping):
        keys = {key: value for key, value in stated.items() if (key, value) != ("format", FORMAT)}
    elif isinstance(stated, str | list | tuple):
        keys = {"functions": stated if isinstance(stated, str) else list(stated)}
    else:
        raise KindError("a class is a name, names, a grammar or the path of a file", value=stated)
    return {**keys, **{key: value for key, value in bounds.items() if value is not None}}


def operators_of(stated: Mapping[str, object] | Iterable[str]) -> dict[str, object]:
    """Operators as files have them; the parameters of a meaning say how many arguments it has."""
    if not isinstance(stated, Mapping):
        return dict.fromkeys(stated, True)
    return {name: _spec(spec) if isinstance(spec, str) else spec for name, spec in stated.items()}


def _spec(means: str) -> dict[str, object]:
    atoms = _ATOM.findall(means)
    used = [_PARAMETERS.index(atom) + 1 for atom in atoms if atom in tuple(_PARAMETERS)]
    return {"arity": "many" if _MANY in atoms else max(used, default=1), "means": means}


def _assigned(done: Mapping[str, object]) -> str:
    return ", ".join(
        name if value is None else f"{name}={_plain(value)}" for name, value in done.items()
    )


def _plain(value: object) -> object:
    """An integer that a frame holds as a float, because some cell of its column is empty, is one."""
    if is_missing(value):
        return None
    return int(value) if isinstance(value, float) and value.is_integer() else value
