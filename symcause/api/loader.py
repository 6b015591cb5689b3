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
    """Read one problem from a file: the only one, or the one with this *id*.

    Parameters
    ----------
    path : path
        A file or folder in any format that ``symcause schema`` lists, or of a published benchmark.
    id : str, optional
        Which problem of several.
    question : str, default 'count'
        The question for which a graph without a format is read: for 'count' it is a DAG.
    kind : type, optional
        The class that the problem must have; type checkers then know it.

    Returns
    -------
    Problem
        A frozen problem of the class of its family.

    Raises
    ------
    ProblemError
        The file cannot be read; the message names file, place, value and remedy.
    KindError
        *path* is not a path, or *kind* is not a class.
    UsageError
        The problem is not of the class *kind*.

    See Also
    --------
    symcause.example : a bundled problem.
    symcause.load_pool : all problems of a file or folder.

    Examples
    --------
    >>> symcause.load("examples/pool.jsonl", id="corner", kind=symcause.BooleanProblem).max_parents
    4
    """
    return _of_kind(read_problem(_path(path), id, question), kind)


@overload
def problem(document: Mapping[str, object]) -> Problem: ...


@overload
def problem(document: Mapping[str, object], *, kind: type[K]) -> K: ...


def problem(document: Mapping[str, object], *, kind: type[Any] | None = None) -> Any:
    """Read the problem that a document describes, in any format that a file may have.

    Parameters
    ----------
    document : mapping
        What a JSON file would hold.
    kind : type, optional
        The class that the problem must have; type checkers then know it.

    Returns
    -------
    Problem
        A frozen problem of the class of its family.

    Raises
    ------
    ProblemError
        The document is malformed; the message names the place.
    KindError
        *document* is not a mapping.
    UsageError
        The problem is not of the class *kind*.

    See Also
    --------
    symcause.load : the same from a file.
    symcause.boolean.problem : a problem from rows.

    Examples
    --------
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
    """Write a problem to a file in its own format, or several as a pool with one a line.

    The file is complete or not there at all.

    Parameters
    ----------
    problem : Problem or iterable of Problem
        What to write.
    path : path
        The file, which is replaced if it exists.

    Returns
    -------
    None
        Nothing.

    Raises
    ------
    UsageError
        *path* is a folder or cannot be written, or there is no problem to write.

    See Also
    --------
    symcause.load : read it back.
    symcause.publish : a dataset with public and private files.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     symcause.save(symcause.example("unique"), f"{folder}/mine.json")
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
    """Read the problems of a file or folder, one at a time.

    A problem that cannot be read raises in its place, and the next call goes on after it.

    Parameters
    ----------
    path : path
        A file or folder.
    errors : list, optional
        Collects the errors instead, and skips the problems that have them.

    Yields
    ------
    Problem
        The problems in the order of the file.

    Raises
    ------
    ProblemError
        A problem cannot be read, and there is no list of *errors*.
    KindError
        *path* is not a path.

    See Also
    --------
    symcause.load : one problem.
    symcause.score : score answers to a pool.

    Examples
    --------
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
