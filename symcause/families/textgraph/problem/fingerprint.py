"""The fingerprint of a textgraph problem: a hash of its nodes and edges, for certificates."""

from __future__ import annotations

from symcause.families.textgraph.problem.problem import TextGraph
from symcause.kernel.envelope import digest


def fingerprint(problem: TextGraph) -> str:
    """SHA-256 of the gold graph; id, text, labels and metadata do not enter."""
    graph = problem.graph
    return digest({"nodes": sorted(graph.nodes), "edges": sorted(map(list, graph.edges))})
