"""The documents of a finite ``check`` and ``score``: how far an answer comes, and what speaks for it.

Metrics are null where the answer does not come far enough, or where the task does not ask for them.
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from symcause.attempts.attempt_part import AttemptPart
from symcause.audits.documents import CheckDocument, Part
from symcause.families.finite.models.finite_values import Value


class PredictionPart(Part, frozen=True, kw_only=True):
    """One prediction against what follows and against the stored label."""

    id: str
    said: Value
    derived: Value | None  # null: unknown
    gold: Value | None = None
    right: bool | None = None
    matches_gold: bool | None = None
    support: str | None = None


class FiniteCheck(CheckDocument, frozen=True, kw_only=True):
    """Everything about one answer."""

    setting: str
    strict_json: bool | None = None
    valid: bool = False
    stage: str = "extracted_json"
    train_exact: bool | None = None
    train_world_exact: float | None = None
    heldout_exact: bool | None = None
    heldout_world_exact: float | None = None
    parent_f1: float | None = None
    parent_shd: int | None = None
    exact_parent_map: bool | None = None
    functions_right: float | None = None
    entries_right: float | None = None
    total_size: int | None = None
    predictions: tuple[PredictionPart, ...] | None = None
    accuracy: float | UnsetType | None = UNSET  # against what follows
    gold_accuracy: float | UnsetType | None = UNSET  # against the stored labels


class FiniteScore(Part, frozen=True, kw_only=True):
    """An answer and who gave it."""

    family: str
    problem: str
    model: str
    task: str
    setting: str
    strict_json: bool | None = None
    valid: bool = False
    stage: str = "extracted_json"
    reason: str | None = None
    disputed: str | UnsetType = UNSET  # several objects look like an answer: which one is read
    right: bool | None = None
    train_exact: bool | None = None
    train_world_exact: float | None = None
    heldout_exact: bool | None = None
    heldout_world_exact: float | None = None
    parent_f1: float | None = None
    parent_shd: int | None = None
    exact_parent_map: bool | None = None
    functions_right: float | None = None
    entries_right: float | None = None
    in_class: bool | None = None
    unique: bool | None = None
    count: int | None = None
    total_size: int | None = None
    predictions: tuple[PredictionPart, ...] | None = None
    accuracy: float | UnsetType | None = UNSET
    gold_accuracy: float | UnsetType | None = UNSET
    queries: int | UnsetType = UNSET  # how many predictions were asked for,
    labels: int = 0  # and of how many the answer is stored
    claimed: bool = False
    abstained: bool = False
    hedged: bool = False
    open: bool | None = None
    support: str | None = None
    proved: bool | None = None
    attempt: AttemptPart | UnsetType = UNSET
