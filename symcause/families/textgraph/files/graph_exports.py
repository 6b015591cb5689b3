"""Exports of text graphs to other files: a ReCITE row, an edge list, an adjacency matrix.

>>> from symcause.families.textgraph.problem.problem import TextGraph
>>> print(as_edges(TextGraph.of("demo", ["heavy rain", "flood"], [("heavy rain", "flood")]), True))
"heavy rain"
flood
"heavy rain" -> flood
<BLANKLINE>
"""

from __future__ import annotations

import json

from symcause.errors import UsageError
from symcause.families.textgraph.models.digraph import Digraph
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.formats.graphs import write_graph


def as_recite(problem: TextGraph, first: bool) -> str:
    """One line: the problem as a row of the benchmark."""
    row: dict[str, object] = {
        "id": int(problem.id) if problem.id.isascii() and problem.id.isdigit() else problem.id,
        **problem.metadata,
        "nodes": list(problem.graph.nodes),
        "edges": [{"source": s, "target": t} for s, t in problem.graph.edges],
        "node_explicitness": dict(problem.node_explicitness),
        "input_text": problem.text or "",
    }
    return json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n"


def as_edges(problem: TextGraph, first: bool) -> str:
    """An edge list, every node listed before the edges."""
    return write_graph(_alone(problem, first), "edges")


def as_matrix(problem: TextGraph, first: bool) -> str:
    """An adjacency matrix in CSV with names."""
    return write_graph(_alone(problem, first), "csv")


def _alone(problem: TextGraph, first: bool) -> Digraph:
    if not first:
        raise UsageError(
            "several graphs do not fit into one file of this kind",
            value=problem.id,
            remedy="use --to jsonl, or pick one with --id",
        )
    return problem.graph
