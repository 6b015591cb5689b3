"""Prediction files: rows with the raw answers of systems, or answers stored with problems.

Of a row exactly one field is read, the one that the released scorer reads or that the user names, and it is
scored as it stands.
Rows may carry further keys. A row that cannot be used is reported in its place and reading goes on; one
row is in memory at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from symcause.bounds.formats_bounds import PREDICTION_BYTES
from symcause.errors import ProblemError, SymcauseError
from symcause.formats.answer_files.answer_tables import (
    answer_rows,
    is_answer_table,
    refuse_other_table,
)
from symcause.formats.answer_files.episode_stream import gathered, is_header
from symcause.formats.answer_files.prediction_document import (
    IDS,
    PROBLEM,
    UNNAMED,
    Keys,
    PredictionDocument,
    answer_missing,
    has_answer,
    is_silent,
    key_missing,
    system_key,
    under_key,
)
from symcause.formats.answer_files.prediction_document import Extracted as Extracted
from symcause.formats.answer_files.prediction_document import Prediction as Prediction
from symcause.formats.answer_files.token_usage import Metered
from symcause.formats.answer_files.transcript_detection import transcripts_below
from symcause.formats.pools.file_heads import opening
from symcause.formats.pools.foreign_pools import pooled
from symcause.formats.pools.json_documents import Document, json_documents
from symcause.formats.pools.text_detection import text_of
from symcause.formats.problems import answer_reader, foreign_of, format_readers, mistaken_for
from symcause.formats.storage.byte_streams import STANDARD_INPUT, Source, opened
from symcause.formats.struct_decoder import decode
from symcause.registry import families, family_named, load

if TYPE_CHECKING:
    from symcause.capabilities import Dotted, LogReader

_PLAIN = "response"
_KEYS = frozenset(("instanceId", "model", _PLAIN))

ONLY = ""
"""Where an answer does not say which problem it is about: the only one of its pool."""


@dataclass(frozen=True)
class Logged:
    """The log of a run of one system: its *text* ends with an answer.

    *name* is what the file is called, without its suffix; *place* where it lies in the folder given.
    """

    instance_id: str
    model: str
    text: str
    name: str = ""
    place: str = ""


@dataclass(frozen=True)
class BadPrediction:
    """A row that cannot be used, and why; *index* counts rows from 0."""

    index: int
    error: SymcauseError


@dataclass(frozen=True)
class Played:
    """An episode of one system about one problem: the lines of its transcript."""

    instance_id: str
    model: str
    lines: list[object]


Row = Prediction | BadPrediction | Played | Logged


def read_predictions(path: str | Path, keys: Keys = ()) -> Iterator[Prediction | BadPrediction]:
    """The rows of a prediction file, or the answers stored in a file of problems; ``-`` is stdin.

    The answers of rows stand under the first of *keys* that a row has, if any are given.
    """
    for index, row in enumerate(read_rows(path, keys)):
        if isinstance(row, Prediction | BadPrediction):
            yield row
        else:
            kind = "an episode" if isinstance(row, Played) else "the log of a run"
            error = ProblemError(f"this is {kind}, not a prediction", value=row.instance_id or None)
            yield BadPrediction(index, error.at(file=str(path)))


def read_rows(path: str | Path, keys: Keys = ()) -> Iterator[Row]:
    """The same, with the transcripts of episodes and the logs of runs among them."""
    if str(path) != STANDARD_INPUT and Path(path).is_dir():
        yield from _logs(Path(path))
        return
    reader = log_reader(path)
    if reader is not None:
        yield _placed(load(reader)(Path(path)), Path(path).name)
        return
    with opened(path) as source:
        first = source.first_byte()
        if not first:
            raise ProblemError("the file is empty", file=source.file)
        index = 0
        try:
            for document in _documents(source, first, keys):
                for row in rows_of(document, index, keys):
                    yield row
                    index += 1
        except SymcauseError as error:
            if index == 0:
                raise error.at(file=source.file) from None
            yield BadPrediction(index, error.at(file=source.file))


def _logs(folder: Path) -> Iterator[Row]:
    """The logs below a folder, then the transcripts of episodes, in the order of their paths."""
    index = 0
    for log in (log for one in families() for log in one.logs if log.finder is not None):
        assert log.finder is not None
        for path in load(log.finder)(folder):
            try:
                yield _placed(load(log.reader)(path), str(path.relative_to(folder)))
            except SymcauseError as error:
                yield BadPrediction(index, error.at(file=str(path)))
            index += 1
    for path in transcripts_below(folder):
        try:
            yield from read_rows(path)
        except SymcauseError as error:
            yield BadPrediction(index, error)
        index += 1
    if not index:
        raise ProblemError(
            "there is no log of a run below the folder",
            file=str(folder),
            remedy="give files of answers, or a folder of runs or of transcripts",
        )


def _placed(log: Logged, place: str) -> Logged:
    return replace(log, place=place)


def log_reader(path: str | Path) -> Dotted[LogReader] | None:
    """Who reads a file that begins as the log of a run does; a pipe is read only once and is not asked."""
    if str(path) == STANDARD_INPUT or not Path(path).is_file():
        return None
    with opened(path) as source:
        if source.first_byte() != b"{":
            return None
    value = opening(path)
    kind = foreign_of(value)
    if value.keys() & {*IDS, "format"} or (kind is not None and kind.answers is not None):
        return None
    known = (log for family in families() for log in family.logs)
    return next((log.reader for log in known if value.keys() & set(log.keys)), None)


def _documents(source: Source, first: bytes, keys: Keys) -> Iterator[Document]:
    if first in b"{[":
        return pooled(gathered(json_documents(source, PREDICTION_BYTES)))
    if is_answer_table(source.file):
        return answer_rows(source.file, keys)
    text = text_of(source)
    if text is None or not text.pattern:  # no family's files begin so
        refuse_other_table(source.file)
    if text is None or text.answers is None:
        raise ProblemError("it contains no stored answers", remedy="give a file of predictions")
    return load(text.answers)(source)


def rows_of(document: Document, index: int, keys: Keys = ()) -> Sequence[Row]:
    """The rows of one document; what is wrong with it stands in its place."""
    try:
        if document.error is not None:
            raise document.error
        if (not keys or keys[0] == _PLAIN) and (plain := _plain(document.value)) is not None:
            return [plain]
        if isinstance(document.value, list) and document.value and is_header(document.value[0]):
            return [_played(document.value)]
        ours = answer_reader(document.value)
        if ours is not None and isinstance(document.value, dict):
            return load(ours)(document.value)
        found = foreign_of(document.value)
        if found is not None and found.answers is not None:
            given = (document.value, document.file) if found.named_by_file else (document.value,)
            return load(found.answers)(*given)
        row = decode(_row(document.value, keys), PredictionDocument, place=document.place)
        return [_with_system(row.prediction(), document.value)]
    except SymcauseError as error:
        return [BadPrediction(index, error.at(file=document.file, place=document.place or None))]


def _with_system(prediction: Prediction, row: object) -> Prediction:
    """The answer of a row, with the key that may name its system where ``model`` does not."""
    if prediction.model != UNNAMED or not isinstance(row, dict):
        return prediction
    key = system_key(row)
    return prediction if key is None else replace(prediction, system=(key, str(row[key])))


def _plain(value: object) -> Prediction | None:
    """The answer in a row of the three keys that most have; None if the row is another."""
    if type(value) is not dict or value.keys() != _KEYS or not _ours():
        return None
    id, model, text = value["instanceId"], value["model"], value[_PLAIN]
    if not id or not all(isinstance(part, str) for part in (id, model, text)):
        return None
    return Prediction(id, model or UNNAMED, Metered(text))


@cache
def _ours() -> bool:
    """Are rows of these keys nobody else's documents? That is known by the keys alone."""
    return foreign_of(dict.fromkeys(_KEYS)) is None


