"""Document writer: a finite problem as a file in the format ``symcause.finite/1``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symcause.families.finite.problem.fingerprint import describe
from symcause.families.finite.problem.problem import FiniteProblem

_DEFAULTS: dict[str, object] = {"do": {}, "assigned": [], "given": {}}


def write_finite(problem: FiniteProblem) -> dict[str, object]:
    """The document of a problem, keys in the order of the format; what has a default is left out."""
    described = describe(problem)
    described["worlds"] = [_short(world) for world in described["worlds"]]
    if "queries" in described:
        described["queries"] = [_short(query) for query in described["queries"]]
    if described["task"] == ("predict" if problem.queries else "model"):
        del described["task"]
    document = {"format": described.pop("format"), "id": problem.id, **described}
    if problem.metadata:
        document["metadata"] = dict(problem.metadata)
    return document


def _short(part: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in part.items() if value != _DEFAULTS.get(key, part)}
