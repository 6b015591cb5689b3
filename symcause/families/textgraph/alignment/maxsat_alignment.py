"""MaxSAT alignment: the map of two text graphs that keeps most edges, by satisfiability.

A variable x_ui for every allowed pair, at most one per node on either side; a soft k_e for every gold
edge. k_e and x_ui imply that the target of e is mapped to a successor of i, and the same backwards: one
clause per edge and pair, which stays small on dense graphs where a variable per pair of *edges* would
not.
"""

from __future__ import annotations

from collections import defaultdict

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.textgraph.alignment.name_agreement import Worths
from symcause.families.textgraph.problem.alignment_task import AlignmentTask, Pair
from symcause.solvers.sat.maxsat import at_most_one, most


def best_alignment(
    task: AlignmentTask, worth: Worths | None = None, budget: Meter | None = None
) -> dict[int, int] | Unknown:
    """A map that keeps the most edges, and among those is *worth* most, if the budget is enough."""
    variable = {pair: k for k, pair in enumerate(task.pairs, start=1)}
    clauses, fresh = _injective(variable)
    kept = {e: fresh + e for e in range(len(task.gold_edges))}
    fresh += len(kept)
    for e, (u, v) in enumerate(task.gold_edges):
        clauses += _implied(task, variable, kept[e], u, v)
    weights = {variable[pair]: value for pair, value in (worth or {}).items()}
    nodes = min(len(task.gold_nodes), len(task.answer_nodes))
    weight = max(weights.values(), default=0) * nodes + 1  # an edge outweighs all names
    model = most(clauses, {**weights, **dict.fromkeys(kept.values(), weight)}, fresh, budget)
    if isinstance(model, Unknown):
        return model
    assert model is not None  # nobody need be mapped
    return {u: i for (u, i), k in variable.items() if k in model}


def _injective(variable: dict[Pair, int]) -> tuple[list[tuple[int, ...]], int]:
    """At most one image per gold node and one origin per answer node."""
    groups: dict[tuple[str, int], list[int]] = defaultdict(list)
    for (u, i), k in variable.items():
        groups["gold", u].append(k)
        groups["answer", i].append(k)
    clauses: list[tuple[int, ...]] = []
    fresh = len(variable) + 1
    for _, literals in sorted(groups.items()):
        more, fresh = at_most_one(literals, fresh)
        clauses += more
    return clauses, fresh


def _implied(
    task: AlignmentTask, variable: dict[Pair, int], kept: int, u: int, v: int
) -> list[tuple[int, ...]]:
    """What it takes to keep the gold edge (u, v)."""
    forward: dict[int, list[int]] = defaultdict(list)
    backward: dict[int, list[int]] = defaultdict(list)
    for i in task.images.get(u, ()):
        for j in task.successors.get(i, ()):
            if (v, j) in variable and (u == v) == (i == j):
                forward[i].append(variable[v, j])
                backward[j].append(variable[u, i])
    clauses: list[tuple[int, ...]] = [
        (-kept, *(variable[u, i] for i in sorted(forward))),
        (-kept, *(variable[v, j] for j in sorted(backward))),
    ]
    clauses += [(-kept, -variable[u, i], *after) for i, after in sorted(forward.items())]
    clauses += [(-kept, -variable[v, j], *before) for j, before in sorted(backward.items())]
    return clauses
