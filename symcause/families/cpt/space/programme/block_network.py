"""Block networks: networks on the graph that have, or nearly have, given shares of types.

An unobserved variable that joins the block says of which type a unit is, and the network has the shares as
they are. Elsewhere networks are tried: a binary one says what one variable answers to one row, or the
variables of the block have the tables that the shares show. Whoever takes one executes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

from symcause.errors import SymcauseError
from symcause.families.cpt.models.network import Network, Row
from symcause.families.cpt.models.query_values import query_value
from symcause.families.cpt.problem.problem import CptProblem
from symcause.families.cpt.space.number_boxes import NumberBoxes
from symcause.families.cpt.space.pair_network import HALF
from symcause.families.cpt.space.programme.linear_forms import ZERO, Factor, Vector
from symcause.families.cpt.space.programme.response_block import Response, ResponseBlock
from symcause.models.bit_sets import bits

Part = tuple[tuple[Response, ...], Fraction]
"""A type, and its share."""


class BlockNetworks:
    """The networks that are made of shares of one block."""

    def __init__(
        self,
        problem: CptProblem,
        boxes: NumberBoxes,
        block: ResponseBlock,
        types: Sequence[tuple[Response, ...]],
        factors: Mapping[Factor, Fraction],
    ) -> None:
        self.problem, self.boxes, self.block = problem, boxes, block
        self.types, self.factors = types, factors
        self.joins = [name for name, met in block.hidden.items() if set(block.names) <= met]

    @property
    def faithful(self) -> bool:
        """Does every choice of shares have a network?"""
        if len(self.block.names) < 2:
            return True
        free = set(self.problem.unobserved)
        return any(self._all_hear(self._carriers(name)) for name in self.joins if name in free)

    def _carriers(self, label: str, wide: bool = True) -> set[str]:
        """The hidden variables that can hand on what a hidden one says."""
        dag, carriers = self.block.dag, {label}
        for name in self.block.hidden:
            if carriers & set(dag.names(dag.parents[dag.index[name]])):
                carriers |= {name} if not wide or name in self.problem.unobserved else set()
        return carriers

    def _all_hear(self, carriers: set[str]) -> bool:
        """Do all variables of the block hear it?"""
        dag = self.block.dag
        parents = (set(dag.names(dag.parents[dag.index[name]])) for name in self.block.names)
        return all(carriers & own for own in parents)

    def reaches(self, network: Network | None, value: Fraction) -> bool:
        """Is it a member in which the query has this value?"""
        return network is not None and query_value(network, self.problem.query) == value

    def best(self, shares: Vector, least: bool) -> Network | None:
        """Of the networks that are tried for these shares, the member with the best value."""
        pair: tuple[Fraction, Network] | None = None
        for network in self._tried(shares):
            if self.boxes.misfits(network):
                continue
            try:
                value = query_value(network, self.problem.query) * (1 if least else -1)
            except SymcauseError:  # a condition of the query has no probability
                continue
            if pair is None or value < pair[0]:
                pair = value, network
        return None if pair is None else pair[1]

    def having(self, shares: Vector, value: Fraction) -> Network | None:
        """Of the networks that are tried for these shares, a member in which the query has a value."""
        for network in self._tried(shares):
            if not self.boxes.misfits(network) and self.reaches(network, value):
                return network
        return None

    def _tried(self, shares: Vector) -> Iterator[Network]:
        parts = [(self.types[j], s) for j, s in enumerate(shares) if s]
        for name in self.joins:
            if name in self.problem.unobserved and self._all_hear(self._carriers(name)):
                yield self._network([[part] for part in parts], self._carriers(name))
                return
        for name in self.joins:
            carriers = self._carriers(name, wide=False)
            for v, own in enumerate(self.block.names):
                for row in range(2 ** len(self.block.seen[own])):
                    groups = [[part for part in parts if part[0][v][row] == k] for k in (0, 1)]
                    yield self._network(groups, carriers)
        if not self.joins:
            yield self._network([parts], set())

    def _network(self, groups: list[list[Part]], carriers: set[str]) -> Network:
        """The network in which hidden variables say to which group a unit belongs."""
        dag = self.block.dag
        if carriers and len(groups) < 2:
            groups = [*groups, []]
        shares = tuple(sum((s for _, s in group), ZERO) for group in groups)
        sizes = tuple(len(groups) if name in carriers else 2 for name in dag.nodes)
        rows: list[tuple[Row, ...]] = []
        for i, name in enumerate(dag.nodes):
            parents = [dag.nodes[j] for j in bits(dag.parents[i])]
            table: list[Row] = []
            for values in product(*(range(sizes[dag.index[p]]) for p in parents)):
                seen = dict(zip(parents, values, strict=True))
                said = next((value for p, value in seen.items() if p in carriers), None)
                if name in carriers:
                    copy = tuple(Fraction(k == said) for k in range(len(groups)))
                    table.append(shares if said is None else copy)
                else:
                    one = self._entry(name, seen, groups[said or 0])
                    table.append((1 - one, one))
            rows.append(tuple(table))
        return Network(dag, sizes, tuple(rows))

    def _entry(self, name: str, seen: Mapping[str, int], group: list[Part]) -> Fraction:
        """P(name = 1) for values of its parents, in a group of types."""
        if name not in self.block.seen:
            return HALF
        row = 0
        for parent in self.block.seen[name]:
            row = 2 * row + seen[parent]
        if name in self.block.known:
            return self.block.known[name][row]
        if name not in self.block.names:
            return self.factors.get((name, row, 1), HALF)
        at = self.block.names.index(name)
        shown = [part for part in group if self._shows(part, seen)] or group
        total = sum((share for _, share in shown), ZERO)
        ones = sum((share for responses, share in shown if responses[at][row]), ZERO)
        return ones / total if total else HALF

    def _shows(self, part: Part, seen: Mapping[str, int]) -> bool:
        """May units of a type have these values, where nothing is set? Values outside decide with it."""
        values = {name: value for name, value in seen.items() if name not in self.block.names}
        for name in self.block.above(self.block.names):
            if name in self.block.names and all(p in values for p in self.block.seen[name]):
                row = 0
                for parent in self.block.seen[name]:
                    row = 2 * row + values[parent]
                values[name] = part[0][self.block.names.index(name)][row]
        return all(values.get(name, value) == value for name, value in seen.items())
