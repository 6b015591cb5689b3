"""Restricted equivalence classes: members that agree with background knowledge.

The undirected components of the essential graph are oriented independently of each other, so the size is
the product, over *them*, of their respecting orientations (acyclic, no new collider). It is not the product
over what the orientation rules leave once required edges are directed: the complete graph on A, B, C, D
with A -> B and C -> D has 6 members, and what the rules leave there is joined in ways that depend on each
other.

Root picking (:mod:`.root_counts`) carries over: every orientation of a component has one source; directing
its edges outwards and drawing the consequences directs edges that all orientations with this source share.
If one of them is against the knowledge there is none with this source, else the components that are left
are independent again. With tiers alone, edges between tiers can be directed first and clique picking counts
what is left, for any size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from random import Random

from symcause.bounds.equivalence_bounds import COMPONENT_PARTS
from symcause.budgets import StrictMeter
from symcause.equivalence.class_sizes import induced
from symcause.equivalence.essential_graphs import EssentialGraph
from symcause.equivalence.orientation_rules import components, directed_from
from symcause.errors import LimitError
from symcause.models.background_knowledge import Knowledge
from symcause.models.bit_sets import bits
from symcause.models.cycles import find_cycle
from symcause.models.dags import DAG
from symcause.solvers.chordal_graphs import count_orientations

Arcs = tuple[tuple[int, int], ...]


class Orientations:
    """The respecting orientations of the connected parts of an undirected chordal graph."""

    def __init__(self, adjacent: Sequence[int], allowed: Sequence[int]) -> None:
        """Bit *j* of ``allowed[i]``: the edge may point from *i* to *j*."""
        self._adjacent = adjacent
        self._allowed = allowed
        self._known: dict[int, int] = {}

    def _rooted(self, nodes: int) -> Iterator[tuple[Arcs, list[int]]]:
        """For every possible source: the edges that it directs, and the parts that it leaves."""
        for root in bits(nodes):
            around = self._adjacent[root] & nodes
            if around & ~self._allowed[root]:
                continue
            parents, left = directed_from(
                self._adjacent, nodes, [(root, child) for child in bits(around)]
            )
            arcs = tuple((a, b) for b, mask in enumerate(parents) for a in bits(mask))
            if all(self._allowed[a] >> b & 1 for a, b in arcs):
                yield arcs, [part for part in components(left, nodes) if part & (part - 1)]

    def count(self, nodes: int) -> int:
        """How many there are of one part."""
        if not nodes & (nodes - 1):
            return 1
        if nodes not in self._known:
            if len(self._known) >= COMPONENT_PARTS:
                raise LimitError(
                    "the class under this knowledge is too large to count",
                    remedy="state the knowledge as tiers alone: then any size is counted",
                )
            self._known[nodes] = 0
            found = (prod(map(self.count, parts)) for _, parts in self._rooted(nodes))
            self._known[nodes] = sum(found)
        return self._known[nodes]

    def live(self, nodes: int) -> set[tuple[int, int]]:
        """The directed edges that some orientation has."""
        live: set[tuple[int, int]] = set()
        seen: set[int] = set()
        waiting = [nodes]
        while waiting:
            part = waiting.pop()
            if part in seen or not self.count(part):
                continue
            seen.add(part)
            for arcs, parts in self._rooted(part):
                if all(map(self.count, parts)):
                    live.update(arcs)
                    waiting += parts
        return live

    def all_orientations(self, nodes: int) -> Iterator[Arcs]:
        """Every orientation once."""
        for arcs, parts in self._rooted(nodes):
            if all(map(self.count, parts)):
                for inner in product(*map(self.all_orientations, parts)):
                    yield arcs + sum(inner, ())

    def drawn(self, nodes: int, rng: Random) -> Arcs:
        """One, uniformly."""
        ways = [(arcs, parts) for arcs, parts in self._rooted(nodes)]
        weights = [prod(map(self.count, parts)) for _, parts in ways]
        at = rng.randrange(sum(weights))
        for (arcs, parts), weight in zip(ways, weights, strict=True):
            if at < weight:
                return arcs + sum((self.drawn(part, rng) for part in parts), ())
            at -= weight
        raise AssertionError("the weights add up")


@dataclass(frozen=True)
class KnownClass:
    """The members of a class that respect what is known."""

    essential: EssentialGraph
    known: Knowledge

    @cached_property
    def allowed(self) -> tuple[int, ...]:
        """For every node those that it may point to."""
        names, needed = self.essential.nodes, set(self.known.require)
        return tuple(
            sum(
                1 << j
                for j in bits(self.essential.neighbours[i])
                if self.known.admits(a, names[j]) and (names[j], a) not in needed
            )
            for i, a in enumerate(names)
        )

    @cached_property
    def broken(self) -> bool:
        """Is an edge that all members share ruled out, or a required one impossible?"""
        shared = set(self.essential.directed)
        if any(not self.known.admits(*edge) for edge in shared):
            return True
        either = {*self.essential.undirected, *((b, a) for a, b in self.essential.undirected)}
        return any(edge not in shared | either for edge in self.known.require)

    @cached_property
    def _orientations(self) -> Orientations:
        return Orientations(self.essential.neighbours, self.allowed)

    @property
    def _tiered(self) -> bool:
        """Is nothing known but tiers?"""
        return self.known == Knowledge(tiers=self.known.tiers)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The number of respecting orientations of every component."""
        return tuple(map(self._size, self.essential.components))

    def _size(self, component: int) -> int:
        if not self._tiered:
            return self._orientations.count(component)
        parents, left = self._between_tiers(component)
        if find_cycle(parents) or any(map(self._collides, parents)):
            return 0
        parts = components(left, sum(1 << i for i, mask in enumerate(left) if mask))
        return prod(count_orientations(induced(left, part)[0]) for part in parts)

    def _collides(self, parents: int) -> bool:
        """Are two of these parents not adjacent? Within a component that is a new collider."""
        return any(parents & ~self.essential.neighbours[p] & ~(1 << p) for p in bits(parents))

    def _between_tiers(self, component: int) -> tuple[list[int], list[int]]:
        """The component with the edges between tiers directed, and what follows from them."""
        forced = [
            (a, b)
            for a in bits(component)
            for b in bits(self.allowed[a] & component)
            if not self.allowed[b] >> a & 1
        ]
        return directed_from(self.essential.neighbours, component, forced)

    @cached_property
    def size(self) -> int:
        """How many members there are; raises LimitError beyond reach."""
        return 0 if self.broken else prod(self.sizes)

    @cached_property
    def mpdag(self) -> tuple[Arcs, Arcs]:
        """The MPDAG: edges directed in all members, and those that point either way (least node first)."""
        directed = [(a, b) for b, mask in enumerate(self.essential.parents) for a in bits(mask)]
        undirected = []
        for component in self.essential.components:
            live = self._live(component)
            directed += [(a, b) for a, b in sorted(live) if (b, a) not in live]
            undirected += [(a, b) for a, b in sorted(live) if (b, a) in live and a < b]
        return tuple(sorted(directed)), tuple(sorted(undirected))

    def _live(self, component: int) -> set[tuple[int, int]]:
        if self._tiered:
            parents, left = self._between_tiers(component)
            pairs = {(a, b) for b, mask in enumerate(parents) for a in bits(mask)}
            return pairs | {(a, b) for a, mask in enumerate(left) for b in bits(mask)}
        return self._orientations.live(component)

    def named(self, arcs: Arcs) -> tuple[tuple[str, str], ...]:
        return tuple((self.essential.nodes[a], self.essential.nodes[b]) for a, b in arcs)

    def _dag(self, parts: Sequence[Arcs]) -> DAG:
        arcs = self.named(sum(parts, ()))
        return DAG.of((*self.essential.directed, *arcs), nodes=self.essential.nodes)

    def members(self) -> Iterator[DAG]:
        """Every member once."""
        if self.broken or not all(self._orientations.count(c) for c in self.essential.components):
            return
        yield from map(self._dag, _product(tuple(self.essential.components), self._orientations))

    def draw(self, rng: Random) -> DAG:
        """One member, uniformly. Raises ValueError if there is none."""
        if not self.size:
            raise ValueError("no member respects the knowledge")
        return self._dag([self._orientations.drawn(c, rng) for c in self.essential.components])

    def split(self, node: int) -> dict[int, int]:
        """What an intervention on a node would show: its parents in the component, and how many members."""
        component = next((c for c in self.essential.components if c >> node & 1), 0)
        around = self.essential.neighbours[node]
        at = self.essential.components.index(component)
        rest = prod(size for i, size in enumerate(self.sizes) if i != at)
        found: dict[int, int] = {}
        for causes in _cliques(self.essential.neighbours, around):
            allowed = list(self.allowed)
            allowed[node] &= ~causes
            for other in bits(around & ~causes):
                allowed[other] &= ~(1 << node)
            count = Orientations(self.essential.neighbours, allowed).count(component)
            if count:
                found[causes] = count * rest
        return found


def _product(parts: tuple[int, ...], orientations: Orientations) -> Iterator[tuple[Arcs, ...]]:
    """One orientation of each part, lazily."""
    if not parts:
        yield ()
        return
    for first in orientations.all_orientations(parts[0]):
        for rest in _product(parts[1:], orientations):
            yield (first, *rest)


def _cliques(neighbours: Sequence[int], within: int) -> Iterator[int]:
    """The cliques of a part of the graph, the empty one first."""
    waiting = [(0, within)]
    seen = StrictMeter(COMPONENT_PARTS, "an intervention has too many kinds of outcome")
    while waiting:
        clique, joinable = waiting.pop()
        seen.spend()
        yield clique
        for i in bits(joinable):
            later = joinable & neighbours[i] & ~((2 << i) - 1)
            waiting.append((clique | 1 << i, later))
