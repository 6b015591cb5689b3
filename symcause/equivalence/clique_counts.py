"""Clique counts: sizes of equivalence classes in polynomial time, by clique picking.

Wanted is the number of *AMOs* of a connected chordal graph G: acyclic orientations without an induced
collider ``a -> b <- c``. Such an orientation has one source, so a sum over sources works, but it repeats
itself exponentially often. Wienöbst, Bannach and Liśkiewicz sum over the maximal cliques K that can stand
first in a topological order instead:

    #AMO(G) = sum over maximal cliques K of  phi(K) * product over H in C(K) of #AMO(H)

*C(K)* holds the undirected components that remain once all of K comes first. *phi(K)* counts the orders
of K that are charged to K and not to another clique: take any tree of the maximal cliques; an order of K
is left out if one of its prefixes is, as a set, an intersection of two successive cliques on the way from
the root to K. Those forbidden sets form a chain S1 < S2 < ... below K, so

    phi(K; S1..Sl) = |K|! - sum over i of  (|K| - |Si|)! * phi(Si; S1..S(i-1)).

The subproblems are induced subgraphs; there are at most twice as many as maximal cliques, and each is
kept by its node set. Sizes of classes come from the package ``cliquepicking`` by default; this is the
second engine, and the tables it keeps are what uniform sampling and the choice of targets need.

Reference: Polynomial-time algorithms for counting and sampling Markov equivalent DAGs, AAAI 2021; with
applications, JMLR 24 (2023).

>>> CliquePicking((0b0110, 0b1101, 0b1011, 0b0110)).count(0b1111)  # two triangles that share an edge
10
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial, prod

from symcause.models.bit_sets import bits
from symcause.solvers.chordal_graphs import search_order


@dataclass(frozen=True)
class Pick:
    """A maximal clique (its number in the tree), the prefixes forbidden to it, and its share."""

    clique: int
    forbidden: tuple[int, ...]
    weight: int


class CliquePicking:
    """Counts for the connected induced subgraphs of one chordal graph, each computed once."""

    def __init__(self, adjacent: Sequence[int]) -> None:
        self._adjacent = tuple(adjacent)
        self._solved: dict[int, Solved] = {}

    def count(self, nodes: int) -> int:
        """The number of AMOs of the connected subgraph on *nodes* (a bit set)."""
        return self.solved(nodes).count

    def solved(self, nodes: int) -> Solved:
        """The subgraph on *nodes* with its count and what each clique contributes."""
        # An explicit stack: subproblems nest as deep as the largest clique has nodes.
        stack = [] if nodes in self._solved else [_Problem(nodes, self._adjacent)]
        while stack:
            problem = stack[-1]
            unsolved = next((h for h in problem.parts if h not in self._solved), None)
            if unsolved is not None:
                stack.append(_Problem(unsolved, self._adjacent))
                continue
            picks = tuple(problem.picks(self._solved))
            count = sum(pick.weight for pick in picks)
            self._solved[problem.nodes] = Solved(count, picks, problem.tree)
            stack.pop()
        return self._solved[nodes]


@dataclass(frozen=True)
class Solved:
    """A counted subgraph; the weights of its picks sum to the count."""

    count: int
    picks: tuple[Pick, ...]
    tree: CliqueTree


class _Problem:
    """One subgraph being counted: its cliques and, for each, the parts that it leaves."""

    def __init__(self, nodes: int, adjacent: Sequence[int]) -> None:
        self.nodes = nodes
        self.tree = CliqueTree.of(adjacent, nodes)
        # A part of a single node has one orientation and is left out.
        self._left = [
            [h for h in self.tree.after(k) if h & (h - 1)] for k in range(len(self.tree.cliques))
        ]
        self.parts = tuple({h: None for parts in self._left for h in parts})

    def picks(self, solved: dict[int, Solved]) -> Iterator[Pick]:
        for k, parts in enumerate(self._left):
            forbidden = self.tree.forbidden(k)
            size = self.tree.cliques[k].bit_count()
            orders = count_orders(size, [s.bit_count() for s in forbidden])
            if orders:
                yield Pick(k, forbidden, orders * prod(solved[h].count for h in parts))


def count_orders(size: int, forbidden: Sequence[int]) -> int:
    """Orders of *size* items none of whose prefixes is one of a chain of sets of the given sizes.

    >>> count_orders(3, [1, 2])  # not starting with x, and z not last when x, y, z is the chain
    3
    """
    proper: list[int] = []  # proper[i]: orders of the i-th set that avoid all smaller ones
    for limit, whole in enumerate([*forbidden, size]):
        bad = sum(factorial(whole - forbidden[i]) * proper[i] for i in range(limit))
        proper.append(factorial(whole) - bad)
    return proper[-1]


@dataclass(frozen=True)
class CliqueTree:
    """The maximal cliques of a connected chordal graph; clique k > 0 hangs on clique ``above[k]``.

    The cliques that contain a given node are connected in the tree.
    """

    cliques: tuple[int, ...]
    above: tuple[int, ...]

    @classmethod
    def of(cls, adjacent: Sequence[int], nodes: int) -> CliqueTree:
        """The tree that a maximum cardinality search meets (Blair and Peyton 1993).

        A new clique starts where a node has no more visited neighbours than its predecessor had, and
        hangs on the clique in which the last visited of these neighbours was visited.
        """
        cliques: list[int] = [0]
        above: list[int] = [-1]
        home: dict[int, int] = {}
        visited = before = 0
        for node in search_order(adjacent, nodes):
            earlier = adjacent[node] & visited
            if earlier and earlier.bit_count() <= before:
                above.append(max(home[other] for other in bits(earlier)))
                cliques.append(earlier)
            cliques[-1] |= 1 << node
            home[node] = len(cliques) - 1
            visited |= 1 << node
            before = earlier.bit_count()
        return cls(tuple(cliques), tuple(above))

    def forbidden(self, k: int) -> tuple[int, ...]:
        """Intersections of successive cliques from the root to clique *k* that lie inside it."""
        clique = self.cliques[k]
        separators = set()
        lower, upper = k, self.above[k]
        while upper >= 0 and self.cliques[upper] & clique:  # farther up it only shrinks
            separator = self.cliques[upper] & self.cliques[lower]
            if not separator & ~clique:
                separators.add(separator)
            lower, upper = upper, self.above[upper]
        return tuple(sorted(separators, key=int.bit_count))

    @cached_property
    def _links(self) -> tuple[tuple[int, ...], ...]:
        links: list[list[int]] = [[] for _ in self.cliques]
        for k, upper in enumerate(self.above):
            if upper >= 0:
                links[k].append(upper)
                links[upper].append(k)
        return tuple(tuple(link) for link in links)

    def after(self, root: int) -> list[int]:
        """The components left once all of clique *root* comes first, in a topological order.

        Walk away from the root. A clique met on the way brings new nodes R and shares the others, S,
        with the clique it hangs on; hang it as high as S allows, so that S meets the new nodes of that
        clique. Let H be the component of those, and P its parents. If S contains P, nothing tells R from
        H, and R joins H. Otherwise some x in P is no neighbour of R: then x -> h - r directs h -> r for
        every h in S and H, the rest of S follows, and R starts a component of its own with parents S.
        """
        size = len(self.cliques)
        above, shared, home = [root] * size, [0] * size, [-1] * size
        parts: list[int] = []
        parents: list[int] = []
        walk = [(k, root) for k in self._links[root]]
        while walk:
            k, upper = walk.pop()
            walk.extend((other, k) for other in self._links[k] if other != upper)
            common = self.cliques[k] & self.cliques[upper]
            while upper != root and not common & ~shared[upper]:
                upper = above[upper]
            above[k], shared[k] = upper, common
            if upper != root and not parents[home[upper]] & ~common:
                home[k] = home[upper]
                parts[home[k]] |= self.cliques[k] & ~common
            else:
                home[k] = len(parts)
                parts.append(self.cliques[k] & ~common)
                parents.append(common)
        return parts
