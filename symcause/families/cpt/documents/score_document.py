"""The score document of the cpt family: what is said of one answer."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from symcause.attempts.attempt_part import AttemptPart
from symcause.audits.documents import Document


class CptScore(Document, frozen=True, kw_only=True):
    """One answer: against what is proved, and against the stored gold."""

    model: str
    query: str
    rung: int | None = None
    answer: str | None = None
    said: str | None = None
    right: bool | None = None
    justified: bool | None = None
    published_right: bool | None = None
    gold_right: bool | None = None
    claimed: bool = False
    abstained: bool = False
    hedged: bool = False
    open: bool | None = None
    support: str | None = None
    reason: str | None = None
    attempt: AttemptPart | UnsetType = UNSET  # of a baseline
