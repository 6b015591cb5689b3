"""What a certificate knows a text graph by: a hash of its nodes and edges, in sorted order."""

from __future__ import annotations

import hashlib
import json

from symcause.families.textgraph.problem.problem import TextGraph


def fingerprint(problem: TextGraph) -> str:
    """SHA-256 of the gold graph; id, text, labels and metadata do not enter."""
    graph = problem.graph
    body = {"nodes": sorted(graph.nodes), "edges": sorted(map(list, graph.edges))}
    text = json.dumps(body, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()
