"""The runs part of linear documents: a folder of logs, by log and by model."""

from __future__ import annotations

from symcause.audits.documents import Part
from symcause.families.linear.documents.trajectory_part import InterventionPart


class RunPart(Part, frozen=True, kw_only=True):
    """One log; *error* tells why it could not be read."""

    log: str
    model: str
    error: str | None = None
    variables: int | None = None
    steps: int = 0
    interventions: int = 0
    refused: int = 0  # values that were sent and set nothing
    wasted: int = 0
    graphs: int | None = None
    answer: str | None = None
    right: bool | None = None
    support: str | None = None
    abstained: bool = False
    lucky: bool | None = None
    decided_at: int | None = None
    surplus: int | None = None
    premature: bool | None = None
    edge_f1: float | None = None  # of the last hypothesis
    course: tuple[InterventionPart, ...] = ()  # what every intervention left


class ModelPart(Part, frozen=True, kw_only=True):
    """All logs of one model (or of another group that ``model`` names), counted.

    ``edge_f1`` and ``graphs`` are means over the logs where they are known.
    """

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
    graphs: float | None = None
    edge_f1: float | None
