"""Integer values in the scenario verifier: what two rivals are worth at least and at most.

From above everything is rounded up, from below everything down; no payoff is negative, so that both are
safe. A belief of the grid is a whole number of billionths of a thousandth.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from math import comb, lcm, prod
from operator import add, itemgetter, mul

from symcause.families.scenario.verifier.budget.rival_tables import Batch, Table
from symcause.kernel.nodes import Beyond
from symcause.kernel.work import Work

SCALE = 10**12
FINE = 10**30
"""The scale of chances of count vectors."""

MOST_TERMS = 100_000  # count vectors
"""A design with more count vectors enters with its closest classes merged."""

MOST_HISTORIES = 200_000  # histories: earlier records times count vectors
Choice = tuple[int, int]
"""What a choice is worth under both rivals, in parts of :data:`SCALE`."""

Chosen = Callable[[Sequence[int]], Sequence[int]]
"""Of values by belief those of some neighbours, one for every belief."""

Masses = list[tuple[int, int]]
"""Chances under both rivals, in parts of :data:`FINE`."""


def up(top: int, bottom: int) -> int:
    """A quotient, rounded up."""
    return -(-top // bottom)


def undominated(tables: Sequence[Table]) -> list[Table]:
    """The tables that no other one makes superfluous: none of its sums lies above another's line."""
    different: list[Table] = []
    for table in tables:
        if table not in different:
            different.append(table)
    return [
        own
        for own in different
        if not any(other is not own and _above(other, own) for other in different)
    ]


def _above(first: Table, second: Table) -> bool:
    corners = list(_sums(first))
    for at, height in _sums(second):
        best = Fraction(0)
        for (a, low), (b, high) in pairwise(corners):
            if a <= at <= b:
                best = max(best, high if a == b else low + (high - low) * (at - a) / (b - a))
        if best < height:
            return False
    return True


def _sums(table: Table) -> Iterator[tuple[Fraction, Fraction]]:
    first = accumulate((p for p, _ in table), initial=Fraction(0))
    second = accumulate((q for _, q in table), initial=Fraction(0))
    return zip(second, first, strict=True)


def vectors(table: Table, n: int, rounded_up: bool) -> Masses:
    """The chances of all count vectors of n records, in parts of FINE."""
    sides = [_rounded([law[i] for law in table], n, rounded_up) for i in (0, 1)]
    return list(zip(*sides, strict=True))


