"""Where an answer stands in the version space, for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from symcause.families.boolean.audits.verdicts import shown
from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.report.alternatives_text import describe, named_corners
from symcause.reports.terminal import to_text

Document = Mapping[str, Any]


def standing_text(document: Document, hypotheses: HypothesisClass, train_exact: bool) -> str:
    """One paragraph: the class, whether the answer is in it, and the nearest other explanation."""
    return to_text(_parts(document, hypotheses, train_exact))


def _parts(d: Document, hypotheses: HypothesisClass, train_exact: bool) -> Iterator[str]:
    for name, facts in (d.get("gold_corners") or {}).items():
        yield f"{name} differs from gold at {named_corners(facts, 'gold', 'answer')}"
    scope = f"class: {hypotheses}"
    if d["in_class"] is None or (d["unique"] is None and d["count"] is None and d["in_class"]):
        yield f"whether another model explains the training worlds is unknown: {d['count_reason']}"
        yield f"  {scope}"
    elif not d["in_class"]:
        if train_exact:
            yield f"explains the training worlds but lies outside the class: {hypotheses}"
        yield _members(d, scope)
    elif d["unique"] or d["count"] == 1:
        yield f"the only model that explains the training worlds ({scope})"
    else:
        number = "at least one" if d["count"] is None else shown(d["count"] - 1)
        one = d["count"] is None or d["count"] == 2
        others = "other model explains" if one else "other models explain"
        yield f"not the only explanation: {number} {others} the training worlds ({scope})"
        if d.get("nearest_alternative"):
            yield "nearest alternative:"
            yield from describe(
                d["nearest_alternative"], d["nearest_alternative"].get("against", {})
            )


def _members(d: Document, scope: str) -> str:
    """How many models do explain the training worlds, when the answer is not one of them."""
    if d["count"] is None:
        return f"how many models do explain the training worlds is unknown: {d['count_reason']}"
    if not d["count"]:
        return f"no model of the class explains the training worlds ({scope})"
    models = "model explains" if d["count"] == 1 else "models explain"
    return f"{shown(d['count'])} {models} the training worlds ({scope})"
