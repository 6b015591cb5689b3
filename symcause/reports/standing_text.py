"""Where an answer stands in the version space, for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from symcause.audits.verdicts import shown
from symcause.problems.classes import HypothesisClass
from symcause.reports.alternatives_text import describe, named_corners
from symcause.reports.terminal import to_text

Document = Mapping[str, Any]


def standing_text(document: Document, hypotheses: HypothesisClass) -> str:
    """One paragraph: the class, whether the answer is in it, and the nearest other explanation."""
    return to_text(_parts(document, hypotheses))


def _parts(d: Document, hypotheses: HypothesisClass) -> Iterator[str]:
    for name, facts in (d.get("gold_corners") or {}).items():
        yield f"{name} differs from gold at {named_corners(facts)}"
    scope = f"class: {hypotheses}"
    if d["in_class"] is None:
        yield f"uniqueness unknown ({scope}): {d.get('count_reason')}"
    elif not d["in_class"]:
        yield f"not a member of the version space ({scope})"
    elif d["unique"] or d["count"] == 1:
        yield f"the only model that explains the training worlds ({scope})"
    elif d["unique"] is None and d["count"] is None:
        yield f"uniqueness unknown ({scope}): {d.get('count_reason')}"
    else:
        number = "more" if d["count"] is None else shown(d["count"] - 1)
        yield f"not the only explanation: {number} other models explain the training worlds ({scope})"
        if d.get("nearest_alternative"):
            yield "nearest alternative:"
            yield from describe(
                d["nearest_alternative"], d["nearest_alternative"].get("against", {})
            )
