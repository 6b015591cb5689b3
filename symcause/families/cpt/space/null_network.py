"""Null networks: members in which the treatment does nothing to the outcome, inside a range around 0.

``collider_bias`` asks whether X affects Y at all. Networks at the ends of a range on both sides of 0 say
yes, and a third one says no. It is a mixture of the two ends, or a network on the graph without the arrows
by which X acts on Y: that is one on the whole graph as well, whose tables ignore these arrows.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from symcause.families.cpt.models.back_doors import ancestors
from symcause.families.cpt.models.network import Network
from symcause.families.cpt.problem.problem import CptProblem
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG


def without_effect(problem: CptProblem) -> CptProblem | None:
    """The problem on the graph without the arrows by which X acts on Y; None: there are none."""
    dag, x, y = problem.dag, problem.query.treatment, problem.query.outcome
    above = ancestors(dag, (y,))
    kept = [(a, b) for a, b in dag.edges if a != x or not above >> dag.index[b] & 1]
    if len(kept) == len(dag.edges):
        return None
    return replace(problem, dag=DAG.of(kept, nodes=dag.nodes), assume=())


def widened(network: Network, dag: DAG) -> Network:
    """The network on a graph with more arrows, which its tables ignore."""
    rows = []
    for i, parents in enumerate(dag.parents):
        own, wide = list(bits(network.dag.parents[i])), list(bits(parents))
        table = dict(
            zip(product(*(range(network.sizes[p]) for p in own)), network.rows[i], strict=True)
        )
        rows.append(
            tuple(
                table[tuple(values[wide.index(p)] for p in own)]
                for values in product(*(range(network.sizes[p]) for p in wide))
            )
        )
    return Network(dag, network.sizes, tuple(rows))
