"""Evaluations that a record of the release stores beside its answers."""

from __future__ import annotations

from typing import Any

from symcause.formats.metadata import plain_metadata


def stored_evaluations(record: Any) -> dict[str, dict[str, object]]:
    """By model: from a map (``modelResults``) or, in expanded files, a list (``llmResults``)."""
    stored = record.get("modelResults") or record.get("llmResults") or {}
    if isinstance(stored, list):
        stored = {entry["model"]: entry for entry in stored}
    told = {str(model): result for model, result in stored.items() if isinstance(result, dict)}
    named = {model: result.get("evaluation") for model, result in told.items()}
    return {model: plain_metadata(e) for model, e in named.items() if isinstance(e, dict)}
