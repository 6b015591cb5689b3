"""Capabilities for files: how problems and stored answers are read, written, edited and published."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from symcause.audits.tables.row_tables import RowTables, Taker
    from symcause.formats.answer_files.prediction_document import Prediction
    from symcause.formats.answer_files.predictions import Logged
    from symcause.formats.pools.json_documents import Document
    from symcause.formats.problems import Problem
    from symcause.formats.sheets import Sheet
    from symcause.formats.storage.byte_streams import Source


ProblemClass: TypeAlias = "type[Problem]"
"""``problem``: a frozen dataclass with the field ``id``."""

RowsClass: TypeAlias = "type[RowTables[Problem, Taker]]"
"""``rows``: makes problems of tables."""

FileClass: TypeAlias = "type[Any]"
"""``schemas``: the msgspec type of a file format."""


class Reader(Protocol):
    """``formats``: the problem of a document in a format of the family's own. Raises ProblemError."""

    def __call__(self, document: Mapping[str, object], file: str | None, /) -> Problem: ...


class ForeignReader(Protocol):
    """``foreign.reader``: the same for a document of another project; if *placed*, with its place."""

    def __call__(
        self, document: Mapping[str, object], file: str | None, place: str = ..., /
    ) -> Problem: ...


class IdReader(Protocol):
    """``foreign.named``: the id of a document that cannot be read; None where it has none."""

    def __call__(self, document: Mapping[str, object], /) -> str | None: ...


class GraphReader(Protocol):
    """``graphs``: the problem of a graph that stands alone: a text, a node-link document, a DAG."""

    def __call__(self, graph: object, file: str | None, /) -> Problem: ...


class TextReader(Protocol):
    """``texts.reader`` and ``texts.answers``: the documents of a file that is no JSON."""

    def __call__(self, source: Source, /) -> Iterator[Document]: ...


class StoredAnswers(Protocol):
    """``answers``: the predictions in a document of a format of the family's own."""

    def __call__(self, document: Mapping[str, object], /) -> Sequence[Prediction]: ...


class ForeignAnswers(Protocol):
    """``foreign.answers``: those beside a problem of another project; if *named_by_file*, with the file."""

    def __call__(
        self, document: Mapping[str, object], file: str | None = ..., /
    ) -> Sequence[Prediction]: ...


class PoolReader(Protocol):
    """``foreign.pool``: the documents of a file, its first of that kind, as those of single problems."""

    def __call__(self, documents: Iterator[Document], /) -> Iterator[Document]: ...


class LogReader(Protocol):
    """``logs.reader``: the log of a run, with the answer at its end."""

    def __call__(self, path: Path, /) -> Logged: ...


class LogFinder(Protocol):
    """``logs.finder``: the logs of a folder."""

    def __call__(self, folder: Path, /) -> Iterable[Path]: ...


class Writer(Protocol):
    """``writer``: the document of a problem, in the format of its family."""

    def __call__(self, problem: Problem, /) -> dict[str, object]: ...


class Exporter(Protocol):
    """``exports``: a problem as a text of another format; the *first* of a file may have a heading."""

    def __call__(self, problem: Problem, first: bool, /) -> str: ...


class SheetWriter(Protocol):
    """``sheet``: the tables by which a document is edited."""

    def __call__(self, document: Mapping[str, object], /) -> Sheet: ...


class SheetReader(Protocol):
    """``edited``: a document after its sheet was edited."""

    def __call__(self, document: Mapping[str, object], sheet: Sheet, /) -> dict[str, object]: ...


class PublicView(Protocol):
    """``public``: the problem as everybody may see it."""

    def __call__(self, problem: Problem, /) -> Problem: ...


class DatasetFacts(Protocol):
    """``tally``: facts about a problem that a dataset counts."""

    def __call__(self, problem: Problem, /) -> Mapping[str, str]: ...
