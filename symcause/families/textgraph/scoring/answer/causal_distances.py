"""Causal distances between gold and an answer: pairs for which its adjustment sets mislead.

A pair (x, y) counts if the adjustment set that the answer suggests (the parents of x, its ancestors, or the
optimal set) does not identify the effect of x on y in gold. The distance by parents is the structural
intervention distance. Not symmetric: gold comes first. Computed by ``gadjid`` (the extra ``distances``); it
panics on cycles, so those are ruled out here. It starts threads that stay, so it runs in a child of its own
(:mod:`symcause.processes.function_child`).
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.textgraph.bounds import DISTANCE_NODES, OPTIMAL_LOOKS
from symcause.families.textgraph.models.digraph import Digraph
from symcause.processes.function_child import Lasting
from symcause.version import installing

TOO_LONG = "the distance by optimal sets is left out: its work grows with all paths, and these are too long"


@dataclass(frozen=True)
class Distance:
    """Pairs that the answer would get wrong, and their share of all ordered pairs."""

    count: int
    normalised: float


@dataclass(frozen=True)
class CausalDistances:
    """The three adjustment distances; ``parent`` is the structural intervention distance."""

    parent: Distance
    ancestor: Distance
    oset: Distance | None  # None: too much work
    reason: str | None = None  # why one is missing


def causal_distances(gold: Digraph, answer: Digraph) -> CausalDistances | Unknown:
    """The distances over the union of the names, or why there are none."""
    for whose, graph in (("gold", gold), ("the answer", answer)):
        if not graph.acyclic:
            return Unknown(f"{whose} has a cycle: causal distances are for acyclic graphs")
    names = sorted(gold.ends | answer.ends)
    if len(names) < 2:
        return Unknown("causal distances need two nodes")
    if len(names) > DISTANCE_NODES:
        return Unknown(f"causal distances are computed for at most {DISTANCE_NODES} nodes")
    if find_spec("gadjid") is None:
        return Unknown(f"causal distances need gadjid: {installing('distances')}")
    for library in ("gadjid", "numpy"):  # loaded once, by the parent; threads begin with a distance
        import_module(library)
    result = _IN_A_CHILD(gold, answer, names, _optimal_fits(gold, answer, len(names)))
    assert isinstance(result, CausalDistances | Unknown)
    return result


def _optimal_fits(gold: Digraph, answer: Digraph, nodes: int) -> bool:
    """Is the distance by optimal sets little enough work?"""
    looks = Meter(OPTIMAL_LOOKS // (nodes + len(gold.edges) + len(answer.edges)) + 1)
    for node in answer.nodes:
        looks.spend(len(answer.distances(node)))
        if looks.over:
            return False
    return True


def _computed(gold: Digraph, answer: Digraph, names: list[str], optimal: bool) -> CausalDistances:
    import gadjid
    import numpy as np

    place = {name: i for i, name in enumerate(names)}
    matrices = []
    for graph in (gold, answer):
        matrix = np.zeros((len(names), len(names)), dtype=np.int8)
        for source, target in graph.edges:
            matrix[place[source], place[target]] = 1
        matrices.append(matrix)
    asked = (gadjid.parent_aid, gadjid.ancestor_aid, *((gadjid.oset_aid,) if optimal else ()))
    distances = [distance(*matrices, edge_direction="from row to column") for distance in asked]
    first, second, *more = (Distance(int(count), float(share)) for share, count in distances)
    if not more:
        return CausalDistances(first, second, None, TOO_LONG)
    return CausalDistances(first, second, more[0])


_IN_A_CHILD = Lasting(_computed)
