"""Token usage and time that an answer took, as prediction files state them.

Kinds of tokens have several names; the first that holds a number counts, first in the row, then in its
``usage``, then in the ``usageDetails`` of either, which may be the text of a JSON object.

>>> usage_of({"latencyMs": 1500, "usage": {"usageDetails": '{"input_tokens": 10}'}})
{'latency_ms': 1500.0, 'input_tokens': 10.0}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Self

_PLAIN = {
    "latency_ms": ("latencyMs",),
    "billed_tokens": ("billedTokens", "billedOutputTokens", "billed_output_tokens"),
    "thinking_tokens": ("thinkingTokens",),
}
_DETAILED = {
    "billed_tokens": ("output_tokens", "outputTokens", "completion_tokens", "completionTokens"),
    "thinking_tokens": ("reasoning_tokens", "reasoningTokens"),
    "input_tokens": ("input_tokens", "inputTokens", "prompt_tokens", "promptTokens"),
    "total_tokens": ("total_tokens", "totalTokens"),
}
_MOST = 1e15

KINDS = ("latency_ms", "billed_tokens", "thinking_tokens", "input_tokens", "total_tokens")
"""What may be known."""


class Metered(str):
    """The text of an answer that remembers what it took."""

    usage: Mapping[str, float] = {}
    attempt: Mapping[str, object] | None = None  # of a baseline, as the row has it
    rendering: Mapping[str, object] | None = (
        None  # of the prompt that it answers, as the row has it
    )

    def with_usage(self, row: Mapping[str, object]) -> Self:
        """The same text, with what a row says about it."""
        self.usage = usage_of(row)
        return self

    def worded(self, text: str) -> Self:
        """Another text of which the same is known, but for the rendering: it is in other words now."""
        made = type(self)(text)
        made.usage, made.attempt = self.usage, self.attempt
        return made


def usage_of(row: Mapping[str, object]) -> dict[str, float]:
    """The numbers that a row states, by kind."""
    inner = row.get("usage")
    places = [row, inner] if isinstance(inner, Mapping) else [row]
    told = [_object(place.get("usageDetails")) for place in places]
    details = [each for each in told if each is not None]
    values: dict[str, float] = {}
    for kind in KINDS:
        value = _first(places, _PLAIN.get(kind, ()))
        value = _first(details, _DETAILED.get(kind, ())) if value is None else value
        if value is not None:
            values[kind] = value
    return values


def _first(places: list[Mapping[str, object]], names: tuple[str, ...]) -> float | None:
    for name in names:
        for place in places:
            value = place.get(name)
            if isinstance(value, int | float) and not isinstance(value, bool):
                return float(value) if abs(value) < _MOST else None
    return None


def _object(value: object) -> Mapping[str, object] | None:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return None
    return value if isinstance(value, Mapping) else None
