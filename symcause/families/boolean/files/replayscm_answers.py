"""Answers that systems gave, as the ReplaySCM release stores them beside each problem."""

from __future__ import annotations

import json
from collections.abc import Mapping

from symcause.families.boolean.files.document import plain
from symcause.families.boolean.files.replayscm import record_id
from symcause.formats.predictions import Prediction


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
