"""Evaluations that a record of the release stores beside its answers."""

from __future__ import annotations

from typing import Any

from symcause.formats.metadata import plain_metadata


def stored_evaluations(record: Any) -> dict[str, dict[str, object]]:
    """By model: from a map (``modelResults``) or, in expanded files, a list (``llmResults``)."""
    stored = record.get("modelResults") or record.get("llmResults") or {}
    if isinstance(stored, list):
        stored = {entry["model"]: entry for entry in stored}
    named = {str(model): result.get("evaluation") for model, result in stored.items()}
    return {model: plain_metadata(e) for model, e in named.items() if isinstance(e, dict)}
