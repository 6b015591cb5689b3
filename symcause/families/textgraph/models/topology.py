"""The topology of a text graph in numbers: cycles, clustering, paths, betweenness.

Loops are left out of clustering, chains, forks, colliders, sources, sinks and degree; they count as
edges and as cycles. Chains are paths of two edges through three different nodes. Betweenness is
normalised by (n - 1)(n - 2) and its variance is the population's; the mean shortest path is over ordered
pairs that are connected, null if none is. Simple cycles can be too many to list: beyond
:data:`MAX_CYCLES` the count is a lower bound and says so.

>>> from symcause.families.textgraph.models.digraph import Digraph
>>> found = topology(Digraph.of([("a", "b"), ("b", "c"), ("c", "a")]))
>>> found.cycles, found.chains, found.in_cycles, found.path_length
(1, 3, Fraction(1, 1), Fraction(3, 2))
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice
from math import comb

from symcause.families.textgraph.bounds import MAX_CYCLES
from symcause.families.textgraph.models.digraph import Digraph
from symcause.families.textgraph.models.ratios import ratio


@dataclass(frozen=True)
class Topology:
    """The numbers of one graph; *exact* says that all cycles were counted."""

    nodes: int
    edges: int
    density: Fraction
    mean_degree: Fraction
    sources: int
    sinks: int
    clustering: Fraction
    cycles: int
    exact: bool
    in_cycles: Fraction
    sccs: int
    largest_scc: int
    path_length: Fraction | None
    betweenness_variance: float
    chains: int
    forks: int
    colliders: int
    acyclic: bool


def topology(graph: Digraph) -> Topology:
    """All numbers of a graph, isolated nodes included."""
    n, m = len(graph.nodes), len(graph.edges)
    plain = [edge for edge in graph.edges if edge[0] != edge[1]]
    outgoing, incoming = Counter(s for s, _ in plain), Counter(t for _, t in plain)
    edges = frozenset(plain)
    two_cycles = sum((t, s) in edges for s, t in plain)
    cycles = _cycles(graph)
    sizes = [len(part) for part in graph.components]
    loops = set(graph.loops)
    cyclic = sum(len(p) for p in graph.components if len(p) > 1 or p[0] in loops)
    return Topology(
        nodes=n,
        edges=m,
        density=ratio(m, n * (n - 1)),
        mean_degree=ratio(2 * len(plain), n),
        sources=sum(not incoming[node] for node in graph.nodes),
        sinks=sum(not outgoing[node] for node in graph.nodes),
        clustering=_clustering(graph, plain),
        cycles=min(cycles, MAX_CYCLES),
        exact=cycles <= MAX_CYCLES,
        in_cycles=ratio(cyclic, n),
        sccs=len(sizes),
        largest_scc=max(sizes, default=0),
        path_length=_path_length(graph),
        betweenness_variance=_betweenness_variance(graph),
        chains=sum(incoming[node] * outgoing[node] for node in graph.nodes) - two_cycles,
        forks=sum(comb(count, 2) for count in outgoing.values()),
        colliders=sum(comb(count, 2) for count in incoming.values()),
        acyclic=graph.acyclic,
    )


def _cycles(graph: Digraph) -> int:
    """Simple directed cycles, loops included; one more than the bound if there are more."""
    import networkx as nx

    if graph.acyclic:
        return 0
    cycles = nx.simple_cycles(nx.DiGraph(graph.edges))
    return sum(1 for _ in islice(cycles, MAX_CYCLES + 1))


def _clustering(graph: Digraph, plain: list[tuple[str, str]]) -> Fraction:
    """Mean over nodes of the share of neighbour pairs that are linked, directions aside."""
    near: dict[str, set[str]] = {node: set() for node in graph.nodes}
    for source, target in plain:
        near[source].add(target)
        near[target].add(source)
    total = Fraction(0)
    for around in near.values():
        pairs = comb(len(around), 2)
        if pairs:
            total += Fraction(sum(b in near[a] for a, b in combinations(around, 2)), pairs)
    return total / len(near) if near else Fraction(0)


def _path_length(graph: Digraph) -> Fraction | None:
    steps = [
        distance
        for start in graph.nodes
        for node, distance in graph.distances(start).items()
        if node != start
    ]
    return Fraction(sum(steps), len(steps)) if steps else None


def _betweenness_variance(graph: Digraph) -> float:
    from statistics import pvariance

    import networkx as nx

    network: nx.DiGraph[str] = nx.DiGraph()
    network.add_nodes_from(graph.nodes)
    network.add_edges_from(graph.edges)
    values = nx.betweenness_centrality(network, normalized=True).values()
    return float(pvariance(values)) if len(graph.nodes) > 2 else 0.0
