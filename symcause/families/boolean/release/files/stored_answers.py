"""Stored answers: what systems answered, as the ReplaySCM release keeps it beside each problem."""

from __future__ import annotations

import json
from collections.abc import Mapping

from symcause.families.boolean.release.files.record_reader import record_id
from symcause.formats.answer_files.prediction_document import UNNAMED, Extracted, Prediction
from symcause.formats.answer_files.token_usage import Metered
from symcause.formats.metadata import plain_value


def stored_predictions(record: object) -> list[Prediction]:
    """The answers stored in a record of the release.

    As in a row of predictions: an extracted answer that is an object, else the raw response; but here an
    empty one gives way to ``response``.
    """
    name = record_id(record) or ""
    return [
        Prediction(name, model, _answer(model, result).with_usage(result))
        for model, result in _results(record).items()
    ]


def _answer(model: str, result: Mapping[str, object]) -> Metered:
    extracted = result.get("extractedAnswer")
    if isinstance(extracted, Mapping):
        return Extracted(json.dumps(plain_value(extracted, model), ensure_ascii=False))
    text = result.get("rawResponse") or result.get("response")
    return Metered(text if isinstance(text, str) else "")


def _results(record: object) -> dict[str, Mapping[str, object]]:
    """Results by system: a map (``modelResults``) or, in expanded files, a list (``llmResults``)."""
    if not isinstance(record, Mapping):
        return {}
    stored = record.get("modelResults") or record.get("llmResults")
    if isinstance(stored, list):
        named = [entry for entry in stored if isinstance(entry, Mapping)]
        stored = {entry.get("model") or UNNAMED: entry for entry in named}
    if not isinstance(stored, Mapping):
        return {}
    return {str(m): result for m, result in stored.items() if isinstance(result, Mapping)}
