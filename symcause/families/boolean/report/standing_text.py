"""Where an answer stands in the version space, for people."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UnsetType

from symcause.audits.words import whole
from symcause.families.boolean.documents.check import BooleanCheck, NearestPart
from symcause.families.boolean.report.alternatives_story import describe, named_corners


def standing_lines(d: BooleanCheck) -> Iterator[str]:
    """The class, whether the answer is in it, and the nearest other explanation."""
    corners = {} if isinstance(d.gold_corners, UnsetType) else d.gold_corners or {}
    for name, facts in corners.items():
        yield f"{name} differs from gold at {named_corners(facts, 'gold', 'answer')}"
    scope = f"class: {d.scope}"
    if d.in_class is None or (d.unique is None and d.count is None and d.in_class):
        yield f"whether another model explains the training worlds is unknown: {d.count_reason}"
        yield f"  {scope}"
    elif not d.in_class:
        if d.train_exact:
            yield f"explains the training worlds but lies outside the class: {d.scope}"
        yield _members(d, scope)
    elif d.unique or d.count == 1:
        yield f"the only model that explains the training worlds ({scope})"
    else:
        number = "at least one" if d.count is None else whole(d.count - 1)
        one = d.count is None or d.count == 2
        others = "other model explains" if one else "other models explain"
        yield f"not the only explanation: {number} {others} the training worlds ({scope})"
        if isinstance(d.nearest_alternative, NearestPart):
            yield "nearest alternative:"
            yield from describe(d.nearest_alternative, d.nearest_alternative.against)


def _members(d: BooleanCheck, scope: str) -> str:
    """How many models do explain the training worlds, when the answer is not one of them."""
    if d.count is None:
        return f"how many models do explain the training worlds is unknown: {d.count_reason}"
    if not d.count:
        return f"no model of the class explains the training worlds ({scope})"
    models = "model explains" if d.count == 1 else "models explain"
    return f"{whole(d.count)} {models} the training worlds ({scope})"
