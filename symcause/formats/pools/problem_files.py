"""Problem files in any format: pools are read as a stream of problems and errors.

A *pool* is a file with several problems or a folder of files. A problem that is malformed is
reported in its place and reading goes on; a file that cannot be read at all raises.

>>> import symcause
>>> symcause.load("examples/replay.json").id
'replay'
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from symcause.bounds.formats_bounds import DOCUMENT_BYTES, NAMED_IDS, RESPONSE_BYTES, SEEN_IDS
from symcause.errors import LimitError, ProblemError, SymcauseError, UsageError, did_you_mean
from symcause.formats.answer_files.episode_stream import gathered
from symcause.formats.json_text import decode_text
from symcause.formats.pools.bare_graphs import (
    graph_alone,
    is_printed_matrix,
    refuse_bare_graph,
    refuse_comment,
)
from symcause.formats.pools.foreign_pools import pooled
from symcause.formats.pools.json_documents import Document, json_documents
from symcause.formats.pools.pool_folders import SUFFIXES, TABLES, is_folder, problem_files
from symcause.formats.pools.text_detection import text_named, text_of
from symcause.formats.problems import (
    Problem,
    document_id,
    format_readers,
    graph_reader,
    is_companion,
    read_document,
)
from symcause.formats.storage.byte_streams import Source, opened, read_bytes
from symcause.registry import load as named


@dataclass(frozen=True)
class Item:
    """One problem of a pool, or the error in its place; *index* counts from 0.

    *file* is where it stands in a pool that is a folder.
    """

    index: int
    id: str | None
    problem: Problem | None
    error: SymcauseError | None = None
    file: str | None = None

    def at(self, index: int, file: str) -> Item:
        """The same at another place."""
        return Item(index, self.id, self.problem, self.error, file)


class Unread(Item):
    """A document that is read as a problem when somebody asks; until then it travels as it is."""

    def __init__(
        self, index: int, id: str, document: Document, question: str | None, file: str | None = None
    ) -> None:
        vars(self).update(index=index, id=id, file=file, _document=document, _question=question)

    @cached_property
    def _read(self) -> Item:
        return _item(self.index, vars(self)["_document"], vars(self)["_question"])

    @property
    def problem(self) -> Problem | None:
        return self._read.problem

    @property
    def error(self) -> SymcauseError | None:
        return self._read.error

    def at(self, index: int, file: str) -> Item:
        own = vars(self)
        return Unread(index, str(self.id), own["_document"], own["_question"], file)

    def __getstate__(self) -> dict[str, object]:
        return {key: value for key, value in vars(self).items() if key != "_read"}

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state)


def read_problems(
    path: str | Path,
    id: str | None = None,
    question: str | None = None,
    *,
    lazily: bool = False,
    form: str | None = None,
) -> Iterator[Item]:
    """The problems of a file or folder, in order; ``-`` is standard input. *id* picks one.

    What a bare graph file means depends on the *question*. *lazily*: documents in our formats are read
    when somebody asks for their problems, here or in another process. *form*: how graph files are written.
    """
    asked = _Asked(question, lazily, form)
    items = _folder(Path(path), asked) if is_folder(path) else _file(path, asked)
    if id is None:
        yield from items
        return
    seen: list[str] = []
    for item in items:
        if item.id == id:
            yield item
            return
        if item.id is not None and len(seen) < SEEN_IDS:
            seen.append(item.id)
    raise UsageError("no problem has this id", file=str(path), value=id, remedy=_id_hint(id, seen))


def read_problem(
    path: str | Path, id: str | None = None, question: str | None = None, form: str | None = None
) -> Problem:
    """The one problem at *path*, or the one with this *id*."""
    items = read_problems(path, id, question, form=form)
    first = next(items, None)
    if first is None:
        raise ProblemError("no problem in it", file=str(path))
    second = None if id is not None else next(items, None)
    if second is not None:
        ids = [item.id or "?" for item in (first, second)]
        ids += [item.id or "?" for item, _ in zip(items, range(NAMED_IDS), strict=False)]
        more = " …" if len(ids) > NAMED_IDS else ""
        raise UsageError(
            "several problems",
            file=str(path),
            remedy=f"pick one by its id: {', '.join(ids[:NAMED_IDS])}{more}",
        )
    if first.error is not None:
        raise first.error
    assert first.problem is not None
    return first.problem


def read_text(path: str | Path, limit: int = DOCUMENT_BYTES) -> str:
    """The text of a file in UTF-8, if it stays within *limit* bytes; ``-`` is standard input."""
    return decode_text(read_bytes(path, limit), file=str(path))


@contextmanager
def named_by_option() -> Iterator[None]:
    """Inside, a file beyond a bound is malformed: reading it is no part of a question's budget."""
    try:
        yield
    except LimitError as error:
        complaint = error.complaint
        raise ProblemError(
            complaint.message, file=complaint.file, place=complaint.place, remedy=complaint.remedy
        ) from None


