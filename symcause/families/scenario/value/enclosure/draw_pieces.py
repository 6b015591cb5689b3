"""Draw pieces in the enclosure of scenario values: continuous draws as pieces or cells.

A resolved draw (:mod:`~value.draw_cuts`) becomes a finite one: a piece has a representative inside it, with
a small denominator, for floors and comparisons, and its midpoint for the one chance that is affine in it.
Any other draw becomes cells: intervals that hold all the values.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, nextafter

import numpy as np

from symcause.families.scenario.bounds import DRAW_PIECES, FEW_DRAWS, NESTED_ROWS
from symcause.families.scenario.models.model_components import Draw
from symcause.families.scenario.models.term_evaluation import Inexact
from symcause.families.scenario.value.draw_cuts import Resolution
from symcause.families.scenario.value.enclosure import interval_arithmetic as a
from symcause.families.scenario.value.enclosure import set_columns as c
from symcause.families.scenario.value.enclosure.normal_cells import normal_cells, single
from symcause.families.scenario.value.enclosure.row_groups import spread_rows
from symcause.families.scenario.value.enclosure.set_columns import Floats, Ints, Numbers
from symcause.families.scenario.value.enclosure.state_table import Table
from symcause.families.scenario.value.enclosure.uniform_pieces import Pieces, uniform_pieces
from symcause.families.scenario.value.event_clauses import Unsupported
from symcause.families.scenario.value.exact_probability import piece_ends
from symcause.families.scenario.value.work_tally import PIECES
from symcause.solvers.ball_arithmetic import normal_bounds

NESTED = 32
"""A draw into cells inside another has this many times fewer of them where the table is long."""


def draw_continuous(table: Table, draw: Draw, resolution: Resolution, cells: int) -> None:
    """A continuous draw: pieces if everything that cuts it is known, else cells."""
    if resolution.cuts is None or not _cut(table, draw, resolution):
        few = max(cells // NESTED**table.celled, 4)
        _cells(table, draw, resolution, min(cells, max(few, NESTED_ROWS // max(table.counted, 1))))
        table.celled += 1


def _cut(table: Table, draw: Draw, resolution: Resolution) -> bool:
    """Cut the draw into pieces; False if a coefficient is only enclosed."""
    terms = [*draw.distribution.terms]
    for cut in resolution.cuts or ():
        terms += [cut.alpha, cut.beta]
    numbers = [table.numbers(term) for term in terms]
    if not all(column.point for column in numbers):
        return False
    n = len(table)
    varying = [column.low for column in numbers if len(column.low) > 1]
    first, groups = np.zeros(1, np.int64), np.zeros(n, np.int64)
    if varying:
        first, groups = table.grouped(varying)
    split = len(draw.distribution.terms)
    whole = tuple(cut.whole for cut in resolution.cuts or ())
    dens = tuple(column.den for column in numbers)
    at = [(x.low[first] if len(x.low) > 1 else np.repeat(x.low, len(first))) for x in numbers]
    try:
        sizes, pieces = _every(draw.distribution.kind, split, whole, dens, np.stack(at, axis=1))
    except Inexact:
        return False
    table.words.tally.count(len(sizes), PIECES * int(sizes.sum()))
    rows, position = spread_rows(sizes[groups])
    place = (np.cumsum(sizes) - sizes)[groups][rows] + position
    several = int(sizes.sum()) > 1
    table.pick(rows)
    table.add(draw.name, pieces.inside.take(place) if several else pieces.inside)
    if resolution.mean is not None:
        middle = c.floats(c.down(pieces.near), c.up(pieces.near))
        table.add(f"{draw.name}'", middle.take(place) if several else middle)
    table.weigh(pieces.low[place], pieces.high[place])
    return True


def _every(
    kind: str, split: int, whole: tuple[bool, ...], dens: tuple[int, ...], tops: Ints
) -> tuple[Ints, Pieces]:
    """How many pieces every draw has, and all of them; a row of coefficients over *dens* is a draw."""
    if kind == "uniform" and len(tops) >= FEW_DRAWS:
        pieces = uniform_pieces(tops, dens, whole)
        if pieces is not None:
            return pieces
    listed = [_whole_pieces(kind, split, whole, dens, tuple(row)) for row in tops.tolist()]
    near, low, high = (
        np.concatenate([getattr(p, name) for p in listed]) for name in ("near", "low", "high")
    )
    sizes = np.array([len(p.low) for p in listed], dtype=np.int64)
    return sizes, Pieces(_joined(listed), near, low, high)


@lru_cache(maxsize=20_000)
def _whole_pieces(
    kind: str, split: int, whole: tuple[bool, ...], dens: tuple[int, ...], tops: tuple[int, ...]
) -> Pieces:
    """The pieces for coefficients top/den: whole numbers, because looking them up is most of the work."""
    given = list(zip(tops, dens, strict=True))
    lines = set(
        zip(given[split::2], given[split + 1 :: 2], whole, strict=True)
    )  # many are the same
    forms = [(Fraction(*a), Fraction(*b), w) for a, b, w in lines if a[0]]
    pieces = _pieces(kind, tuple(Fraction(*x) for x in given[:split]), tuple(forms))
    near, low, high = (np.array([piece[i] for piece in pieces], dtype=float) for i in (1, 2, 3))
    return Pieces(_common([piece[0] for piece in pieces]), near, low, high)


def _joined(listed: Sequence[Pieces]) -> Numbers:
    """The representatives of several draws in one column."""
    if len(listed) == 1:
        return listed[0].inside
    parts, den = c.aligned([p.inside for p in listed])
    low = np.concatenate([part.low for part in parts])
    point = all(part.low is part.high for part in parts)
    return Numbers(low, low if point else np.concatenate([part.high for part in parts]), den)


Piece = tuple[Fraction, float, float, float]  # representative, next to the midpoint, weight between
Form = tuple[Fraction, Fraction, bool]


def _pieces(kind: str, given: tuple[Fraction, ...], forms: tuple[Form, ...]) -> list[Piece]:
    if kind == "uniform":
        low, high = given
        if high < low:
            raise Unsupported("a uniform draw from an empty range")
        if high == low:
            return [(low, float(low), 1.0, 1.0)]
        ends, bottom = piece_ends(low, high, forms)
        if len(ends) > DRAW_PIECES:
            raise Inexact("too many pieces")
        width = ends[-1] - ends[0]
        return [
            (
                _between(left, bottom, right, bottom),
                (left + right) / (2 * bottom),
                *_around(right - left, width),
            )
            for left, right in pairwise(ends)
        ]
    return _normal_pieces(given, forms, truncated=kind == "truncated")


def _normal_pieces(
    given: tuple[Fraction, ...], forms: tuple[Form, ...], truncated: bool
) -> list[Piece]:
    mean, sd = given[:2]
    low, high = (given[2], given[3]) if truncated else (None, None)
    only = single(mean, sd, low, high)
    if only is not None:
        return [(only, float(only), 1.0, 1.0)]
    if any(whole and alpha for alpha, _, whole in forms):
        raise Inexact("a floor of an unbounded draw")
    cuts = sorted({-beta / alpha for alpha, beta, _ in forms if alpha})
    inner = [x for x in cuts if (low is None or x > low) and (high is None or x < high)]
    ends: list[Fraction | None] = [low, *inner, high]
    total = normal_bounds(*(None if x is None else (x - mean) / sd for x in (low, high)))
    pieces = []
    for left, right in pairwise(ends):
        scaled = [None if x is None else (x - mean) / sd for x in (left, right)]
        small, large = normal_bounds(*scaled)
        if truncated and not total[0]:
            raise Unsupported("a truncated draw too far from its mean")
        if truncated:
            small, large = small / total[1] * (1 - 1e-15), large / total[0] * (1 + 1e-15)
        inside = _within(left, right, mean)
        pieces.append((inside, float(inside), max(small, 0.0), min(large, 1.0)))
    return pieces


def _within(left: Fraction | None, right: Fraction | None, mean: Fraction) -> Fraction:
    if left is None and right is None:
        return mean
    if left is None:
        assert right is not None
        return Fraction(floor(right) - 1)
    return Fraction(ceil(left) + 1) if right is None else simple_between(left, right)


def simple_between(left: Fraction, right: Fraction) -> Fraction:
    """A number strictly inside, with a power of two below it as small as there is.

    >>> simple_between(Fraction(1, 3), Fraction(2, 3)), simple_between(Fraction(1), Fraction(4))
    (Fraction(1, 2), Fraction(2, 1))
    """
    return _between(*left.as_integer_ratio(), *right.as_integer_ratio())


def _between(top: int, bottom: int, most: int, below: int) -> Fraction:
    """The same between top/bottom and most/below."""
    power = 1
    while True:
        inside = top * power // bottom + 1
        if inside * below < most * power:
            return Fraction(inside, power)
        power *= 2


def _common(values: list[Fraction]) -> Numbers:
    """Exact numbers over one denominator, a power of two times what whole ends need."""
    den = 1
    for value in values:
        den = max(den, value.denominator) if value.denominator & (value.denominator - 1) == 0 else 0
        if den == 0:
            break
    if den == 0:
        den = int(np.lcm.reduce(np.array([v.denominator for v in values], dtype=object)))
    tops = [value.numerator * (den // value.denominator) for value in values]
    if den >= c.LIMIT or max(map(abs, tops)) >= c.LIMIT:
        return c.floats(*_enclosed(values))
    array = np.array(tops, dtype=np.int64)
    return Numbers(array, array, den)


def _enclosed(values: list[Fraction]) -> tuple[Floats, Floats]:
    near = np.array([float(value) for value in values])
    return c.down(near), c.up(near)


def _around(part: int, whole: int) -> tuple[float, float]:
    """The share of a part, between two floats; the quotient of whole numbers is the nearest float."""
    if part == whole:
        return 1.0, 1.0
    near = part / whole
    return nextafter(near, 0.0), nextafter(near, 1.0)


def _cells(table: Table, draw: Draw, resolution: Resolution, cells: int) -> None:
    """Cells of equal probability; the value of a cell is an interval."""
    kind, terms = draw.distribution.kind, draw.distribution.terms
    n = len(table)
    rows, position = spread_rows(np.full(n, cells, dtype=np.int64))
    given = [table.numbers(term) for term in terms]
    table.pick(rows)
    spread = [column.take(rows) if len(column) > 1 else column for column in given]
    if kind == "uniform":
        share = c.Numbers(position, position + 1, cells)
        width = a.add(spread[1], spread[0], -1)
        value = a.add(spread[0], a.multiply(width, share))
    else:
        truncated = kind == "truncated"
        value = normal_cells(spread, position, cells, truncated, table)
    table.add(draw.name, value)
    table.distinct = False  # cells of several rows may be the same
    if resolution.mean is not None:
        table.add(f"{draw.name}'", value)
    weight = np.full(len(rows), 1.0 / cells)
    exact = cells & (cells - 1) == 0
    table.weigh(weight if exact else c.down(weight), weight if exact else c.up(weight))
