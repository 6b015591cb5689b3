"""System metrics of textgraph scoring: those by which systems that read graphs are compared."""

from __future__ import annotations

from symcause.scoring.comparison.system_scores import flags, numbers, shares

METRICS = (
    *flags(parsed="Read"),
    *shares(precision="Precision", recall="Recall", f1="F1"),
    *shares(node_precision="Node precision", node_recall="Node recall"),
    *numbers(shd="SHD"),
    *shares(released_f1="F1*"),
    *shares(judge_node_precision="Judged node precision", judge_node_recall="Judged node recall"),
    *shares(judge_edge_precision="Judged edge precision", judge_edge_recall="Judged edge recall"),
    *shares(judge_f1="Judged F1"),
    *flags(right="Right"),
)
"""Edges found by name, as the released scorer has it, and as a judge does."""