def read_response(path: str | Path, limit: int = RESPONSE_BYTES) -> str:
    """The raw text of an answer, whatever it is: a readable answer is scored, never refused.

    Bytes that are no UTF-8 are replaced. Of a longer text one byte past *limit* is kept, so that the
    scorer sees that it is too long.
    """
    with opened(path) as source:
        return source.read(limit + 1).decode("utf-8", errors="replace")


def _id_hint(id: str, seen: list[str]) -> str | None:
    if not seen:
        return "the file holds no readable problem"
    listed = ", ".join(seen[:NAMED_IDS]) + (" …" if len(seen) > NAMED_IDS else "")
    return did_you_mean(id, seen) or f"known: {listed}"


class _Asked(NamedTuple):
    """What the problems are read for, and when."""

    question: str | None
    lazily: bool = False
    form: str | None = None


def _folder(folder: Path, asked: _Asked) -> Iterator[Item]:
    index = 0
    if asked.form is None:
        from symcause.formats.tables.row_detection import refuse_row_folder

        refuse_row_folder(str(folder))
    for path in problem_files(folder):
        try:
            for item in _file(path, asked, beside=True):
                yield item.at(index, str(path))
                index += 1
        except SymcauseError as error:
            yield Item(index, None, None, error)
            index += 1


def _file(path: str | Path, asked: _Asked, *, beside: bool = False) -> Iterator[Item]:
    """The problems of a file; *beside* others, one that only helps to read them is passed over."""
    with opened(path) as source:
        index = 0
        try:
            for item in _items(source, asked, beside):
                if item is not None:
                    yield item
                index += 1
        except SymcauseError as error:
            if index == 0:
                raise error.at(file=source.file) from None
            yield Item(index, None, None, error.at(file=source.file))
            return
    if index == 0:
        raise ProblemError("no problem in it", file=str(path))


def _items(source: Source, asked: _Asked, beside: bool) -> Iterator[Item | None]:
    question = asked.question
    first = source.first_byte()
    if not first:
        raise ProblemError("the file is empty", file=source.file)
    if asked.form is None and Path(source.file).suffix.lower() in TABLES:
        from symcause.formats.tables.row_detection import refuse_rows

        refuse_rows(source.file)
    graphs = None if Path(source.file).suffix.lower() in SUFFIXES else graph_reader(question)
    stated = None if asked.form is None else text_named(f".{asked.form}")
    if asked.form is not None and stated is None:
        from symcause.formats.pools.bare_graphs import stated_graph

        problem = stated_graph(source, question, asked.form)
        yield Item(0, problem.id, problem)
        return
    if stated is not None:
        documents = named(stated.reader)(source)
    elif first in b"{[" and not (graphs is not None and is_printed_matrix(source)):
        documents = pooled(gathered(json_documents(source)))
    elif (text := text_of(source)) is not None and (text.pattern or graphs is None):
        if not text.pattern:
            refuse_comment(source)
            refuse_bare_graph(source, question)
        documents = named(text.reader)(source)
    elif graphs is not None:
        refuse_comment(source)
        problem = graph_alone(decode_text(source.rest(), file=source.file), graphs, source.file)
        yield Item(0, problem.id, problem)
        return
    else:
        raise ProblemError("neither JSON nor a text that any family reads", file=source.file)
    for index, document in enumerate(documents):
        passed = beside and is_companion(document.value)
        if passed:
            yield None
        elif asked.lazily and (id := _stated_id(document)) is not None:
            yield Unread(index, id, document, question)
        else:
            yield _item(index, document, question)


def _stated_id(document: Document) -> str | None:
    """The id that a document in one of our formats gives to its problem."""
    value = document.value
    if document.error is not None or not isinstance(value, dict):
        return None
    name, id = value.get("format"), value.get("id")
    return (
        id if isinstance(id, str) and isinstance(name, str) and name in format_readers() else None
    )


def _item(index: int, document: Document, question: str | None) -> Item:
    if document.error is not None:
        return Item(index, None, None, document.error)
    try:
        problem = read_document(document.value, document.file, document.place, question)
    except SymcauseError as error:
        return Item(index, document_id(document.value), None, error.at(file=document.file))
    return Item(index, problem.id, problem)
