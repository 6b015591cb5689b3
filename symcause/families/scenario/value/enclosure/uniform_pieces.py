"""Uniform pieces in the enclosure of scenario values: many uniform draws, cut at once in whole numbers.

Of every draw the ends of its pieces are put over one denominator, as
:func:`~symcause.families.scenario.value.exact_probability.piece_ends` does for one draw; here all draws of
a table are columns of whole numbers. What does not fit into them is left to the fractions: the answer is
then None, and never another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from symcause.families.scenario.bounds import DRAW_PIECES, EXACT_STATES, ORDERED_ENDS
from symcause.families.scenario.value.enclosure.row_groups import spread_rows
from symcause.families.scenario.value.enclosure.set_columns import (
    LIMIT,
    Flags,
    Floats,
    Ints,
    Numbers,
)

_EXACT = 2.0**52  # whole numbers up to here, and sums of two, are binary floats


@dataclass(frozen=True)
class Pieces:
    """The pieces of draws: representatives, floats next to their midpoints, weights between two floats."""

    inside: Numbers
    near: Floats
    low: Floats
    high: Floats


def uniform_pieces(
    tops: Ints, dens: Sequence[int], whole: Sequence[bool]
) -> tuple[Ints, Pieces] | None:
    """How many pieces every draw has, and all of them, draw after draw.

    A row of *tops*, each over its denominator, is a draw: both ends, then α and β of every form.
    """
    if max(dens) >= _EXACT or np.abs(tops).max() >= _EXACT:
        return None
    tops, denominators, whole = _different(tops, dens, whole)
    try:
        return _pieces(*_ends(tops, denominators, np.array(whole, dtype=bool)))
    except OverflowError:
        return None


def _different(
    tops: Ints, dens: Sequence[int], whole: Sequence[bool]
) -> tuple[Ints, Ints, list[bool]]:
    """The same without forms that are there already."""
    columns, forms = [0, 1], dict[tuple[bytes, bytes, int, int, bool], int]()
    for form, floored in enumerate(whole):
        at = 2 + 2 * form
        key = (tops[:, at].tobytes(), tops[:, at + 1].tobytes(), dens[at], dens[at + 1], floored)
        forms.setdefault(key, form)
    kept = sorted(forms.values())
    columns += [column for form in kept for column in (2 + 2 * form, 3 + 2 * form)]
    return tops[:, columns], np.array(dens)[columns], [whole[form] for form in kept]


def _ends(tops: Ints, dens: Ints, whole: Flags) -> tuple[Ints, Ints, Ints]:
    """Of every end its draw and its place over the draw's denominator, in order; and the denominators.

    Raises OverflowError where numbers are too large, too many, or a draw has no width.
    """
    low, low_den = _reduced(tops[:, 0], dens[0])
    high, high_den = _reduced(tops[:, 1], dens[1])
    alpha, beta = tops[:, 2::2], tops[:, 3::2]
    used = alpha != 0
    size = np.where(used, np.abs(alpha), 1)
    start, start_den = _reduced(
        _times(_times(beta, dens[2::2]), -np.sign(alpha)), _times(size, dens[3::2])
    )
    step, step_den = _reduced(np.broadcast_to(dens[2::2], size.shape), size)
    floored = used & whole
    bottom = _common([low_den, high_den, *np.where(used, start_den, 1).T])
    bottom = _common([bottom, *np.where(floored, step_den, 1).T])
    left, right = _times(low, bottom // low_den), _times(high, bottom // high_den)
    if not (left < right).all():
        raise OverflowError
    over = bottom[:, None]
    first = np.where(used, _times(start, np.where(used, over // start_den, 0)), 0)
    stride = np.where(floored, _times(step, np.where(floored, over // step_den, 0)), 1)
    least = np.where(floored, -((first - left[:, None]) // stride), 0)
    most = np.where(floored, (right[:, None] - first) // stride, 0)
    if (
        _times(stride, EXACT_STATES)[floored]
        < np.broadcast_to((right - left)[:, None], stride.shape)[floored]
    ).any():
        raise OverflowError
    there = floored | (used & (left[:, None] <= first) & (first <= right[:, None]))
    counts = np.where(there, np.maximum(most - least + 1, 0), 0).ravel()
    if int(counts.sum()) > ORDERED_ENDS:
        raise OverflowError
    rows, position = spread_rows(counts)
    draws = np.arange(len(tops))
    inner = first.ravel()[rows] + (least.ravel()[rows] + position) * stride.ravel()[rows]
    draw = np.concatenate([draws, rows // max(alpha.shape[1], 1), draws])
    place = np.concatenate([left, inner, right])
    order = np.lexsort((place, draw))
    draw, place = draw[order], place[order]
    new = np.ones(len(order), dtype=bool)
    new[1:] = (place[1:] != place[:-1]) | (draw[1:] != draw[:-1])
    return draw[new], place[new], bottom


def _pieces(draw: Ints, place: Ints, bottom: Ints) -> tuple[Ints, Pieces]:
    """Between every two ends of a draw a piece."""
    sizes = np.bincount(draw, minlength=len(bottom)) - 1
    if int(sizes.max()) >= DRAW_PIECES:
        raise OverflowError
    inner = draw[1:] == draw[:-1]
    left, right, of = place[:-1][inner], place[1:][inner], draw[1:][inner]
    below = bottom[of]
    last = np.cumsum(sizes) - 1
    width = (right[last] - left[last - sizes + 1])[of]
    part = right - left
    share = part / width
    every = part == width
    near = (left + right) / (2 * below)
    return sizes, Pieces(
        _between(left, right, below),
        near,
        np.where(every, 1.0, np.nextafter(share, 0.0)),
        np.where(every, 1.0, np.nextafter(share, 1.0)),
    )


def _between(left: Ints, right: Ints, bottom: Ints) -> Numbers:
    """Numbers strictly inside, each with the least power of two below it, over the largest of these."""
    inside, powers = np.zeros(len(left), np.int64), np.ones(len(left), np.int64)
    waiting, power = np.arange(len(left)), 1
    while len(waiting):
        a, b, below = left[waiting], right[waiting], bottom[waiting]
        found = _times(a, power) // below + 1
        fits = _times(found, below) < _times(b, power)
        inside[waiting[fits]], powers[waiting[fits]] = found[fits], power
        waiting, power = waiting[~fits], 2 * power
    den = int(powers.max())
    array = _times(inside, den // powers)
    if den >= LIMIT:
        raise OverflowError
    return Numbers(array, array, den, int(np.abs(array).max(initial=0)))


def _reduced(top: Ints, bottom: Ints) -> tuple[Ints, Ints]:
    """The fractions in lowest terms."""
    common = np.gcd(top, bottom)
    return top // common, bottom // common


def _common(parts: Sequence[Ints]) -> Ints:
    """The least common multiple, row by row."""
    array = parts[0]
    for part in parts[1:]:
        array = _times(array, part // np.gcd(array, part))
    return array


def _times(x: Ints, y: Ints | int) -> Ints:
    """The product. Raises OverflowError where it is not small enough to be exact in all that follows."""
    array: Ints = x * np.asarray(y)
    if array.size and not (np.abs(x.astype(np.float64) * y) < _EXACT).all():
        raise OverflowError
    return array
