"""Prediction files: JSONL rows ``{"instanceId", "model", "response"}``, or the release's own results.

``response`` is the raw text of a system, scored as it stands. Rows may carry further keys. A row that
cannot be used is reported in its place and reading goes on; one row is in memory at a time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from symcause.errors import ProblemError, SymcauseError
from symcause.families.boolean.files.document import plain
from symcause.families.boolean.files.replayscm import is_record, record_id
from symcause.families.boolean.files.replayscm_release import release_documents
from symcause.formats.decoding import decode
from symcause.formats.documents import Document, json_documents
from symcause.formats.streams import opened

MAX_LINE = 16 * 1024 * 1024
"""Most bytes of one row."""


class PredictionDocument(msgspec.Struct, frozen=True):
    """One answer of one system to one problem; further keys are ignored."""

    instanceId: str  # noqa: N815 - the published name
    response: str
    model: str = "unnamed"


@dataclass(frozen=True)
class Prediction:
    """One answer of one system to one problem, as raw text."""

    instance_id: str
    model: str
    response: str

    def to_dict(self) -> dict[str, str]:
        """The row of a prediction file."""
        return {"instanceId": self.instance_id, "model": self.model, "response": self.response}


@dataclass(frozen=True)
class BadPrediction:
    """A row that cannot be used, and why; *index* counts rows from 0."""

    index: int
    error: SymcauseError


def read_predictions(path: str | Path) -> Iterator[Prediction | BadPrediction]:
    """The rows of a prediction file, or the results stored in a ReplaySCM file; ``-`` is stdin."""
    with opened(path) as source:
        first = source.first_byte()
        if not first:
            raise ProblemError("the file is empty", file=source.file)
        index = 0
        if first in b"{[":
            documents = json_documents(source, MAX_LINE)
        else:
            documents = release_documents(source)
        try:
            for document in documents:
                for row in _rows(document, index):
                    yield row
                    index += 1
        except SymcauseError as error:
            if index == 0:
                raise error.at(file=source.file) from None
            yield BadPrediction(index, error.at(file=source.file))


def _rows(document: Document, index: int) -> list[Prediction] | list[BadPrediction]:
    try:
        if document.error is not None:
            raise document.error
        if is_record(document.value):
            return stored_predictions(document.value)
        row = decode(document.value, PredictionDocument, place=document.place)
    except SymcauseError as error:
        return [BadPrediction(index, error.at(file=document.file))]
    return [Prediction(row.instanceId, row.model, row.response)]


def stored_predictions(record: object) -> list[Prediction]:
    """The answers stored in a record of the release.

    The raw response if there is one, else the extracted answer as JSON, else the empty text.
    """
    found = []
    for model, result in _results(record).items():
        response = result.get("rawResponse")
        if not isinstance(response, str):
            answer = result.get("extractedAnswer")
            kept = isinstance(answer, Mapping)
            response = json.dumps(plain(answer, model), ensure_ascii=False) if kept else ""
        found.append(Prediction(record_id(record) or "", model, response))
    return found


def stored_evaluations(record: object) -> dict[str, dict[str, object]]:
    """The evaluations stored in a record of the release, by model."""
    found = {}
    for model, result in _results(record).items():
        evaluation = result.get("evaluation")
        if isinstance(evaluation, dict):
            found[model] = plain(evaluation, model)
    return found


def _results(record: object) -> dict[str, Mapping[str, object]]:
    results = record.get("modelResults") if isinstance(record, Mapping) else None
    if not isinstance(results, Mapping):
        return {}
    return {str(m): result for m, result in results.items() if isinstance(result, Mapping)}
