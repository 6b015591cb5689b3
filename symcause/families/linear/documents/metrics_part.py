"""The metrics part of linear documents: how close a hypothesis is to gold."""

from __future__ import annotations

from symcause.audits.documents import Part
from symcause.families.linear.problem.hypothesis_metrics import CrystalMetrics


class MetricsPart(Part, frozen=True, kw_only=True):
    """A hypothesis against the true model."""

    edge_precision: float
    edge_recall: float
    edge_f1: float
    target_edge_precision: float
    target_edge_recall: float
    target_edge_f1: float
    root_precision: float
    root_recall: float
    root_f1: float
    coefficient_precision: float
    coefficient_recall: float
    coefficient_f1: float
    coefficient_f1_released: float
    shd: int
    shd_missing: int
    shd_extra: int
    shd_reversed: int

    @staticmethod
    def of(metrics: CrystalMetrics) -> MetricsPart:
        return MetricsPart(
            edge_precision=float(metrics.edges.precision),
            edge_recall=float(metrics.edges.recall),
            edge_f1=float(metrics.edges.f1),
            target_edge_precision=float(metrics.target_edges.precision),
            target_edge_recall=float(metrics.target_edges.recall),
            target_edge_f1=float(metrics.target_edges.f1),
            root_precision=float(metrics.roots.precision),
            root_recall=float(metrics.roots.recall),
            root_f1=float(metrics.roots.f1),
            coefficient_precision=float(metrics.coefficients.precision),
            coefficient_recall=float(metrics.coefficients.recall),
            coefficient_f1=float(metrics.coefficients.f1),
            coefficient_f1_released=float(metrics.coefficients_released.f1),
            shd=metrics.shd,
            shd_missing=metrics.missing,
            shd_extra=metrics.extra,
            shd_reversed=metrics.reversed,
        )
