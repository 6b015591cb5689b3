"""Findings about a gold text graph: near-duplicate names, loops, repeated edges, wrong counts.

Names that differ only in spelling, nodes without edges, self-loops, repeated edges, counts that do not
agree with the columns of the benchmark, and an explicitness that follows from neither definition.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from symcause.families.textgraph.audits.explicitness import Explicitness, explicitness
from symcause.families.textgraph.models.name_variants import near_duplicates
from symcause.families.textgraph.problem.problem import TextGraph


@dataclass(frozen=True)
class Finding:
    """One thing to look at: its kind, the nodes it concerns, and the matter in words."""

    kind: str
    names: tuple[str, ...]
    detail: str


def findings(problem: TextGraph) -> tuple[Finding, ...]:
    """All findings, in the order of the kinds."""
    graph = problem.graph
    found = [
        Finding("near-duplicate", group, "the names differ only in case, spaces, marks or plural")
        for group in near_duplicates(graph.nodes)
    ]
    found += [
        Finding("isolated", (node,), "no edge touches it: no score depends on it")
        for node in graph.nodes
        if node not in graph.ends
    ]
    found += [Finding("self-loop", (node,), "the node causes itself") for node in graph.loops]
    for edge, again in Counter(problem.repeated).items():
        found.append(Finding("repeated-edge", edge, f"listed {again + 1} times, counted once"))
    return (*found, *_counts(problem), *_mismatch(problem))


def _counts(problem: TextGraph) -> list[Finding]:
    graph = problem.graph
    listed = {"num_nodes": len(graph.nodes), "num_edges": len(graph.edges) + len(problem.repeated)}
    return [
        Finding("count-mismatch", (), f"{key} is {stated}, but {count} are listed")
        for key, count in listed.items()
        if (stated := problem.metadata.get(key)) is not None and stated != count
    ]


def _mismatch(problem: TextGraph) -> list[Finding]:
    found = explicitness_of(problem)
    if found is None or found.agrees != "neither":
        return []
    lenient, strict = float(found.lenient), float(found.strict)
    detail = f"the column says {found.column}, the labels {lenient:.4f} (lenient) or {strict:.4f}"
    return [Finding("explicitness-mismatch", (), detail)]


def explicitness_of(problem: TextGraph) -> Explicitness | None:
    """The explicitness of a problem, beside the column that its metadata holds."""
    stated = problem.metadata.get("explicitness")
    column = float(stated) if isinstance(stated, int | float) else None
    return explicitness(problem.node_explicitness, len(problem.graph.nodes), column)
