"""``score``: one answer to a linear problem, against gold and against what its evidence leaves over.

An answer that breaks the schema scores 0 on structure and has no distance. Of the answer at the end of a
run it is also said whether what the run had read supports it.
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from symcause.audits.documents import Document


class LinearScore(Document, frozen=True, kw_only=True):
    """The scores of one answer."""

    model: str | None = None
    variables: int
    valid: bool
    reason: str | None = None
    target_exact: bool = False
    target_within: bool = False
    edge_precision: float = 0.0
    edge_recall: float = 0.0
    edge_f1: float = 0.0
    target_edge_precision: float = 0.0
    target_edge_recall: float = 0.0
    target_edge_f1: float = 0.0
    root_precision: float = 0.0
    root_recall: float = 0.0
    root_f1: float = 0.0
    coefficient_precision: float = 0.0
    coefficient_recall: float = 0.0
    coefficient_f1: float = 0.0
    coefficient_f1_released: float = 0.0  # as the released scorer counts
    shd: int | None = None
    final_graphs: int | None = None  # graphs that explain the evidence; null if that is not known
    support: str | UnsetType | None = UNSET  # of a run's answer: justified, unsupported or refuted
