"""Cover bounds: small covers, and proofs by linear programmes of how many elements they need.

Elements that all demands value alike are units of one column. In whole units Σ w·x ≥ need implies
Σ ⌈w/g⌉·x ≥ ⌈need/g⌉ for every g > 0 (Chvátal 1973), so each demand gives a row for every weight g that it
has: without them the relaxed programme, which takes fractions of a unit, promises too little.

A choice comes from a floating-point solver, and is looked at with integers. A bound comes from multipliers
y ≥ 0 of the rows, whoever found them: if every column has between l and u units, then

    Σ x  ≥  Σ y·need + Σ (1 − y·w)·x  ≥  Σ y·need + Σ (1 − y·w)·(l if y·w ≤ 1 else u)

Multipliers are rounded to whole numbers of 1/2^20 and the sum is done with integers. Where the bound stays
below what is known, boxes are halved, up to a number of programmes.

>>> covers = Covers([Demand({0: 1, 1: 1, 2: 2}, 3), Demand({0: 2, 3: 1}, 2)])
>>> found = covers.propose()
>>> bin(found.chosen), covers.proven(found)
('0b101', 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from math import floor

from symcause.answers import Unknown
from symcause.bounds.solvers_bounds import COVER_PROGRAMMES, DEMAND_ROWS, PROGRAMME_ENTRIES
from symcause.models.bit_sets import mask_of
from symcause.solvers.linear.float_programmes import Covering
from symcause.solvers.sets.greedy_cover import Demand, greedy_cover
from symcause.solvers.sets.hitting_sets import Fewest

_SCALE = 1 << 20

_Box = tuple[tuple[int, ...], tuple[int, ...]]  # fewest and most units of each column


class Covers:
    """Demands that come in over time, a choice that meets those known so far, and bounds."""

    def __init__(self, demands: Iterable[Demand] = ()) -> None:
        self._demands: list[Demand] = []
        self.add(demands)

    def add(self, demands: Iterable[Demand]) -> None:
        """More demands; all elements together meet each of them."""
        for demand in demands:
            assert sum(demand.weights.values()) >= demand.need, "nothing meets the demand"
            if demand.need > 0:
                self._demands.append(demand)

    def propose(self) -> Fewest:
        """A choice of few elements, and how many it takes at least for these demands and any further."""
        if not self._demands:
            return Fewest(0, 0)
        tree = _Tree(self._demands)
        chosen = tree.choice() if tree.size <= PROGRAMME_ENTRIES else None
        if chosen is None or any(demand.short(chosen) for demand in self._demands):
            chosen = greedy_cover(self._demands, sorted(tree.elements))
        bound = tree.least(most=1)
        return Fewest(chosen, min(bound, chosen.bit_count()))

    def proven(self, found: Fewest) -> int:
        """A better bound, by more work: at most the number of elements of the choice."""
        known = found.chosen.bit_count()
        if not self._demands or found.optimal:
            return found.lower_bound
        least = _Tree(self._demands).least(enough=known)
        return max(found.lower_bound, min(least, known))


class _Tree:
    """The programme of some demands, and boxes of it."""

    def __init__(self, demands: Sequence[Demand]) -> None:
        columns: dict[int, list[int]] = {}
        for i, demand in enumerate(demands):
            for element, weight in demand.weights.items():
                columns.setdefault(element, [0] * len(demands))[i] = min(weight, demand.need)
        alike: dict[tuple[int, ...], list[int]] = {}
        for element in sorted(columns):
            alike.setdefault(tuple(columns[element]), []).append(element)
        self.elements = columns.keys()
        self._units = list(alike.values())
        worth = [dict[int, int]() for _ in demands]
        for column, weights in enumerate(alike):
            for i, weight in enumerate(weights):
                if weight:
                    worth[i][column] = weight
        rows = [row for i, d in enumerate(demands) for row in _rounded(worth[i], d.need)]
        self.size = sum(len(weights) for weights, _ in rows)
        self._programme = Covering(rows, [len(units) for units in self._units])

    def choice(self) -> int | None:
        """A choice of few elements; none if the search finds none soon."""
        found = self._programme.whole(COVER_PROGRAMMES)
        if isinstance(found, Unknown):
            return None
        pairs = zip(self._units, found, strict=True)
        return mask_of(element for units, number in pairs for element in units[:number])

    def least(self, *, enough: int | None = None, most: int = COVER_PROGRAMMES) -> int:
        """How many elements a choice has at least; no need to show more than *enough*."""
        most = min(most, PROGRAMME_ENTRIES // max(self.size, 1))
        highs = tuple(self._programme.units)
        box: _Box = (tuple(0 for _ in highs), highs)
        heap: list[tuple[int, int, _Box]] = [(0, 0, box)]
        met: int | None = enough
        for number in range(most):
            bound, _, box = heappop(heap)
            if met is not None and bound >= met:
                return met
            bound, halves = self._looked_at(bound, box)
            if not halves:
                met = bound if met is None else min(met, bound)
            for i, half in enumerate(halves, 1):
                if self._possible(half):
                    heappush(heap, (bound, -2 * number - i, half))
            if not heap:
                assert met is not None, "all elements together meet every demand"
                return met
        least = heap[0][0]
        return least if met is None else min(least, met)

    def _looked_at(self, least: int, box: _Box) -> tuple[int, tuple[_Box, ...]]:
        """A bound for a box and its halves; no halves: the bound is met by a choice."""
        lows, highs = box
        optimum = self._programme.relaxed(lows, highs)
        at = [float(low) for low in lows]
        if not isinstance(optimum, Unknown):
            at = list(optimum.columns)
            least = max(least, self._bound(optimum.multipliers, box))
        open_columns = [c for c, low in enumerate(lows) if low < highs[c]]
        nearest = tuple(min(max(round(at[c]), lows[c]), highs[c]) for c in range(len(at)))
        if sum(nearest) <= least and self._possible((nearest, nearest)):
            return max(least, sum(nearest)), ()
        if not open_columns:
            return max(least, sum(lows)), ()
        column = max(open_columns, key=lambda c: abs(at[c] - round(at[c])))
        cut = min(max(floor(at[column]), lows[column]), highs[column] - 1)
        down = (*highs[:column], cut, *highs[column + 1 :])
        up = (*lows[:column], cut + 1, *lows[column + 1 :])
        return least, ((lows, down), (up, highs))

    def _bound(self, multipliers: Sequence[float], box: _Box) -> int:
        """What these multipliers prove, with integers alone."""
        total, worth = 0, [0] * len(self._units)
        for (weights, need), multiplier in zip(self._programme.rows, multipliers, strict=True):
            times = round(multiplier * _SCALE)
            if times > 0:
                total += times * need
                for column, weight in weights.items():
                    worth[column] += times * weight
        for each, low, high in zip(worth, *box, strict=True):
            total += (_SCALE - each) * (low if each <= _SCALE else high)
        return -(-total // _SCALE)

    def _possible(self, box: _Box) -> bool:
        """True if all units of the box meet every row: with no worth below 0 no other way needs less."""
        _, highs = box
        return all(
            sum(weight * highs[column] for column, weight in weights.items()) >= need
            for weights, need in self._programme.rows
        )


def _rounded(worth: dict[int, int], need: int) -> Iterator[tuple[dict[int, int], int]]:
    """A row, and what it implies in whole units."""
    yield worth, need
    weights = sorted(set(worth.values()))
    step = -(-len(weights) // DEMAND_ROWS)
    for divisor in weights[::-1][::step]:
        if divisor > 1:
            yield {c: -(-weight // divisor) for c, weight in worth.items()}, -(-need // divisor)
