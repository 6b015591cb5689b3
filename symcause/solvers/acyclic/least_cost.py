"""The least cost of an acyclic choice, where every parent set of a node has a cost.

Nodes of one strongly connected component of possible parents are placed one after the other; let f(U) be
the least cost of placing the nodes of U first and b(U) that of placing all others after them:

    f(U) = min over v in U of f(U∖v) + m_v(U∖v),      m_v(U) = least cost of a parent set of v inside U.

Components do not touch each other: what stands outside of one is always in place. Arrays are over the
subsets of a component, and over as many problems at once as there are costs in a choice. The work is
m²·2^m for a component of m nodes.

>>> one, two = np.array([1]), np.array([2])
>>> Placing.of([{0: two, 0b10: one}, {0: two, 0b01: one}], 1).least  # not both may be the other's parent
array([3])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from symcause.bounds.solvers_bounds import KNOWN_NODES, PLACED_ENTRIES
from symcause.errors import LimitError
from symcause.models.bit_sets import bits, mask_of
from symcause.solvers.acyclic.cost_arrays import Cost, Costs, CostTable
from symcause.solvers.acyclic.cycle_components import components

NEVER = 1 << 40
"""The cost of what is not possible; no sum of possible costs comes near it."""


@dataclass(frozen=True)
class Component:
    """Nodes that may cause each other, with the costs of their parent sets."""

    nodes: tuple[int, ...]
    costs: tuple[Costs, ...]
    parts: int  # costs in a choice

    @cached_property
    def inside(self) -> list[Cost]:
        """m_v(U) for every node and every subset of the component."""
        return [self.least_inside(costs) for costs in self.costs]

    def least_inside(self, costs: Costs) -> Cost:
        """The least cost of a parent set that lies in U or outside of the component, for every U."""
        table = CostTable.of(costs, self.parts)
        order, first, parts = table.sets.within(self.nodes)
        least = np.full((1 << len(self.nodes), self.parts), NEVER, dtype=np.int64)
        if len(first):
            least[parts] = np.minimum.reduceat(table.matrix[order], first, axis=0)
        for i in range(len(self.nodes)):
            halves = least.reshape(-1, 2, 1 << i, self.parts)
            np.minimum(halves[:, 1], halves[:, 0], out=halves[:, 1])
        return least

    @cached_property
    def _layers(self) -> tuple[_Layer, ...]:
        size = len(self.nodes)
        return _known_layers(size) if size <= KNOWN_NODES else _layers(size)

    @cached_property
    def forward(self) -> Cost:
        """f(U)."""
        array = np.full((1 << len(self.nodes), self.parts), NEVER, dtype=np.int64)
        array[0] = 0
        inside = np.stack(self.inside)
        for layer in self._layers[1:]:
            further = array[layer.less] + inside[layer.members, layer.less]
            array[layer.sets] = further.min(axis=1)
        return np.minimum(array, NEVER)

    @cached_property
    def backward(self) -> Cost:
        """b(U)."""
        array = np.full((1 << len(self.nodes), self.parts), NEVER, dtype=np.int64)
        array[-1] = 0
        inside = np.stack(self.inside)
        for layer in self._layers[-2::-1]:
            further = array[layer.more] + inside[layer.others, layer.sets[:, None]]
            array[layer.sets] = further.min(axis=1)
        return np.minimum(array, NEVER)

    @cached_property
    def least(self) -> Cost:
        """The least cost of an acyclic choice of all nodes."""
        if len(self.nodes) == 1:
            return self.alone(self.costs[0])
        last: Cost = self.forward[-1]
        return last

    def alone(self, costs: Costs) -> Cost:
        """The least cost of the only node."""
        matrix = CostTable.of(costs, self.parts).matrix
        least: Cost = matrix.min(axis=0, initial=NEVER)
        return least

    def with_costs(self, node: int, costs: Costs) -> tuple[Cost, Cost]:
        """The least cost where a node has other costs, and the set before it that gives it."""
        if len(self.nodes) == 1:
            return self.alone(costs), np.zeros(self.parts, dtype=np.int64)
        i = self.nodes.index(node)
        sets = _lacking(i, len(self.nodes))
        around = self.forward[sets] + self.backward[sets | 1 << i]
        total = around + self.least_inside(costs)[sets]
        at = total.argmin(axis=0)
        return np.minimum(total[at, np.arange(self.parts)], NEVER), sets[at]

    def rest(self, node: int) -> dict[int, Cost]:
        """For each of the node's parent sets: the least cost of all other nodes if it has that one."""
        i, own = self.nodes.index(node), mask_of(self.nodes)
        sets = np.arange(1 << len(self.nodes))
        outside = sets >> i & 1 == 0
        around = np.full((len(sets), self.parts), NEVER, dtype=np.int64)
        around[outside] = self.forward[sets[outside]] + self.backward[sets[outside] | 1 << i]
        for j in range(len(self.nodes)):
            halves = around.reshape(-1, 2, 1 << j, self.parts)
            np.minimum(halves[:, 0], halves[:, 1], out=halves[:, 0])
        position = {v: j for j, v in enumerate(self.nodes)}
        return {
            parents: np.minimum(around[mask_of(position[p] for p in bits(parents & own))], NEVER)
            for parents in self.costs[i]
        }

    def order(self, part: int = 0, first: int | None = None, rest: int = 0) -> list[int]:
        """Nodes in an order of least cost: those of the set *first*, or those after the set *rest*."""
        whole = (1 << len(self.nodes)) - 1
        if whole == 1:
            return list(self.nodes) if first or (first is None and not rest) else []
        if first is None:
            nodes, placed = [], rest
            while placed != whole:
                for i in bits(whole & ~placed):
                    step = self.inside[i][placed, part] + self.backward[placed | 1 << i, part]
                    if step == self.backward[placed, part]:
                        nodes.append(self.nodes[i])
                        placed |= 1 << i
                        break
            return nodes
        nodes, placed = [], first
        while placed:
            for i in bits(placed):
                before = placed ^ 1 << i
                step = self.forward[before, part] + self.inside[i][before, part]
                if step == self.forward[placed, part]:
                    nodes.append(self.nodes[i])
                    placed = before
                    break
        return nodes[::-1]


