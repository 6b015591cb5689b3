"""Problems in files, whatever their format: told from the content, read as a stream.

A *pool* is a file with several problems or a folder of files. A problem that is malformed is
reported in its place and reading goes on; a file that cannot be read at all raises.

>>> import symcause
>>> problem = symcause.load("examples/replay.json")  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, cast

from symcause.errors import ProblemError, SymcauseError, UsageError, did_you_mean
from symcause.formats.documents import Document, json_documents
from symcause.formats.json_text import decode_text
from symcause.formats.streams import MAX_DOCUMENT, Source, opened, read_bytes

if TYPE_CHECKING:
    from symcause.families.boolean.problem.problem import BooleanProblem
    from symcause.families.linear.problem.problem import LinearProblem

Problem: TypeAlias = "BooleanProblem | LinearProblem"

READERS = {
    "symcause.boolean/1": "symcause.families.boolean.files.document:read_boolean",
    "symcause.linear/1": "symcause.families.linear.files.document:read_linear",
}
"""The reader of each format of ours, loaded when a file needs it."""

FOREIGN = {
    ("instanceId", "worlds"): "symcause.families.boolean.files.replayscm:read_record",
    ("graph_id", "nodes", "edges"): "symcause.families.linear.files.causalab:read_causalab",
}
"""The reader of documents of other projects, by keys of theirs (or of the ``problem`` in them)."""

MAX_RESPONSE = 16 * 1024 * 1024
"""Most bytes of an answer text that are looked at."""

_SUFFIXES = (".json", ".jsonl", ".ndjson", ".yaml", ".yml")
_LISTED = 10  # ids that an error names

# What people pass by mistake, by a key that gives it away.
_NOT_PROBLEMS = {
    "response": "this is a prediction, not a problem",
    "mechanisms": "this is an answer, not a problem",
    "alternative": "this is an answer, not a problem",
    "claim": "this is a certificate, not a problem",
}


@dataclass(frozen=True)
class Item:
    """One problem of a pool, or the error in its place; *index* counts from 0."""

    index: int
    id: str | None
    problem: Problem | None
    error: SymcauseError | None = None


def read_problems(path: str | Path, id: str | None = None) -> Iterator[Item]:
    """The problems of a file or folder, in order; ``-`` is standard input. *id* picks one."""
    items = _folder(Path(path)) if _is_folder(path) else _file(path)
    if id is None:
        yield from items
        return
    seen: list[str] = []
    for item in items:
        if item.id == id:
            yield item
            return
        if item.id is not None and len(seen) < 10_000:
            seen.append(item.id)
    raise UsageError("no problem has this id", file=str(path), value=id, remedy=_listed(id, seen))


def load(path: str | Path, id: str | None = None) -> Problem:
    """The one problem at *path*, or the one with this *id*."""
    items = read_problems(path, id)
    first = next(items, None)
    if first is None:
        raise ProblemError("no problem in it", file=str(path))
    second = None if id is not None else next(items, None)
    if second is not None:
        ids = [item.id or "?" for item in (first, second)]
        ids += [item.id or "?" for item, _ in zip(items, range(_LISTED), strict=False)]
        more = " …" if len(ids) > _LISTED else ""
        raise UsageError(
            "several problems",
            file=str(path),
            remedy=f"pick one by its id: {', '.join(ids[:_LISTED])}{more}",
        )
    if first.error is not None:
        raise first.error
    assert first.problem is not None
    return first.problem


def read_text(path: str | Path, limit: int = MAX_DOCUMENT) -> str:
    """The text of a file in UTF-8, if it stays within *limit* bytes; ``-`` is standard input."""
    return decode_text(read_bytes(path, limit), file=str(path))


def read_response(path: str | Path, limit: int = MAX_RESPONSE) -> str:
    """The raw text of an answer, whatever it is: a readable answer is scored, never refused.

    Bytes that are no UTF-8 are replaced. Of a longer text one byte past *limit* is kept, so that the
    scorer sees that it is too long.
    """
    with opened(path) as source:
        return source.read(limit + 1).decode("utf-8", errors="replace")


def _listed(id: str, seen: list[str]) -> str | None:
    if not seen:
        return "the file holds no readable problem"
    listed = ", ".join(seen[:_LISTED]) + (" …" if len(seen) > _LISTED else "")
    return did_you_mean(id, seen) or f"known: {listed}"


def _is_folder(path: str | Path) -> bool:
    try:
        return str(path) != "-" and Path(path).is_dir()
    except (OSError, ValueError):
        return False


def problem_files(folder: str | Path) -> list[Path]:
    """The files of a folder that is a pool, by name."""
    entries = Path(folder).iterdir()
    paths = sorted(p for p in entries if p.suffix.lower() in _SUFFIXES and p.is_file())
    if not paths:
        raise ProblemError(
            "no problem files in the folder",
            file=str(folder),
            remedy=f"they end in {', '.join(_SUFFIXES)}",
        )
    return paths


def _folder(folder: Path) -> Iterator[Item]:
    index = 0
    for path in problem_files(folder):
        try:
            for item in _file(path):
                yield Item(index, item.id, item.problem, item.error)
                index += 1
        except SymcauseError as error:
            yield Item(index, None, None, error)
            index += 1


def _file(path: str | Path) -> Iterator[Item]:
    with opened(path) as source:
        index = 0
        try:
            for document in _documents(source):
                yield _item(index, document)
                index += 1
        except SymcauseError as error:
            if index == 0:
                raise error.at(file=source.file) from None
            yield Item(index, None, None, error.at(file=source.file))
            return
    if index == 0:
        raise ProblemError("no problem in it", file=str(path))


def _documents(source: Source) -> Iterator[Document]:
    first = source.first_byte()
    if not first:
        raise ProblemError("the file is empty", file=source.file)
    if first in b"{[":
        return json_documents(source)
    from symcause.families.boolean.files.replayscm_release import release_documents

    return release_documents(source, problems_only=True)


def _item(index: int, document: Document) -> Item:
    if document.error is not None:
        return Item(index, None, None, document.error)
    try:
        problem = read_document(document.value, document.file, document.place)
    except SymcauseError as error:
        return Item(index, _id(document.value), None, error.at(file=document.file))
    return Item(index, problem.id, problem)


def _id(document: object) -> str | None:
    from symcause.families.boolean.files.replayscm import record_id

    name = document.get("id") if isinstance(document, dict) else None
    return name if isinstance(name, str) else record_id(document)


def read_document(document: object, file: str | None = None, place: str = "") -> Problem:
    """The problem that a decoded JSON or YAML value describes, in any known format."""
    try:
        if not isinstance(document, dict):
            raise ProblemError("a problem is a JSON object", remedy="see docs/formats.md")
        module, _, name = _reader(document).partition(":")
        return cast("Problem", getattr(import_module(module), name)(document, file))
    except SymcauseError as error:
        raise error.at(file=file, place=place or None) from None


def _reader(document: dict[str, object]) -> str:
    """The reader of the document's format."""
    known = document.get("format")
    if isinstance(known, str) and known in READERS:
        return READERS[known]
    if isinstance(known, str) and known.startswith("symcause.certificate/"):
        raise ProblemError(_NOT_PROBLEMS["claim"], remedy="give the file of the problem")
    if known is not None:
        raise ProblemError(
            "unknown format",
            place="format",
            value=known,
            remedy=did_you_mean(str(known), READERS),
        )
    inner = document.get("problem")
    shown = inner if isinstance(inner, dict) else document
    for keys, reader in FOREIGN.items():
        if all(key in shown for key in keys):
            return reader
    for key, message in _NOT_PROBLEMS.items():
        if key in document:
            raise ProblemError(message, remedy="give the file of the problem")
    raise ProblemError(
        "the key 'format' is missing", remedy=f'add "format": "{next(iter(READERS))}"'
    )
