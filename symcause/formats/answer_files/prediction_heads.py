"""The heads of prediction rows: problem and system of each answer, without reading the rest.

What is asked of a million rows before the first one is scored is only which of them are about the same
problem by the same system. A row that this pass has got through may still turn out to be malformed; so it
is a *suspicion*, and whoever acts on one reads that row in full (:meth:`Heads.row`). A file in which a line
may hold more or less than one row is not for this pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from symcause.bounds.formats_bounds import PREDICTION_BYTES
from symcause.errors import LimitError, SymcauseError
from symcause.formats.answer_files.episode_stream import is_header
from symcause.formats.answer_files.prediction_document import (
    IDS,
    PROBLEM,
    UNNAMED,
    Keys,
    Prediction,
    PredictionDocument,
)
from symcause.formats.answer_files.predictions import BadPrediction, log_reader, rows_of
from symcause.formats.pools.json_documents import line_document
from symcause.formats.storage.byte_streams import STANDARD_INPUT, opened
from symcause.registry import families

_ROWS, _BYTES = 2_000, 1 << 20  # as much as that is in memory at a time

Head = tuple[str, str]
"""The problem and the system of a row."""


class NotForThis(Exception):
    """The lines of the file are not rows one by one: it has to be read in full."""


@dataclass(frozen=True)
class Heads:
    """Some rows of a file, one after the other: whom each names, and its text."""

    lines: list[bytes | LimitError]
    keys: Keys = ()  # of the answer

    @cached_property
    def heads(self) -> list[Head | None]:
        """Whom the rows name. Raises NotForThis."""
        return _heads(self.lines, self.keys)

    def row(self, index: int) -> Prediction | BadPrediction:
        """One of them, read in full. Raises NotForThis."""
        return _row(self.lines[index], self.keys)


def read_heads(path: str | Path, keys: Keys = ()) -> Iterator[Heads]:
    """The rows of a file, as many and in the same order as :func:`read_rows` gives them, by *keys*.

    Raises NotForThis where the first rows show it already.
    """
    if str(path) == STANDARD_INPUT or not Path(path).is_file() or log_reader(path) is not None:
        raise NotForThis
    with opened(path) as source:
        if source.first_byte() != b"{":
            raise NotForThis
        lines = source.lines(PREDICTION_BYTES)
        first, second = next(lines, None), next(lines, None)
        if first is None or second is None or line_document(first, "").error is not None:
            raise NotForThis
        held: list[bytes | LimitError] = []
        size = 0
        try:
            for line in chain((first, second), lines):
                held.append(line)
                size += len(line) if isinstance(line, bytes) else 0
                if len(held) == _ROWS or size > _BYTES:
                    yield Heads(held, keys)
                    held, size = [], 0
        except SymcauseError as error:  # the file cannot be read any further: one more row says so
            held.append(LimitError(str(error)))
        if held:
            yield Heads(held, keys)


def _heads(lines: list[bytes | LimitError], keys: Keys) -> list[Head | None]:
    try:
        documents: list[PredictionDocument] = list(map(_decoder().decode, lines))
    except (msgspec.DecodeError, TypeError, UnicodeDecodeError, RecursionError):
        return [_head(line, keys) for line in lines]
    return [
        (name, row.model or UNNAMED)
        if (name := row.instanceId or row.problemId or row.id or row.problem)
        else _slowly(line, keys)
        for row, line in zip(documents, lines, strict=True)
    ]


def _head(line: bytes | LimitError, keys: Keys) -> Head | None:
    try:
        row: PredictionDocument = _decoder().decode(line)
    except (msgspec.DecodeError, TypeError, UnicodeDecodeError, RecursionError):
        return _slowly(line, keys)
    name = row.instanceId or row.problemId or row.id or row.problem
    return (name, row.model or UNNAMED) if name else _slowly(line, keys)


def _slowly(line: bytes | LimitError, keys: Keys) -> Head | None:
    row = _row(line, keys)
    return (row.instance_id, row.model) if isinstance(row, Prediction) else None


def _row(line: bytes | LimitError, keys: Keys = ()) -> Prediction | BadPrediction:
    document = line_document(line, "")
    rows = rows_of(document, 0, keys)
    (row,) = rows if len(rows) == 1 else (None,)
    if is_header(document.value) or not isinstance(row, Prediction | BadPrediction):
        raise NotForThis
    return row


@cache
def _decoder() -> Any:
    """Reads the names of a row, and fails where it holds a key by which a line may be something else."""
    never = Annotated[int, Meta(gt=0, lt=0)]
    usual = {*PredictionDocument.__struct_fields__}
    told = {next(k for k in f.keys if k not in usual) for one in families() for f in one.foreign}
    fields: list[Any] = [(key, str | None, None) for key in (*IDS, "model")]
    fields += [(PROBLEM, str | None, None)]  # an object may be the problem of a foreign document
    fields += [(key, never, 0) for key in sorted({"format", *told})]
    return msgspec.json.Decoder(msgspec.defstruct("Names", fields))