def _rounded(chances: Sequence[Fraction], n: int, rounded_up: bool) -> list[int]:
    """The same under one rival: from two neighbours that enclose a chance, in full where they differ."""
    bits = 128 + n * len(chances).bit_length()
    powers = [[(c.numerator**k << bits) // c.denominator**k for k in range(n + 1)] for c in chances]
    sign, slack = -1 if rounded_up else 1, 2 * len(chances)
    masses: list[int] = []
    for counts, ways, low in _products(powers, n, bits):
        most = ways * FINE
        near = sign * (sign * most * low >> bits)
        if near != sign * (sign * most * (low + slack) >> bits):
            whole = prod((c**k for c, k in zip(chances, counts, strict=True)), start=Fraction(most))
            near = sign * (sign * whole.numerator // whole.denominator)
        masses.append(near)
    return masses


def _products(
    powers: Sequence[Sequence[int]], n: int, bits: int
) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Count vectors, the first class slowest, with their multinomial coefficients and products of powers.

    Every product is cut off at *bits* binary digits: of c classes it falls short by less than 2c units.
    """
    if len(powers) == 1:
        yield (n,), 1, powers[0][n]
        return
    for k in range(n + 1):
        here, own = comb(n, k), powers[0][k]
        for counts, ways, rest in _products(powers[1:], n - k, bits):
            yield (k, *counts), here * ways, own * rest >> bits


def terms(table: Table, n: int) -> int:
    """How many count vectors there are."""
    return comb(n + len(table) - 1, len(table) - 1)


def fitting(table: Table, n: int) -> Table:
    """The table with its closest ratios merged until its vectors are few: it tells less.

    Rare outcomes count as closer than frequent ones.
    """
    found = list(table)
    while terms(found, n) > MOST_TERMS:
        gaps = [
            (a / (a + b) - c / (c + d)) ** 2 * (a + b) * (c + d) / (a + b + c + d)
            for (a, b), (c, d) in pairwise(found)
        ]
        at = gaps.index(min(gaps))
        (a, b), (c, d) = found[at : at + 2]
        found[at : at + 2] = [(a + c, b + d)]
    return found


def histories(batches: Sequence[Batch], work: Work, rounded_up: bool) -> Masses:
    """The chances of all histories, in parts of FINE."""
    masses: Masses = [(FINE, FINE)]
    for batch in batches:
        size = len(masses) * terms(batch.table, batch.records)
        if size > MOST_HISTORIES:
            raise Beyond(f"more than {MOST_HISTORIES:,} histories")
        work.spend(size * (20 + batch.records // 4), "the histories")
        own = vectors(batch.table, batch.records, rounded_up)
        if rounded_up:
            masses = [(up(a * c, FINE), up(b * d, FINE)) for a, b in masses for c, d in own]
        else:
            masses = [(a * c // FINE, b * d // FINE) for a, b in masses for c, d in own]
    return masses


def grouped(masses: Masses, cuts: Sequence[Fraction]) -> Masses:
    """Histories gathered between cuts of their ratios."""
    found = [(0, 0)] * (len(cuts) + 1)
    for a, b in masses:
        at = len(cuts) if not b else bisect_right(cuts, Fraction(a, b))
        c, d = found[at]
        found[at] = (a + c, b + d)
    return found


def least(groups: Masses, units: Masses, choices: Sequence[Choice]) -> Fraction:
    """At least what units of one design are worth after groups of histories, both rivals being as likely.

    The choices rise in what they are worth under the first rival; whichever is taken, it is a policy.
    """
    order = sorted((((a << 96) // (b + 1)), a, b) for a, b in units)
    keys = [key for key, _, _ in order]
    firsts = list(accumulate((a for _, a, _ in order), initial=0))
    seconds = list(accumulate((b for _, _, b in order), initial=0))
    total = 0
    for a, b in groups:
        cuts = [0]
        for (v, w), (x, y) in pairwise(choices):
            rising, falling = (x - v) * a, (w - y) * b
            at = bisect_left(keys, (falling << 96) // rising) if rising > 0 else len(keys)
            cuts.append(max(cuts[-1], at))
        cuts.append(len(keys))
        for (low, high), (v, w) in zip(pairwise(cuts), choices, strict=True):
            total += a * v * (firsts[high] - firsts[low]) + b * w * (seconds[high] - seconds[low])
    return Fraction(total, 2 * SCALE * FINE * FINE)


class Beliefs:
    """A grid of beliefs and at most what they are worth."""

    def __init__(self, grid: Sequence[int], choices: Sequence[Choice]) -> None:
        self.x = [0, *grid, SCALE]
        self.values = [max(up(v * x + w * (SCALE - x), SCALE) for v, w in choices) for x in self.x]

    def raised(self, tables: Sequence[Table], n: int, work: Work) -> None:
        """The values with n more units."""
        outcomes = sum(len(table) for table in tables)
        work.spend(len(self.x) * outcomes * (20 + 4 * n), "the beliefs")
        moves = [[self._moves(p, q) for p, q in table] for table in tables]
        for _ in range(n):
            values, best = self.values, [0] * len(self.x)
            after = values[1:]
            for table in moves:
                whole = [0] * len(self.x)
                for chosen, left, right in table:
                    here = map(add, map(mul, left, chosen(values)), map(mul, right, chosen(after)))
                    whole = list(map(add, whole, here))
                best = list(map(max, best, whole))
            self.values = [up(value, SCALE) for value in best]

    def _moves(self, p: Fraction, q: Fraction) -> tuple[Chosen, Sequence[int], Sequence[int]]:
        """For every belief: two neighbours whose mix covers what it is after an outcome."""
        bottom = lcm(p.denominator, q.denominator)
        first, second = (c.numerator * (bottom // c.denominator) for c in (p, q))
        rows = [self._mix(first * x, second * (SCALE - x), bottom, SCALE) for x in self.x]
        places, left, right = zip(*rows, strict=True)
        return itemgetter(*places), left, right

    def _mix(self, first: int, second: int, bottom: int, scale: int) -> tuple[int, int, int]:
        """A place and two weights in parts of *scale*: they cover (first, second) / bottom."""
        if not first + second:
            return 0, 0, 0
        k = bisect_right(self.x, first * SCALE // (first + second)) - 1
        k = min(k, len(self.x) - 2)
        low, high = self.x[k], self.x[k + 1]
        width = bottom * SCALE * (high - low)
        left = high * second - (SCALE - high) * first
        right = (SCALE - low) * first - low * second
        return k, up(max(left, 0) * scale, width), up(max(right, 0) * scale, width)

    def worth(self, masses: Masses) -> Fraction:
        """At most what beliefs are worth together, both rivals being as likely."""
        total = 0
        for a, b in masses:
            k, left, right = self._mix(a * SCALE, b * SCALE, 1, 1)
            total += left * self.values[k] + right * self.values[k + 1]
        return Fraction(total, 2 * SCALE * FINE)
