"""Prediction ranges of parent sets after the next linear intervention, and whether two agree.

Readings are whole numbers of units. A parent that reads *n* adds u·n² + w·n (linear family: w·n), so that
what a set S predicts is a sum over its parents, linear in its coefficients. Over a range of readings the
square and the number are never outside of the triangle of three *corners*,

    (a², a),  (ab, (a+b)/2),  (b², b)        for  a ≤ n ≤ b

(a parabola lies between its chord and its tangents; at most three readings are corners themselves). On a
ray from *a* they are those of *a* and some of each of its two *ways*, (2a, 1) and (1, 0), never less than
none: n² = a² + 2a·s + s² with s = n − a. The other way round it is the same.

So S predicts more than a number, whatever the coefficients and the readings, if it does at all corners of
the ranges together and nothing is taken away on the ways: the least value over a piece is concave in what
is asked for. These are finitely many linear programmes over one piece (:mod:`~space.local.sign_pieces`).
This holds for the difference of two sets: their coefficients have nothing to do with each other, but their
parents read the same, so that it is one programme each. If it exceeds a unit everywhere, or is below minus
a unit everywhere, no reading of the variable is within half a unit of both: they do not agree.

A *tie* is a set of one of their parents, R, that is kept: R reads what it predicts, within half a unit. So
any multiple of the difference between the two may be added before the difference is held against the unit
(and half a unit times the factor). A factor that takes away what R adds leaves what R's own parents do to
it: readings of R far apart do no harm then, as they do where ranges are all that is known.

Corners multiply. A parent with at most three readings may instead be taken at one of them, and what the
others add at most is added: never too narrow, and cheap, but of use only where no direction is open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import ceil, floor

from symcause.families.linear.bounds import MOST_CORNERS
from symcause.families.linear.models.laboratory import EquationFamily
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.local.programme_engine import IntervalLocal
from symcause.families.linear.space.local.sign_pieces import Goal, Piece, pieces_of
from symcause.models.bit_sets import bits

Range = tuple[int | None, int | None]
"""Readings from one to another, in units; None is no end."""

Corner = Mapping[int, tuple[int, int]]
"""Twice the square and twice the number, of every parent that has some."""

NOTHING = (0, 0)


@dataclass(frozen=True)
class Ranges:
    """The corners of some ranges: all of them, what single parents add to one of them, and the ways."""

    corners: tuple[Corner, ...]
    moves: tuple[tuple[Corner, ...], ...]
    ways: tuple[Corner, ...]
    inner: Corner  # one reading of every parent

    @classmethod
    def of(cls, box: Mapping[int, Range], opened: bool) -> Ranges | None:
        """None where a parent may read anything, or there are too many corners."""
        fixed: dict[int, tuple[int, int]] = {}
        wide: list[list[tuple[int, tuple[int, int]]]] = []
        moves: list[tuple[Corner, ...]] = []
        ways: list[Corner] = []
        inner: dict[int, tuple[int, int]] = {}
        for j, (a, b) in box.items():
            if a is None and b is None:
                return None
            if a is None or b is None:
                end = _end(a, b)
                wide.append([(j, _at(end))])
                sign = 1 if b is None else -1
                ways += [{j: (sign * 2 * end, sign)}, {j: (1, 0)}]
                inner[j] = _at(end)
                continue
            inner[j] = _at((a + b) // 2)
            if b - a > 2 or opened:
                wide.append([(j, corner) for corner in _corners(a, b)])
            else:
                fixed[j] = inner[j]
                others = [_at(x) for x in range(a, b + 1) if _at(x) != fixed[j]]
                more = [{j: (s - inner[j][0], x - inner[j][1])} for s, x in others]
                moves += [tuple(more)] if more else []
        size = 1
        for corners in wide:
            size *= len(corners)
        if size > MOST_CORNERS:
            return None
        every: tuple[Corner, ...] = tuple({**fixed, **dict(chosen)} for chosen in product(*wide))
        return cls(every, tuple(moves), tuple(ways), inner)


def _end(a: int | None, b: int | None) -> int:
    found = a if a is not None else b
    assert found is not None
    return found


def _at(n: int) -> tuple[int, int]:
    return 2 * n * n, 2 * n


def _corners(a: int, b: int) -> list[tuple[int, int]]:
    if b - a <= 2:
        return [_at(n) for n in range(a, b + 1)]
    return [_at(a), (2 * a * b, a + b), _at(b)]


Measure = Callable[[Corner, bool], Fraction | None]
"""A number that something is at least at a corner, with the bases or without; None if none is known."""


def lowest(measure: Measure, ranges: Ranges) -> Fraction | None:
    """A number that it is at least, whatever is read in these ranges; None if none is known."""
    numbers: list[Fraction] = []
    for corner in ranges.corners:
        value = measure(corner, True)
        if value is None:
            return None
        numbers.append(value)
    added = _added(measure, ranges)
    return None if added is None else min(numbers) + added


def exceeds(measure: Measure, ranges: Ranges, limit: int) -> bool:
    """Is it more than *limit*, whatever is read in these ranges?"""
    inner = measure(ranges.inner, True)  # fails first, if anything does
    if inner is None or inner <= limit:
        return False
    added = _added(measure, ranges)
    if added is None:
        return False
    values = (measure(corner, True) for corner in ranges.corners)
    return all(value is not None and value + added > limit for value in values)


def _added(measure: Measure, ranges: Ranges) -> Fraction | None:
    """What the moves take away at most; None if ways take away anything."""
    for way in ranges.ways:
        slope = measure(way, False)
        if slope is None or slope < 0:
            return None
    total = Fraction(0)
    for moves in ranges.moves:
        values = [measure(move, False) for move in moves]
        known = [value for value in values if value is not None]
        if len(known) < len(values):
            return None
        total += min(Fraction(0), *known)
    return total


class Predicting:
    """What one parent set of a variable predicts, in numbers of which :attr:`unit` are a unit."""

    def __init__(self, space: LinearSpace, i: int, mask: int, local: IntervalLocal) -> None:
        evidence, unit = local.evidence, space.problem.rounding
        self.group = evidence.rows[-1].group
        self.programme = local.programme(space.local_mask(evidence.variable, mask), self.group)
        self.name, self.variable, self.parents = (i, mask), i, tuple(bits(mask))
        self.mask = mask
        self.open = len(self.programme.directions)
        p, q = unit.numerator, unit.denominator
        self.unit, self._factors = 2 * p * q, (p * p, p * q, 2 * q * q)
        count, linear = len(evidence.candidates), evidence.family is EquationFamily.LINEAR
        self._columns = [
            (space.index[evidence.candidates[c % count]], c < count and not linear)
            for c in self.programme.columns
        ]

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """One for every choice of signs; none if nothing is known."""
        return pieces_of(self.programme) or ()

    def goal(self, corner: Corner, based: bool) -> Goal:
        """A corner as an objective."""
        square, plain, base = self._factors
        found = [
            square * corner.get(j, NOTHING)[0] if squared else plain * corner.get(j, NOTHING)[1]
            for j, squared in self._columns
        ]
        return (*found, *(base * (based and g == self.group) for g in self.programme.groups))

    def admitted(self, ranges: Ranges) -> Range:
        """What the variable may read there if these are its parents, in units; None is no end."""
        found = self.admitted_by_piece(ranges)
        return _least([low for low, _ in found]), _most([high for _, high in found])

    def admitted_by_piece(self, ranges: Ranges) -> list[Range]:
        """The same for every choice of signs: between them are gaps."""
        half, pairs = Fraction(self.unit, 2), []
        for piece in self.pieces:
            low, less = lowest(self._least(piece), ranges), lowest(self._less(piece), ranges)
            first = None if low is None else ceil((low - half) / self.unit)
            pairs.append((first, None if less is None else floor((half - less) / self.unit)))
        return pairs

    def _least(self, piece: Piece) -> Measure:
        return lambda corner, based: piece.least(self.goal(corner, based))

    def _less(self, piece: Piece) -> Measure:
        return lambda corner, based: piece.least(tuple(-x for x in self.goal(corner, based)))

    def parts_from(self, other: Predicting, ties: Sequence[Predicting], ranges: Ranges) -> bool:
        """Can no reading of the variable be what both sets admit? *ties* are kept by their parents."""
        pairs = list(product(self.pieces, other.pieces))
        return bool(pairs) and all(
            exceeds(_Difference(self, mine, other, theirs, ties, ranges), ranges, self.unit)
            or exceeds(_Difference(other, theirs, self, mine, ties, ranges), ranges, self.unit)
            for mine, theirs in pairs
        )

    def slope(self, piece: Piece, j: int, n: int) -> Fraction | None:
        """About what the prediction changes by if a parent reads a unit more than *n*."""
        goal = self.goal({j: (4 * n, 2)}, False)
        low, high = piece.least(goal), piece.most(goal)
        return None if low is None or high is None else (low + high) / 2


class _Difference:
    """By how much more one set predicts than another one, given that some ties are kept."""

    def __init__(
        self,
        one: Predicting,
        mine: Piece,
        other: Predicting,
        theirs: Piece,
        ties: Sequence[Predicting],
        ranges: Ranges,
    ) -> None:
        self._one, self._mine, self._other, self._theirs = one, mine, other, theirs
        slopes = [(tie, self._factor(tie.variable, ranges)) for tie in ties]
        self._ties = [(tie, factor) for tie, factor in slopes if factor]
        self._slack = sum((abs(factor) for _, factor in self._ties), Fraction(0)) * one.unit / 2

    def _factor(self, j: int, ranges: Ranges) -> Fraction:
        """So that what the tied parent adds is taken away, nearly; half of it on a ray."""
        n = ranges.inner[j][1] // 2
        mine, theirs = (
            self._one.slope(self._mine, j, n),
            self._other.slope(self._theirs, j, n),
        )
        if mine is None or theirs is None:
            return Fraction(0)
        rate = (theirs - mine) / self._one.unit
        return Fraction(round(rate * 64), 128 if any(j in way for way in ranges.ways) else 64)

    def __call__(self, corner: Corner, based: bool) -> Fraction | None:
        low = self._mine.least(self._one.goal(corner, based))
        high = None if low is None else self._theirs.most(self._other.goal(corner, based))
        if low is None or high is None:
            return None
        total = low - high - (self._slack if based else 0)
        for tie, factor in self._ties:
            goal, (piece,) = tie.goal(corner, based), tie.pieces
            said = piece.most(goal) if factor > 0 else piece.least(goal)
            if said is None:
                return None
            read = Fraction(corner.get(tie.variable, NOTHING)[1] * tie.unit, 2)
            total += factor * (read - said)
        return total


def _least(ends: Sequence[int | None]) -> int | None:
    known = [end for end in ends if end is not None]
    return min(known) if known and len(known) == len(ends) else None


def _most(ends: Sequence[int | None]) -> int | None:
    known = [end for end in ends if end is not None]
    return max(known) if known and len(known) == len(ends) else None
