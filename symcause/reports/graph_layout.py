"""The layered layout of graphs in reports: causes above effects.

After Sugiyama, Tagawa and Toda (1981): every node gets the layer after its deepest cause; an edge over
several layers passes through a point in each; points in a layer are ordered by the mean position of their
neighbours, downwards and upwards in turn, and the order with the fewest crossings is kept. Horizontal
positions are a sequence of isotonic regressions: each layer moves towards its neighbours as far as order
and distances allow (pool-adjacent-violators). Everything is deterministic.

Edges that the layering does not know (they may form cycles with it) are routed along it where they go down,
and drawn as arcs where they do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from symcause.bounds.reports_bounds import BENT_POINTS, LAYOUT_SWEEPS, SWAPPED_POINTS
from symcause.reports.graph_layers import Edge, layers_of

Point = tuple[float, float]

LAYER_GAP, NODE_GAP, NODE_HEIGHT = 84.0, 30.0, 30.0


@dataclass(frozen=True)
class Layout:
    """Centres of the nodes, the points that each edge passes, and the size of the whole."""

    places: tuple[Point, ...]
    routes: dict[Edge, tuple[Point, ...]]
    width: float
    height: float


@dataclass(frozen=True)
class Gaps:
    """From the middle of a layer to the next, between neighbours in a layer, and a node's own depth."""

    layer: float = LAYER_GAP
    node: float = NODE_GAP
    depth: float = NODE_HEIGHT


def lay_out(
    widths: Sequence[float],
    edges: Iterable[Edge],
    extra: Iterable[Edge] = (),
    gaps: Gaps | None = None,
    layers: Sequence[int] | None = None,
) -> Layout:
    """Place nodes of these widths; *edges* are acyclic and make the layers, *extra* are only drawn.

    Where *layers* are given, they are kept, and every edge that does not go down is only drawn.
    """
    main = dict.fromkeys(edges)
    layers = list(layers) if layers is not None else layers_of(len(widths), main)
    drawn = [*main, *(edge for edge in dict.fromkeys(extra) if edge not in main)]
    down = [(a, b) for a, b in drawn if layers[a] < layers[b]]
    others = [(a, b) for a, b in drawn if layers[a] >= layers[b]]
    grid = _Grid(widths, layers, down, gaps or Gaps())
    grid.order()
    grid.align()
    return grid.layout(others)


