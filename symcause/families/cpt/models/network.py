"""A network, the model of the cpt family: a DAG with a table for each variable, and exact sums.

A variable has the values 0, 1, …, most often two of them. Its table has a row for each combination of
values of its parents, in the order of the graph, the first parent outermost; a row is the distribution of
the variable. Sums are taken in integers over one common denominator, so that nothing is rounded.

>>> from fractions import Fraction as F
>>> coin = binary(DAG.of([("X", "Y")]), {"X": (F(1, 2),), "Y": (F(1, 4), F(3, 4))})
>>> coin.probability({"Y": 1}), coin.probability({"Y": 1}, given={"X": 1})
(Fraction(1, 2), Fraction(3, 4))

"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm, prod

from symcause.errors import LimitError
from symcause.families.cpt.bounds import SUMMED_WORLDS
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG

Row = tuple[Fraction, ...]
Event = Mapping[str, int]


@dataclass(frozen=True)
class Network:
    """A DAG, the number of values of each variable, and its rows."""

    dag: DAG
    sizes: tuple[int, ...]
    rows: tuple[tuple[Row, ...], ...]

    def __post_init__(self) -> None:
        if prod(self.sizes) > SUMMED_WORLDS:
            raise LimitError(
                f"a network has at most {SUMMED_WORLDS:,} worlds", value=prod(self.sizes)
            )

    @cached_property
    def parents(self) -> tuple[tuple[int, ...], ...]:
        """The parents of each variable, by position, in the order of the graph."""
        return tuple(tuple(bits(mask)) for mask in self.dag.parents)

    @cached_property
    def _whole(self) -> tuple[tuple[int, ...], tuple[tuple[tuple[int, ...], ...], ...]]:
        """The tables in whole numbers: for each variable what they are over, and the rows."""
        over = tuple(lcm(*(x.denominator for row in rows for x in row)) for rows in self.rows)
        scaled = tuple(
            tuple(tuple(x.numerator * (d // x.denominator) for x in row) for row in rows)
            for rows, d in zip(self.rows, over, strict=True)
        )
        return over, scaled

    def worlds(
        self,
        forced: Mapping[int, int] | None = None,
        sight: Mapping[int, int] | None = None,
        of: int = -1,
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """Worlds that have a weight, each with it; weights are over :meth:`over`.

        *forced* variables have a value whatever their table says. *sight*: these children see that value
        of the variable *of* instead of its own.
        """
        forced, sight = forced or {}, sight or {}
        _, scaled = self._whole
        order, found = self.dag.order, [((0,) * len(self.sizes), 1)]
        for node in order:
            rows, sizes = scaled[node], self.sizes
            grown = []
            for world, weight in found:
                if node in forced:
                    grown.append((_with(world, node, forced[node]), weight))
                    continue
                at = 0
                for parent in self.parents[node]:
                    seen = sight[node] if parent == of and node in sight else world[parent]
                    at = at * sizes[parent] + seen
                for value, share in enumerate(rows[at]):
                    if share:
                        grown.append((_with(world, node, value), weight * share))
            found = grown
        return iter(found)

    def over(self, forced: Mapping[int, int] | None = None) -> int:
        """The denominator of the weights of worlds."""
        denominators, _ = self._whole
        return prod(d for node, d in enumerate(denominators) if node not in (forced or {}))

    @cached_property
    def _plain(self) -> tuple[tuple[int, ...], dict[tuple[int, int], int]]:
        """The weights of all worlds; for each variable and value the worlds that have it, as a bit set."""
        weights, having = list[int](), dict[tuple[int, int], int]()
        for place, (world, weight) in enumerate(self.worlds()):
            weights.append(weight)
            for held in enumerate(world):
                having[held] = having.get(held, 0) | 1 << place
        return tuple(weights), having

    def _weight(self, event: Event) -> int:
        """The weight of an event, over :meth:`over`."""
        weights, having = self._plain
        worlds = (1 << len(weights)) - 1
        for name, value in event.items():
            worlds &= having.get((self.dag.index[name], value), 0)
        return sum(map(weights.__getitem__, bits(worlds)))

    def mass(self, event: Event) -> Fraction:
        """The probability of an event."""
        return Fraction(self._weight(event), self.over())

    def probability(self, event: Event, given: Event | None = None) -> Fraction | None:
        """The probability of an event, perhaps given another; None if that has none itself."""
        if not given:
            return self.mass(event)
        if any(given.get(name, value) != value for name, value in event.items()):
            return Fraction(0) if self.mass(given) else None
        below = self._weight(given)
        return Fraction(self._weight({**given, **event}), below) if below else None

    def combinations(self, node: int) -> Iterator[tuple[int, ...]]:
        """The values of the parents of a variable, in the order of its rows."""
        return product(*(range(self.sizes[parent]) for parent in self.parents[node]))


def _with(world: tuple[int, ...], node: int, value: int) -> tuple[int, ...]:
    return (*world[:node], value, *world[node + 1 :]) if value else world


def binary(dag: DAG, ones: Mapping[str, Sequence[Fraction]]) -> Network:
    """The network of variables with two values: for each the entries P(v = 1 | parents)."""
    rows = tuple(tuple((1 - x, x) for x in ones[name]) for name in dag.nodes)
    return Network(dag, (2,) * len(dag.nodes), rows)
