"""The loader of the Python API: problems from files or plain values, and back into files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import Any, TypeVar, cast, overload

from symcause.errors import KindError, SymcauseError, UsageError
from symcause.formats.pools.problem_files import Item, read_problem, read_problems
from symcause.formats.pools.problem_writer import layout, one_line, write_problem
from symcause.formats.problems import Problem, read_document
from symcause.formats.storage.atomic_files import write_whole

K = TypeVar("K")


@overload
def load(path: str | Path, id: str | None = None, question: str = "count") -> Problem: ...


@overload
def load(
    path: str | Path, id: str | None = None, question: str = "count", *, kind: type[K]
) -> K: ...


def load(
    path: str | Path,
    id: str | None = None,
    question: str = "count",
    *,
    kind: type[Any] | None = None,
) -> Any:
    """The one problem at *path*, or the one with this *id*.

    With its class as *kind* the result has that type; another problem raises UsageError. What a bare graph
    file is depends on the *question* that it is for: to count, it is a DAG.

    >>> symcause.load("examples/pool.jsonl", id="corner", kind=symcause.BooleanProblem).max_parents
    4
    """
    return _of_kind(read_problem(_path(path), id, question), kind)


@overload
def problem(document: Mapping[str, object]) -> Problem: ...


@overload
def problem(document: Mapping[str, object], *, kind: type[K]) -> K: ...


def problem(document: Mapping[str, object], *, kind: type[Any] | None = None) -> Any:
    """The problem that a document describes, in any format that a file may have.

    >>> made = symcause.problem({"format": "symcause.boolean/1", "id": "two", "variables": ["X1", "X2"],
    ...     "setting": "hidden-order", "roots": ["X1"], "operators": ["not"], "constants": False,
    ...     "worlds": [{"id": "w", "split": "train", "mode": "none", "targets": [], "rows": ["01"]}]})
    >>> made.id
    'two'
    """
    if not isinstance(document, Mapping):
        remedy = "symcause.load reads a file, json.loads a text"
        raise KindError("a document is a mapping", value=type(document).__name__, remedy=remedy)
    return _of_kind(read_document(dict(document)), kind)


def save(problem: Problem | Iterable[Problem], path: str | Path) -> None:
    """Write a problem to a file in its own format; the file is there as a whole or not at all.

    Several become a pool, one a line.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     symcause.save(symcause.load("examples/unique.json"), f"{folder}/mine.json")
    ...     symcause.load(f"{folder}/mine.json").id
    'unique'
    """
    target = Path(_path(path))
    if target.is_dir():
        raise UsageError("this is a folder", file=str(path), remedy="name a file in it")
    if isinstance(problem, Iterable) and not isinstance(problem, Mapping | str):
        lines = [one_line(write_problem(one)) + "\n" for one in problem]
        if not lines:
            raise UsageError("there is no problem to write", file=str(path))
        text = "".join(lines)
    else:
        text = layout(write_problem(cast("Problem", problem))) + "\n"
    try:
        write_whole(target, text.encode())
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", file=str(path)) from None


class _Pool(Iterator[Problem]):
    """Problems one after the other; unlike a generator it can go on after what it has raised."""

    def __init__(self, items: Iterator[Item], errors: list[SymcauseError] | None) -> None:
        self._items, self._errors = items, errors

    def __next__(self) -> Problem:
        for item in self._items:
            if item.error is None:
                assert item.problem is not None
                return item.problem
            if self._errors is None:
                raise item.error
            self._errors.append(item.error)
        raise StopIteration


def load_pool(path: str | Path, *, errors: list[SymcauseError] | None = None) -> Iterator[Problem]:
    """The problems of a file or folder, one at a time.

    One that cannot be read raises in its place, and the next call goes on with the one after it; with a
    list of *errors* it is put there and passed over.

    >>> [posed.id for posed in symcause.load_pool("examples/pool.jsonl")][:3]
    ['ordered', 'block-order', 'hidden-order']
    """
    return _Pool(read_problems(_path(path)), errors)


def _path(path: object) -> str | Path:
    """What names a file."""
    if isinstance(path, str):
        return path
    if isinstance(path, PathLike) and isinstance(name := fspath(path), str):
        return Path(name)
    remedy = "symcause.problem(document) takes a mapping" if isinstance(path, Mapping) else None
    raise KindError("a path is a text or a Path", value=type(path).__name__, remedy=remedy)


def _of_kind(found: Problem, kind: object) -> Problem:
    if kind is not None and not isinstance(kind, type):
        remedy = "symcause.BooleanProblem, for one"
        raise KindError("kind is a class of problems", value=kind, remedy=remedy)
    if kind is not None and not isinstance(found, kind):
        raise UsageError(f"not a {kind.__name__}", value=type(found).__name__)
    return found
