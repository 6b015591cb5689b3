"""The canonical structure of a graph problem: arrows, targets and knowledge, without the nodes' names."""

from __future__ import annotations

from symcause.families.dag.problem import GraphProblem
from symcause.isomorphism.knowledge_structure import knowledge_parts
from symcause.isomorphism.symbol_structure import Part, bag
from symcause.isomorphism.value_symbols import ValueSymbols


def structure(problem: GraphProblem, *, gold: bool = False) -> Part | None:
    """What is told; no model is stored as gold."""
    return None if gold else _problem(problem)


def _problem(problem: GraphProblem) -> Part:
    """The graph as it was drawn, what was intervened on, and what is known besides."""
    symbols = ValueSymbols(dict.fromkeys(problem.dag.nodes, ()))
    drawn = problem.drawn
    graph = [symbols.pairs("edges", problem.dag.edges)]
    if problem.partly and drawn is not None:
        undirected = [symbols.group("", edge) for edge in drawn.undirected]
        graph = [symbols.pairs("edges", drawn.directed), bag("undirected", undirected)]
    targets = bag("targets", [symbols.group("", target) for target in problem.targets])
    known = knowledge_parts(problem.knowledge, symbols)
    return bag("graph", [symbols.declared(), *graph, targets, *known])
