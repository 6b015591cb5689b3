"""``separate``: the best experiment between two answers, with a witness."""

from __future__ import annotations

from symcause.audits.documents import SeparateDocument
from symcause.families.boolean.documents.separation import ExperimentPart, WitnessPart


class BooleanSeparate(SeparateDocument, frozen=True, kw_only=True):
    """Rates are 0 where nothing separates, null for models over different roots."""

    setting: str
    targets: int
    experiment: ExperimentPart | None = None
    pair_disagreement_rate: float | None = None
    cell_difference_rate: float | None = None
    witness: WitnessPart | None = None
