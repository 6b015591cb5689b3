"""The target part of linear documents: bounds of what members predict for the reactor.

Bounds are exact texts, null where there is none. ``entailed`` is null where nothing can be said, and then
there is a reason.
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from symcause.audits.documents import Part


class AttainedPart(Part, frozen=True, kw_only=True):
    """Is a bound some member's prediction, or only approached?"""

    low: bool
    high: bool


class WitnessesPart(Part, frozen=True, kw_only=True):
    """Members at the bounds (far out where there is none), as their equations."""

    low: dict[str, str]
    high: dict[str, str]


class ReactorPart(Part, frozen=True, kw_only=True):
    """The range of the predictions, and whether it is a point (within the tolerance)."""

    low: str | None = None
    high: str | None = None
    entailed: bool | None = None
    reason: str | UnsetType = UNSET
    tolerance: str | UnsetType = UNSET
    attained: AttainedPart | UnsetType = UNSET
    witnesses: WitnessesPart | UnsetType = UNSET