def _row(value: object, keys: Keys) -> object:
    """The row that a document is. Raises ProblemError where it is none, or has no answer."""
    if not isinstance(value, dict):
        return value
    there = has_answer(value, keys)
    _refuse_other(value, there)
    if not there and (keys or not is_silent(value)):
        text, remedy = answer_missing(value, keys)
        raise ProblemError(text, remedy=remedy)
    return under_key(value, keys) if keys else value


def _refuse_other(document: dict[str, object], has_answer: bool) -> None:
    """Complain about what is known to be no answer: a problem, a log, a result."""
    known = document.get("format")
    ours = isinstance(known, str) and known in format_readers()
    kind = "this is a problem" if ours else None
    named = has_answer and isinstance(document.get(PROBLEM), str)
    if not named and not document.keys() & set(IDS):
        rest = {name: value for name, value in document.items() if name != _PLAIN}
        kind = kind or mistaken_for(rest)
    if kind is not None:
        remedy = _baseline(document) or "give a file of predictions"
        raise ProblemError(f"{kind}, not an answer", remedy=remedy)


def _baseline(document: dict[str, object]) -> str | None:
    """How to score what ``solve`` finds, where the document is a result of it."""
    family = family_named(document.get("family"))
    if not {"status", "optimal"} <= document.keys() or family is None:
        return None
    solver = family.solver
    return solver and f"symcause score POOL --baseline {solver} scores what solve finds"


def _played(lines: list[object]) -> Played:
    header = lines[0]
    assert isinstance(header, dict)
    name, agent = header.get("id"), header.get("agent", "unnamed")
    if not isinstance(name, str) or not isinstance(agent, str):
        raise key_missing("id")
    return Played(name, agent, lines)
