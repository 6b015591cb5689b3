"""The audit of a folder of logs: one line a log, one line a model."""

from __future__ import annotations

from symcause.audits.documents import Part


class RunPart(Part, frozen=True, kw_only=True):
    """One log; *error* tells why it could not be read."""

    log: str
    model: str
    error: str | None = None
    steps: int = 0
    interventions: int = 0
    wasted: int = 0
    graphs: int | None = None
    answer: str | None = None
    right: bool | None = None
    support: str | None = None
    lucky: bool | None = None
    decided_at: int | None = None
    surplus: int | None = None
    premature: bool | None = None
    edge_f1: float | None = None  # of the last hypothesis


class ModelPart(Part, frozen=True, kw_only=True):
    """All logs of one model, counted; ``edge_f1`` is a mean over logs."""

    model: str
    logs: int
    answered: int
    right: int
    justified: int
    refuted: int
    unsupported: int
    lucky: int
    interventions: int
    wasted: int
    edge_f1: float | None
