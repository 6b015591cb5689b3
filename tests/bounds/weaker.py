"""Weaker answers: what a search says that a bound has stopped, against what it says without.

An answer may be unknown, lie between bounds or lack a part; what it does say must be what the whole
search says. So a bound of any size makes no answer wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

SILENT = (None, "unknown", "stopped")
"""What an answer says that says nothing."""

VERDICTS = ("verdict", "unique", "gold_verdict", "several", "consistent", "entailed", "settles")
COUNTS = ("count", "graphs", "members", "models", "count_before", "count_after")
STATUSES = frozenset({"always", "never", "sometimes", "open", "possible", "yes", "no", "settled"})


PROVEN = ("minimal", "optimal")
LEAST = ("total_ast", "total_size", "added", "worst_case", "size")
"""What is least where it is proven that it is."""


def contradictions(short: Any, whole: Any, place: str = "") -> Iterator[str]:
    """Where a shortened answer says something else than the whole one does."""
    if isinstance(short, Mapping) and isinstance(whole, Mapping):
        if any(short.get(key) is True is whole.get(key) for key in PROVEN):
            yield from _of_proven(short, whole, place)
        for key in short.keys() & whole.keys():
            yield from _of_key(key, short, whole, f"{place}.{key}" if place else key)


def _of_key(
    key: str, short: Mapping[str, Any], whole: Mapping[str, Any], place: str
) -> Iterator[str]:
    here, there = short[key], whole[key]
    if here == there or here in SILENT or there in SILENT:
        return
    if key in VERDICTS or {str(here), str(there)} <= STATUSES:
        yield f"{place}: {here!r}, and {there!r} without a bound"
    elif key == "count_after" and short.get("minimal") is False and isinstance(here, int):
        if (
            isinstance(there, int) and here < there
        ):  # another plan leaves more, or it is a shorter one
            yield f"{place}: {here}, and {there} of the whole plan"
    elif key in COUNTS and isinstance(here, int) and isinstance(there, int):
        if short.get("status") == whole.get("status"):
            yield f"{place}: {here}, and {there} without a bound"
    elif (
        key in ("at_least", "low", "lower", "lower_bound")
        and _is_number(there)
        and _is_number(here)
    ):
        if here > there:
            yield f"{place}: {here}, above {there}"
    elif key in ("at_most", "high", "upper") and _is_number(there) and _is_number(here):
        if here < there:
            yield f"{place}: {here}, below {there}"
    else:
        yield from contradictions(here, there, place)


def _of_proven(short: Mapping[str, Any], whole: Mapping[str, Any], place: str) -> Iterator[str]:
    """Two answers that both are the least have one size, if they choose from the same."""
    if short.get("pool_size") == whole.get("pool_size"):
        for key in LEAST:
            if short.get(key) != whole.get(key) and None not in (short.get(key), whole.get(key)):
                yield f"{place}.{key}: {short[key]!r} and {whole[key]!r}, both the least"


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
