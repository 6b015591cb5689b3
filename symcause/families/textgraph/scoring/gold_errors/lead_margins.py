"""Lead margins: how far one answer stays ahead of another if some gold edges are wrong.

Both answers are scored against the same true graph, so an error moves both F1 at once. With the numbers of
additions and deletions given, the size of the true graph is known and the difference is linear in the
hits: the best edges to delete come in a fixed order (hits of the first answer alone, then those of both or
of neither, then those of the second alone), and so do the best edges to add. So each number of deletions
and additions is one evaluation, exact in integers.

>>> gold = Digraph.of([("0", "1"), ("1", "2"), ("2", "3"), ("3", "0")])
>>> first = Digraph.of([("0", "1"), ("1", "2"), ("2", "3")])
>>> second = Digraph.of([("0", "1"), ("1", "2"), ("0", "2")])
>>> [str(point.lead) for point in lead_margins(LeadCounts.of(gold, first, second), 4)]
['2/7', '0', '-2/7', '-1/3', '-2/5']
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, chain, islice, repeat
from math import inf

from symcause.families.textgraph.models.digraph import Digraph
from symcause.families.textgraph.scoring.gold_errors.score_ranges import f1_of

_SLACK = 1e-9  # far more than rounding can make of numbers between -1 and 1

Kind = tuple[bool, bool]
"""Whether the first and the second answer have an edge."""


@dataclass(frozen=True)
class Margin:
    """F1 of both answers where some number of errors is worst for the first."""

    first: Fraction
    second: Fraction

    @cached_property
    def lead(self) -> Fraction:
        return self.first - self.second


@dataclass(frozen=True)
class LeadCounts:
    """Edges of gold and cells that may become one, by which of the two answers has them."""

    held: dict[Kind, int]
    free: dict[Kind, int]
    sizes: tuple[int, int]  # edges of the two answers, loops included

    @staticmethod
    def of(gold: Digraph, first: Digraph, second: Digraph) -> LeadCounts:
        nodes = len(set(gold.nodes) | first.ends | second.ends)
        every = gold.edge_set | first.edge_set | second.edge_set
        held: Counter[Kind] = Counter()
        free: Counter[Kind] = Counter()
        for edge in every:
            kind = edge in first.edge_set, edge in second.edge_set
            if edge in gold.edge_set:
                held[kind] += 1
            elif edge[0] != edge[1]:
                free[kind] += 1
        plain = sum(u != v for u, v in every)
        free[False, False] += nodes * (nodes - 1) - plain
        return LeadCounts(dict(held), dict(free), (len(first.edge_set), len(second.edge_set)))

    @property
    def gold(self) -> int:
        return sum(self.held.values())


def lead_margins(counts: LeadCounts, most: int) -> tuple[Margin, ...]:
    """The worst margin of the first answer within 0, 1, … *most* errors of any kind."""
    order = _order(counts.sizes)
    lost = _taken(counts.held, order, most)
    won = _taken(counts.free, [(not a, not b) for a, b in order], most)
    one, other = counts.sizes
    gold, (mine, yours) = counts.gold, _hits(counts.held)
    margins: list[Margin] = []
    best, near = (1, 0), inf  # a fraction, and the same to the precision of a machine number
    for changes in range(most + 1):
        where: tuple[int, int, int] | None = None
        for deleted in range(max(0, changes - len(won) + 1), min(changes, len(lost) - 1) + 1):
            minus, plus = lost[deleted], won[changes - deleted]
            size = gold - 2 * deleted + changes
            first, second = mine - minus[0] + plus[0], yours - minus[1] + plus[1]
            bottom = (size + one) * (size + other)
            top = 2 * (first * (size + other) - second * (size + one))
            if not bottom:
                top, bottom = _difference(first, second, size, one, other)
            elif top > near * bottom + _SLACK * bottom:
                continue  # larger beyond rounding
            if top * best[1] < best[0] * bottom:
                best, near, where = (top, bottom), top / bottom, (first, second, size)
        if where is None:
            margins.append(margins[-1])
            continue
        first, second, size = where
        margins.append(Margin(f1_of(first, size, one), f1_of(second, size, other)))
    return tuple(margins)


def _difference(first: int, second: int, size: int, one: int, other: int) -> tuple[int, int]:
    """F1 of the first less F1 of the second where an empty graph is compared with an empty one."""
    exact = f1_of(first, size, one) - f1_of(second, size, other)
    return exact.numerator, exact.denominator


def _order(sizes: tuple[int, int]) -> list[Kind]:
    """Which edges to delete first.

    A hit of the longer answer is worth less: where that is the first one, edges of neither go before
    edges of both.
    """
    middle = [(False, False), (True, True)]
    return [(True, False), *(middle if sizes[0] > sizes[1] else middle[::-1]), (False, True)]


def _taken(numbers: dict[Kind, int], order: list[Kind], most: int) -> list[tuple[int, int]]:
    """Hits of both answers among the first 0, 1, … edges in this order."""
    kinds = chain.from_iterable(repeat(kind, numbers.get(kind, 0)) for kind in order)
    steps = islice(((int(a), int(b)) for a, b in kinds), most)
    return list(accumulate(steps, lambda x, y: (x[0] + y[0], x[1] + y[1]), initial=(0, 0)))


def _hits(held: dict[Kind, int]) -> tuple[int, int]:
    return (
        sum(number for (a, _), number in held.items() if a),
        sum(number for (_, b), number in held.items() if b),
    )