class _Grid:
    """Nodes and the points of long edges, in layers."""

    def __init__(
        self, widths: Sequence[float], layers: list[int], edges: list[Edge], gaps: Gaps
    ) -> None:
        self.size, self.edges, self.gaps = len(widths), edges, gaps
        self.layer, self.width = list(layers), list(widths)
        self.rows: list[list[int]] = [[] for _ in range(1 + max(layers, default=0))]
        for node, layer in enumerate(layers):
            self.rows[layer].append(node)
        self.chains: dict[Edge, list[int]] = {}
        points = sum(layers[b] - layers[a] - 1 for a, b in edges)
        for a, b in edges:
            self.chains[a, b] = self._chain(a, b) if points <= BENT_POINTS else [a, b]
        self.above: list[list[int]] = [[] for _ in self.layer]
        self.below: list[list[int]] = [[] for _ in self.layer]
        for chain in self.chains.values():
            for a, b in pairwise(chain):
                self.below[a].append(b)
                self.above[b].append(a)
        self.x = [0.0] * len(self.layer)

    def _chain(self, a: int, b: int) -> list[int]:
        chain = [a]
        for layer in range(self.layer[a] + 1, self.layer[b]):
            chain.append(len(self.layer))
            self.rows[layer].append(len(self.layer))
            self.layer.append(layer)
            self.width.append(4.0)
        return [*chain, b]

    def order(self) -> None:
        """Order every layer; keep the order with the fewest crossings."""
        best, fewest = [list(row) for row in self.rows], self._crossings()
        for start in range(4):  # as given and reversed, downwards and upwards first
            self.rows = [list(row)[:: -1 if start % 2 else 1] for row in best]
            for sweep in range(LAYOUT_SWEEPS):
                if not fewest:
                    break
                self._sweep(downwards=(sweep + start // 2) % 2 == 0)
                found = self._crossings()
                if found < fewest:
                    best, fewest = [list(row) for row in self.rows], found
        self.rows = best
        if len(self.layer) <= SWAPPED_POINTS:
            self._exchange(fewest)

    def _sweep(self, *, downwards: bool) -> None:
        place = {node: i for row in self.rows for i, node in enumerate(row)}
        for row in self.rows[1:] if downwards else self.rows[-2::-1]:
            self._sort(row, self.above if downwards else self.below, place)

    def _exchange(self, fewest: int) -> None:
        """Exchange neighbours in a layer while that saves a crossing."""
        saved = True
        while saved and fewest:
            saved = False
            for row in self.rows:
                for i in range(len(row) - 1):
                    row[i], row[i + 1] = row[i + 1], row[i]
                    found = self._crossings()
                    if found < fewest:
                        fewest, saved = found, True
                    else:
                        row[i], row[i + 1] = row[i + 1], row[i]

    def _sort(self, row: list[int], near: list[list[int]], place: dict[int, int]) -> None:
        def mean(node: int) -> float:
            around = [place[n] for n in near[node]]
            return sum(around) / len(around) if around else float(place[node])

        row.sort(key=lambda node: (mean(node), place[node]))
        place.update((node, i) for i, node in enumerate(row))

    def _crossings(self) -> int:
        """Pairs of edges between neighbouring layers that cross: inversions, by insertion."""
        from bisect import bisect, insort

        total = 0
        for row, following in zip(self.rows, self.rows[1:], strict=False):
            place = {node: i for i, node in enumerate(following)}
            ends: list[int] = []
            for node in row:
                own = sorted(place[n] for n in self.below[node] if n in place)
                total += sum(len(ends) - bisect(ends, end) for end in own)
                for end in own:
                    insort(ends, end)
        return total

    def align(self) -> None:
        """Move every layer towards its neighbours."""
        for row in self.rows:
            self._settle(row, [0.0] * len(row))
        for sweep in range(LAYOUT_SWEEPS):
            downwards = sweep % 2 == 0
            for row in self.rows if downwards else self.rows[::-1]:
                near = self.above if downwards else self.below
                wanted = [self._mean(node, near) for node in row]
                self._settle(row, wanted)

    def _mean(self, node: int, near: list[list[int]]) -> float:
        around = near[node] or (self.above[node] + self.below[node])
        return sum(self.x[n] for n in around) / len(around) if around else self.x[node]

    def _settle(self, row: list[int], wanted: list[float]) -> None:
        offsets = [0.0]
        for a, b in pairwise(row):
            offsets.append(offsets[-1] + (self.width[a] + self.width[b]) / 2 + self.gaps.node)
        level = _isotonic([w - o for w, o in zip(wanted, offsets, strict=False)])
        for node, value, offset in zip(row, level, offsets, strict=False):
            self.x[node] = value + offset

    def layout(self, others: Iterable[Edge]) -> Layout:
        """Shift everything into the picture and route the edges."""
        margin = 12.0
        low = (
            min((x - w / 2 for x, w in zip(self.x, self.width, strict=True)), default=0.0) - margin
        )
        high = (
            max((x + w / 2 for x, w in zip(self.x, self.width, strict=True)), default=0.0) + margin
        )
        top, step = self.gaps.depth / 2 + margin, self.gaps.layer
        places = [
            (x - low, top + layer * step) for x, layer in zip(self.x, self.layer, strict=True)
        ]
        routes = {edge: tuple(places[n] for n in chain) for edge, chain in self.chains.items()}
        for a, b in others:
            routes.setdefault((a, b), (places[a], places[b]))
        bottom = 2 * top + (len(self.rows) - 1) * step
        return Layout(tuple(places[: self.size]), routes, high - low, bottom)


def _isotonic(wanted: Sequence[float]) -> list[float]:
    """The non-decreasing sequence nearest to *wanted* in least squares.

    >>> _isotonic([1.0, 3.0, 2.0, 4.0])
    [1.0, 2.5, 2.5, 4.0]
    """
    blocks: list[tuple[float, int]] = []
    for value in wanted:
        total, count = value, 1
        while blocks and blocks[-1][0] / blocks[-1][1] > total / count:
            before, length = blocks.pop()
            total, count = total + before, count + length
        blocks.append((total, count))
    return [total / count for total, count in blocks for _ in range(count)]
