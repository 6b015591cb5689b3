"""Responses of the textgraph release (ReCITE), and predictions that name their task.

A published row has ``sample_id``, ``model``, ``task_type``, ``response_answer`` and perhaps
``corrected_answer``; the corrected answer is scored where there is one. What else a scorer must know
travels with the text: a :class:`.Response` is the text of an answer that remembers its task, its id, and
what the released scorer reads of the row.
"""

from __future__ import annotations

from collections.abc import Mapping

from symcause.errors import ProblemError
from symcause.families.textgraph.files.answer.answer_response import Response
from symcause.families.textgraph.files.answer.released_reader import DATABASE, PUBLISHED
from symcause.families.textgraph.files.decimal_ids import decimal_id
from symcause.formats.answer_files.predictions import Prediction


class DatabaseRow(dict[str, object]):
    """A row that the released program kept in its database: it is scored another way."""


def stored_response(row: Mapping[str, object]) -> list[Prediction]:
    """The answer in a published row."""
    sample = decimal_id(row.get("sample_id"))
    if sample is None:
        raise ProblemError("the key is missing", place="sample_id")
    text = _text(row, "corrected_answer") or _text(row, "response_answer") or ""
    response = Response.of(text, _text(row, "task_type"), decimal_id(row.get("id")))
    response.row, response.path = _scored(row), _path(row)
    response.written = _text(row, "response_answer") or ""
    response.reasoning = len(_text(row, "response_reasoning") or "") or None
    return [Prediction(sample, _text(row, "model") or "unnamed", response)]


def tasked_prediction(row: Mapping[str, object]) -> list[Prediction]:
    """The answer in a prediction that names its task."""
    instance = decimal_id(row.get("instanceId"))
    if instance is None:
        raise ProblemError("the key is missing", place="instanceId")
    response = Response.of(_text(row, "response") or "", _text(row, "task_type"), None)
    return [Prediction(instance, _text(row, "model") or "unnamed", response)]


def no_problem(document: object, file: str | None = None) -> object:
    """A response where a problem was expected."""
    raise ProblemError(
        "this is a response, not a problem", file=file, remedy="give the file of the samples"
    )


def _path(row: Mapping[str, object]) -> str:
    return DATABASE if isinstance(row, DatabaseRow) else PUBLISHED


def _scored(row: Mapping[str, object]) -> str:
    """The text that the released scorer takes: a database keeps an empty correction apart from none."""
    corrected, answer = row.get("corrected_answer"), row.get("response_answer")
    absent = corrected is None if _path(row) == DATABASE else not corrected
    found = answer if absent else corrected
    return found if isinstance(found, str) else ""


def _text(row: Mapping[str, object], key: str) -> str | None:
    value = row.get(key)
    return value if isinstance(value, str) and value.strip() else None