@dataclass(frozen=True)
class _Layer:
    """The sets of one size."""

    sets: NDArray[np.intp]
    members: NDArray[np.intp]  # of each set
    less: NDArray[np.intp]  # the set without each of them
    others: NDArray[np.intp]  # what is not in each set
    more: NDArray[np.intp]  # the set with each of those


def _layers(nodes: int) -> tuple[_Layer, ...]:
    """The sets of this many nodes by their size."""
    sets = np.arange(1 << nodes)
    has = sets[:, None] >> np.arange(nodes) & 1 == 1
    layers = []
    for size in range(nodes + 1):
        own = np.flatnonzero(has.sum(axis=1) == size)
        members = np.nonzero(has[own])[1].reshape(len(own), size)
        others = np.nonzero(~has[own])[1].reshape(len(own), nodes - size)
        layers.append(
            _Layer(own, members, own[:, None] ^ 1 << members, others, own[:, None] | 1 << others)
        )
    return tuple(layers)


@lru_cache(maxsize=64)
def _lacking(node: int, nodes: int) -> NDArray[np.intp]:
    """The sets of this many nodes without one of them."""
    return np.flatnonzero(np.arange(1 << nodes) >> node & 1 == 0)


@cache
def _known_layers(nodes: int) -> tuple[_Layer, ...]:
    return _layers(nodes)


@dataclass(frozen=True)
class Placing:
    """A least-cost acyclic choice, component by component."""

    parts: tuple[Component, ...]

    @staticmethod
    def of(choices: Sequence[Costs], width: int) -> Placing:
        """*width* is the number of costs in a choice. Raises LimitError where the arrays are too large."""
        found = []
        for nodes in components([dict.fromkeys(options, 1) for options in choices]):
            if (len(nodes) ** 2 << len(nodes)) * width > PLACED_ENTRIES:
                raise LimitError(
                    f"{len(nodes)} variables that may cause each other: too many sets to place",
                    remedy="disclose more of the order, or state what cannot be a cause",
                )
            found.append(Component(nodes, tuple(choices[v] for v in nodes), width))
        return Placing(tuple(found))

    @cached_property
    def least(self) -> Cost:
        """The least cost of all: one number per problem."""
        total: Cost = sum((part.least for part in self.parts), start=np.zeros(1, dtype=np.int64))
        return np.minimum(total, NEVER)

    def part_of(self, node: int) -> Component:
        return next(part for part in self.parts if node in part.nodes)

    def with_costs(self, node: int, costs: Costs) -> Cost:
        """The least cost of all where one node has other costs."""
        part = self.part_of(node)
        others = (other.least for other in self.parts if other is not part)
        rest = sum(others, start=np.zeros(1, dtype=np.int64))
        total: Cost = np.minimum(rest + part.with_costs(node, costs)[0], NEVER)
        return total

    def rest(self, node: int) -> dict[int, Cost]:
        """For each of a node's parent sets: the least cost of all other nodes if it has that one."""
        part = self.part_of(node)
        others = (other.least for other in self.parts if other is not part)
        rest = sum(others, start=np.zeros(1, dtype=np.int64))
        return {s: np.minimum(rest + cost, NEVER) for s, cost in part.rest(node).items()}

    def order(self) -> list[int]:
        """All nodes in an order that has the least cost (of the first problem)."""
        return [v for part in self.parts for v in part.order()]

    def order_with(self, node: int, costs: Costs) -> list[int]:
        """The same where one node has other costs."""
        order: list[int] = []
        for part in self.parts:
            if node in part.nodes:
                i = part.nodes.index(node)
                before = int(part.with_costs(node, costs)[1][0])
                order += [*part.order(first=before), node, *part.order(rest=before | 1 << i)]
            else:
                order += part.order()
        return order
