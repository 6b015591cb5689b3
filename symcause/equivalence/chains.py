"""Chains of an equivalence class: its undirected parts, found in one pass over the nodes.

The essential graph of a class is a chain graph: its undirected components, the *chains*, are chordal, no
edge inside a chain is directed, and all nodes of a chain have the same directed parents (Andersson et al.
1997; with targets: Hauser and Bühlmann 2012). Take the nodes in a topological order. What the earlier
nodes are among each other does not depend on a later one, which is a sink there. For a node y with parents
P let x be its last parent, and C(x) the directed parents of x, known by then.

*Either all edges into y are directed, or x - y is not, and y joins the chain of x, with C(y) = C(x).* For
if some z - y is undirected and x -> y directed, x is a parent of the whole chain of y, hence of z, and z
comes after x.

*y joins the chain of x iff* (1) no target cuts x - y, (2) C(x) is inside P, (3) all of P except x are
parents of x. Without (2), some w -> x with w and y not adjacent directs x -> y; without (3), some w -> y
<- x is a collider. With all three, y is a new node whose undirected neighbours, N = P without C(x), are a
clique of the chain: they are x and undirected parents of x. So the chain stays chordal, the edges of C(x)
into y are as protected as those into x, and no target cuts an edge between N and y, because x and y lie in
the same target sets and so do x and N.

This is Chickering's labelling (1995) with a single look at each node, and targets. It costs a few
operations on bit sets a node, however many edges there are. That every N is a clique around x is at the
same time the proof that the chains are chordal (Tarjan and Yannakakis 1984), which a counter of
orientations must be sure of.

>>> found = chains_of(DAG.of([("A", "B"), ("C", "B"), ("B", "D"), ("D", "E"), ("F", "G")]))
>>> found.directed, [bits(chain) for chain in found.masks()]
([0, 5, 0, 2, 8, 0, 0], [[5, 6]])
"""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial

from symcause.equivalence.target_sets import Targets, signatures
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG
from symcause.solvers.chordal_graphs import count_chordal


@dataclass(frozen=True)
class Chains:
    """The directed parents of every node, and how the chains grew, node by node."""

    directed: list[int]
    chain: list[int]  # the number of a node's chain, -1 if it is alone
    joined: list[tuple[int, int]]  # a node, and its undirected neighbours among those before it
    nodes: list[int]  # of each chain, their number
    edges: list[int]

    def masks(self) -> list[int]:
        """The chains as sets of nodes."""
        masks = [0] * len(self.nodes)
        for node, number in enumerate(self.chain):
            if number >= 0:
                masks[number] |= 1 << node
        return masks

    def neighbours(self) -> list[int]:
        """The undirected neighbours of every node."""
        neighbours = [0] * len(self.chain)
        for node, before in self.joined:
            neighbours[node] |= before
            bit = 1 << node
            for other in bits(before):
                neighbours[other] |= bit
        return neighbours

    def count(self) -> int:
        """The number of DAGs: a tree has one per node, a clique one per order, the rest is counted."""
        total = 1
        rest: set[int] = set()
        for number, (nodes, edges) in enumerate(zip(self.nodes, self.edges, strict=True)):
            if edges == nodes - 1:
                total *= nodes
            elif 2 * edges == nodes * (nodes - 1):
                total *= factorial(nodes)
            else:
                rest.add(number)
        if rest:
            arcs: list[tuple[int, int]] = []
            for node, before in self.joined:
                if self.chain[node] in rest:
                    for other in bits(before):
                        arcs += (node, other), (other, node)
            total *= count_chordal(arcs, max(self.nodes[number] for number in rest))
        return total


def chains_of(dag: DAG, targets: Targets = ()) -> Chains:
    """The chains of the (interventional) class of a DAG."""
    parents, last = dag.parents, dag.last_parents
    seen = signatures(dag, targets)
    directed, chain = [0] * len(parents), [-1] * len(parents)
    joined: list[tuple[int, int]] = []
    nodes: list[int] = []
    edges: list[int] = []
    for y in dag.order:
        mask = parents[y]
        if not mask:
            continue
        x = last[y]
        above, count = directed[x], mask.bit_count()
        if (
            seen[x] != seen[y]
            or (above and above & ~mask)
            or (count > 1 and mask & ~parents[x] != 1 << x)
        ):
            directed[y] = mask
            continue
        number = chain[x]
        if number < 0:
            number = chain[x] = len(nodes)
            nodes.append(1)
            edges.append(0)
        directed[y], chain[y] = above, number
        nodes[number] += 1
        edges[number] += count - above.bit_count()
        joined.append((y, mask ^ above))
    return Chains(directed, chain, joined, nodes, edges)
