"""Prediction files: rows with the raw answers of systems, or answers stored with problems.

Of a row exactly one field is read, the one that the released scorer reads, and it is scored as it stands.
Rows may carry further keys. A row that cannot be used is reported in its place and reading goes on; one
row is in memory at a time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from symcause.errors import ProblemError, SymcauseError
from symcause.formats.answer_files.episode_stream import gathered, is_header
from symcause.formats.answer_files.token_usage import Metered
from symcause.formats.answer_files.transcript_detection import transcripts_below
from symcause.formats.pools.file_heads import opening
from symcause.formats.pools.json_documents import Document, json_documents
from symcause.formats.pools.text_detection import text_of
from symcause.formats.problems import answer_reader, foreign_of, format_readers, mistaken_for
from symcause.formats.storage.byte_streams import STANDARD_INPUT, Source, opened
from symcause.formats.struct_decoder import decode
from symcause.registry import families, family_named, load

MAX_LINE = 16 * 1024 * 1024
"""Most bytes of one row."""

IDS = ("instanceId", "problemId", "id")
"""Keys under which a row names its problem, the first one first."""

_KEYS = frozenset(("instanceId", "model", "response"))

RULES = {"PredictionDocument": {"anyOf": [{"required": [key]} for key in IDS]}}
"""A row names its problem; one without an answer holds the empty one."""

UNNAMED = "submitted-model"
"""What the release calls a system that a row does not name."""


class Extracted(Metered):
    """The JSON of an answer that somebody else found in a text: nobody knows how strict the text was."""


class PredictionDocument(msgspec.Struct, frozen=True):
    """One answer of one system to one problem; further keys are ignored.

    The problem is the first of ``instanceId``, ``problemId``, ``id`` that is not empty. The answer is
    ``extractedAnswer`` if that is an object; else one text, whatever it holds: ``rawResponse`` if the key
    is there, else ``response`` if the key is there, else ``text``. ``latencyMs`` and ``usage`` are what
    it took, ``attempt`` what a baseline says of it.
    """

    instanceId: str | None = None  # noqa: N815 - the published names
    problemId: str | None = None  # noqa: N815
    id: str | None = None
    model: str | None = None
    response: str | UnsetType | None = UNSET
    rawResponse: str | UnsetType | None = UNSET  # noqa: N815
    text: str | UnsetType | None = UNSET
    extractedAnswer: Any = None  # noqa: N815
    latencyMs: Any = None  # noqa: N815
    usage: Any = None
    attempt: Any = None

    def prediction(self) -> Prediction:
        """The answer. Raises ProblemError if the problem is not named."""
        name = self.instanceId or self.problemId or self.id
        if not name:
            raise _missing("instanceId")
        answer = self._answer()
        if self.latencyMs is not None or self.usage is not None:
            answer = answer.with_usage({"latencyMs": self.latencyMs, "usage": self.usage})
        if isinstance(self.attempt, dict) and "status" in self.attempt:
            answer.attempt = self.attempt
        return Prediction(name, self.model or UNNAMED, answer)

    def _answer(self) -> Metered:
        if isinstance(self.extractedAnswer, dict):
            return Extracted(json.dumps(self.extractedAnswer, ensure_ascii=False))
        texts = (self.rawResponse, self.response, self.text)
        return Metered(next((text for text in texts if text is not UNSET), None) or "")


def _missing(key: str) -> ProblemError:
    return ProblemError(f"the key {key!r} is missing", remedy=f"add {key!r}")


@dataclass(frozen=True)
class Prediction:
    """One answer of one system to one problem, as raw text."""

    instance_id: str
    model: str
    response: str

    def to_dict(self) -> dict[str, str]:
        """The row of a prediction file."""
        return {"instanceId": self.instance_id, "model": self.model, "response": self.response}


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


def read_predictions(path: str | Path) -> Iterator[Prediction | BadPrediction]:
    """The rows of a prediction file, or the answers stored in a file of problems; ``-`` is stdin."""
    for index, row in enumerate(read_rows(path)):
        if isinstance(row, Prediction | BadPrediction):
            yield row
        else:
            kind = "an episode" if isinstance(row, Played) else "the log of a run"
            error = ProblemError(f"this is {kind}, not a prediction", value=row.instance_id or None)
            yield BadPrediction(index, error.at(file=str(path)))


def read_rows(path: str | Path) -> Iterator[Row]:
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
            for document in _documents(source, first):
                for row in rows_of(document, index):
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


def log_reader(path: str | Path) -> str | None:
    """Who reads a file that begins as the log of a run does; a pipe is read only once and is not asked."""
    if str(path) == STANDARD_INPUT or not Path(path).is_file():
        return None
    with opened(path) as source:
        if source.first_byte() != b"{":
            return None
    value = opening(path)
    if value.keys() & {*IDS, "format"}:
        return None
    known = (log for family in families() for log in family.logs)
    return next((log.reader for log in known if value.keys() & set(log.keys)), None)


def _documents(source: Source, first: bytes) -> Iterator[Document]:
    if first in b"{[":
        return gathered(json_documents(source, MAX_LINE))
    text = text_of(source)
    if text is None or text.answers is None:
        raise ProblemError("it contains no stored answers", remedy="give a file of predictions")
    documents: Iterator[Document] = load(text.answers)(source)
    return documents


def rows_of(document: Document, index: int) -> Sequence[Row]:
    """The rows of one document; what is wrong with it stands in its place."""
    try:
        if document.error is not None:
            raise document.error
        if (plain := _plain(document.value)) is not None:
            return [plain]
        if isinstance(document.value, list) and document.value and is_header(document.value[0]):
            return [_played(document.value)]
        ours = answer_reader(document.value)
        if ours is not None:
            kept: list[Prediction] = load(ours)(document.value)
            return kept
        found = foreign_of(document.value)
        if found is not None and found.answers is not None:
            given = (document.value, document.file) if found.named_by_file else (document.value,)
            stored: list[Prediction] = load(found.answers)(*given)
            return stored
        if isinstance(document.value, dict):
            _refuse_other(document.value)
        row = decode(document.value, PredictionDocument, place=document.place)
        return [row.prediction()]
    except SymcauseError as error:
        return [BadPrediction(index, error.at(file=document.file, place=document.place or None))]


def _plain(value: object) -> Prediction | None:
    """The answer in a row of the three keys that most have; None if the row is another."""
    if type(value) is not dict or value.keys() != _KEYS or not _ours():
        return None
    id, model, text = value["instanceId"], value["model"], value["response"]
    if not id or not all(isinstance(part, str) for part in (id, model, text)):
        return None
    return Prediction(id, model or UNNAMED, Metered(text))


@cache
def _ours() -> bool:
    """Are rows of these keys nobody else's documents? That is known by the keys alone."""
    return foreign_of(dict.fromkeys(_KEYS)) is None


def _refuse_other(document: dict[str, object]) -> None:
    """Complain about what is known to be no answer: a problem, a log, a result."""
    known = document.get("format")
    ours = isinstance(known, str) and known in format_readers()
    kind = "this is a problem" if ours else None
    if not document.keys() & set(IDS):
        kind = kind or mistaken_for(document)
    if kind is not None:
        remedy = _baseline(document) or "give a file of predictions"
        raise ProblemError(f"{kind}, not an answer", remedy=remedy)


def _baseline(document: dict[str, object]) -> str | None:
    """How to score what ``solve`` finds, where the document is a result of it."""
    found = family_named(document.get("family"))
    if not {"status", "optimal"} <= document.keys() or found is None:
        return None
    solver = found.solver
    return solver and f"symcause score POOL --baseline {solver} scores what solve finds"


def _played(lines: list[object]) -> Played:
    header = lines[0]
    assert isinstance(header, dict)
    name, agent = header.get("id"), header.get("agent", "unnamed")
    if not isinstance(name, str) or not isinstance(agent, str):
        raise _missing("id")
    return Played(name, agent, lines)
