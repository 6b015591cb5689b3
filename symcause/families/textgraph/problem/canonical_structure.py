"""The canonical structure of a textgraph problem: the text, and its graph without the nodes' names."""

from __future__ import annotations

from symcause.families.textgraph.problem.problem import TextGraph
from symcause.solvers.canonical.structure_parts import Part, Symbol, bag, row


def problem_structure(problem: TextGraph) -> Part:
    """A text is what it says; without one, the names that are given tell nothing."""
    return bag(
        "textgraph", [Part("text", ((problem.text or "", Part("")),)), gold_structure(problem)]
    )


def gold_structure(problem: TextGraph) -> Part:
    """The graph alone."""
    edges = [row("", map(Symbol, edge)) for edge in problem.graph.edges]
    return bag("graph", [bag("nodes", map(Symbol, problem.graph.nodes)), bag("edges", edges)])
