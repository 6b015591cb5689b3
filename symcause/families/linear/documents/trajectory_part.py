"""The trajectory part of linear documents: steps, interventions and commitment of a log."""

from __future__ import annotations

from symcause.audits.documents import Part
from symcause.families.linear.documents.metrics_part import MetricsPart
from symcause.families.linear.documents.target_part import ReactorPart


class StepPart(Part, frozen=True, kw_only=True):
    """One step: what the evidence noted by then leaves, and how its hypothesis fares."""

    step: int
    records: int
    interventions: int
    graphs: int | None
    models: int | None
    imec: int | None
    target: ReactorPart
    error: str | None = None
    unmatched: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    experiment: str | None = None
    prediction: str | None = None
    edges: tuple[str, ...] | None = None
    fits: bool | None = None
    objections: tuple[str, ...] = ()
    metrics: MetricsPart | None = None


class BestPart(Part, frozen=True, kw_only=True):
    """The intervention that would have left fewest graphs, if gold is the truth."""

    intervention: str
    graphs: int


class AdvicePart(Part, frozen=True, kw_only=True):
    """The intervention with the best worst case at the time: at most *worst* graphs, whatever is read.

    No intervention has a worst case below *at_least*: the advice is proven best where the two are equal.
    """

    intervention: str
    worst: int
    at_least: int


class InterventionPart(Part, frozen=True, kw_only=True):
    """What one intervention of the episode brought.

    ``regret``: log2 of the graphs left over the best worst case, null if that is not known; then
    ``regret_low`` and ``regret_high`` bound it, if it can be bounded.
    """

    intervention: str
    graphs_before: int | None
    graphs_after: int | None
    wasted: bool
    regret: float | None = None
    regret_low: float | None = None
    regret_high: float | None = None
    advised: AdvicePart | None = None
    best: BestPart | None = None


class CommitmentPart(Part, frozen=True, kw_only=True):
    """Whether the agent committed too early, and why; *step* is where it did."""

    step: int
    premature: bool
    reasons: tuple[str, ...]
