"""The digraph of a text: a directed graph whose cycles and loops are legal and names are any text.

A :class:`Digraph` keeps its nodes and edges in the order of the file, because judges number edges by that
order; an edge that stands twice is kept once. For a scorer only the ends of edges are nodes
(:attr:`Digraph.ends`): an isolated node can be neither found nor missed.

>>> graph = Digraph.of([("rain", "flood"), ("flood", "rain")], nodes=["rain", "flood", "sun"])
>>> sorted(graph.ends), graph.acyclic, graph.components
(['flood', 'rain'], False, (('flood', 'rain'), ('sun',)))
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from symcause.models.notebook_hook import Shown

Edge = tuple[str, str]


@dataclass(frozen=True, repr=False)
class Digraph(Shown):
    """Nodes and edges, each once, in the order of the file; see :meth:`of`."""

    brief = ("nodes", "edges")

    nodes: tuple[str, ...]
    edges: tuple[Edge, ...]

    @staticmethod
    def of(edges: Iterable[Edge], nodes: Iterable[str] = ()) -> Digraph:
        """The graph with these edges; ends that *nodes* does not list follow it as they come."""
        kept = dict.fromkeys(edges)
        listed = dict.fromkeys(nodes)
        for edge in kept:
            listed.update(dict.fromkeys(edge))
        return Digraph(tuple(listed), tuple(kept))

    @cached_property
    def edge_set(self) -> frozenset[Edge]:
        return frozenset(self.edges)

    @cached_property
    def ends(self) -> frozenset[str]:
        """The nodes that some edge touches."""
        return frozenset(end for edge in self.edges for end in edge)

    @cached_property
    def successors(self) -> Mapping[str, tuple[str, ...]]:
        """The targets of each node, in the order of the edges."""
        found: dict[str, list[str]] = {node: [] for node in self.nodes}
        for source, target in self.edges:
            found[source].append(target)
        return {node: tuple(targets) for node, targets in found.items()}

    @cached_property
    def components(self) -> tuple[tuple[str, ...], ...]:
        """The strongly connected components, each sorted, in sorted order."""
        return tuple(sorted(tuple(sorted(part)) for part in _components(self)))

    @property
    def loops(self) -> tuple[str, ...]:
        """The nodes with an edge to themselves."""
        return tuple(source for source, target in self.edges if source == target)

    @property
    def acyclic(self) -> bool:
        return not self.loops and all(len(part) == 1 for part in self.components)

    def distances(self, start: str) -> dict[str, int]:
        """Edges on a shortest path from *start* to every node that it reaches; itself at 0."""
        found = {start: 0}
        waiting = deque([start])
        while waiting:
            node = waiting.popleft()
            for after in self.successors.get(node, ()):
                if after not in found:
                    found[after] = found[node] + 1
                    waiting.append(after)
        return found

    def path(self, start: str, goal: str) -> tuple[str, ...] | None:
        """A shortest path of at least one edge, None if there is none."""
        return self.paths(start, (goal,)).get(goal)

    def paths(self, start: str, goals: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """A shortest path of at least one edge to each of the goals that can be reached."""
        before: dict[str, str] = {}
        missing = set(goals)
        paths: dict[str, tuple[str, ...]] = {}
        waiting = deque([start])
        while waiting and missing:
            node = waiting.popleft()
            for after in self.successors.get(node, ()):
                if after in before:
                    continue
                before[after] = node
                waiting.append(after)
                if after in missing:
                    missing.remove(after)
                    paths[after] = _traced(before, start, after)
        return paths


def _traced(before: Mapping[str, str], start: str, goal: str) -> tuple[str, ...]:
    """The nodes from *start* to *goal*; the two may be the same node of a cycle."""
    found = [goal, before[goal]]
    while found[-1] != start:
        found.append(before[found[-1]])
    return tuple(reversed(found))


def _components(graph: Digraph) -> list[list[str]]:
    """Tarjan's algorithm with a stack of its own, so that long paths do no harm."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    open_nodes: dict[str, None] = {}
    components: list[list[str]] = []
    for root in graph.nodes:
        if root in order:
            continue
        order[root] = low[root] = len(order)
        open_nodes[root] = None
        work = [(root, iter(graph.successors[root]))]
        while work:
            node, targets = work[-1]
            for target in targets:
                if target not in order:
                    order[target] = low[target] = len(order)
                    open_nodes[target] = None
                    work.append((target, iter(graph.successors[target])))
                    break
                if target in open_nodes:
                    low[node] = min(low[node], order[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    components.append(_closed(open_nodes, node))
    return components


def _closed(open_nodes: dict[str, None], root: str) -> list[str]:
    """The component of *root*: the nodes opened since it was."""
    part: list[str] = []
    while not part or part[-1] != root:
        part.append(open_nodes.popitem()[0])
    return part
