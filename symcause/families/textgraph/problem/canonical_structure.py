"""The canonical structure of a textgraph problem: the text, and its graph without the nodes' names."""

from __future__ import annotations

from symcause.families.textgraph.problem.problem import TextGraph
from symcause.isomorphism.symbol_structure import Part, Symbol, bag, row


def structure(problem: TextGraph, *, gold: bool = False) -> Part | None:
    """What is told, or what is true."""
    return _gold(problem) if gold else _problem(problem)


def _problem(problem: TextGraph) -> Part:
    """A text is what it says; without one, the names that are given tell nothing."""
    return bag("textgraph", [Part("text", ((problem.text or "", Part("")),)), _gold(problem)])


def _gold(problem: TextGraph) -> Part:
    """The graph alone."""
    edges = [row("", map(Symbol, edge)) for edge in problem.graph.edges]
    return bag("graph", [bag("nodes", map(Symbol, problem.graph.nodes)), bag("edges", edges)])
