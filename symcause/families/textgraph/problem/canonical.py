"""What a certificate knows a text graph by: a hash of its nodes and edges, in sorted order."""

from __future__ import annotations

from symcause.families.textgraph.problem.problem import TextGraph
from symcause.kernel.envelope import digest


def fingerprint(problem: TextGraph) -> str:
    """SHA-256 of the gold graph; id, text, labels and metadata do not enter."""
    graph = problem.graph
    return digest({"nodes": sorted(graph.nodes), "edges": sorted(map(list, graph.edges))})
