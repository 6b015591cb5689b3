"""Row groups in the enclosure of scenario values: which rows of a table agree, and rows repeated."""

from __future__ import annotations

import numpy as np

from symcause.families.scenario.value.enclosure.set_columns import Array, Ints


def grouped(parts: list[Array]) -> tuple[Ints, Ints]:
    """Rows told apart by several arrays: one row of each kind, and the kind of each row.

    Kinds are in the order of the values. A code that leaves numbers out is as good as one that does not, as
    long as the numbers up to the largest can be counted off: most arrays are passed once.
    """
    rows = len(parts[0])
    if not rows:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    codes, most, dense = np.zeros(rows, dtype=np.int64), 1, True
    for part in parts:
        span = _close(part)
        if span is None or most * span[1] > _countable(rows):
            if not dense:
                (most, codes), dense = value_ranks(codes), True
            if most == rows:  # no two rows are left that another array could tell apart
                break
            if (span is None or most * span[1] > _countable(rows)) and _told(part, codes, most):
                continue
        own, place = _sorted(part) if span is None else (span[1], _from_zero(part, span[0]))
        codes = codes * own + place if most > 1 else place.astype(np.int64, copy=False)
        most, dense = most * own, False
    if not dense:
        most, codes = value_ranks(codes)
    return _firsts(codes, most), codes


def value_ranks(x: Array) -> tuple[int, Ints]:
    """How many values an array has, and the place of each of its entries among them, in order.

    Whole numbers that lie close together are counted off; the others are sorted.
    """
    span = _close(x)
    if span is None:
        return _sorted(x)
    near = _from_zero(x, span[0]).astype(np.int64, copy=False)
    there = np.zeros(span[1], dtype=bool)
    there[near] = True
    if there.all():
        return span[1], near
    place = np.cumsum(there) - 1
    return int(place[-1]) + 1, place[near]


def _countable(rows: int) -> int:
    """The longest span of whole numbers that is counted off for so many rows."""
    return 4 * rows + 64


def _close(x: Array) -> tuple[int, int] | None:
    """The least of whole numbers or truths, and the span of all; None if they must be sorted."""
    if x.dtype.kind == "b":
        return 0, 2
    if x.dtype.kind != "i" or not len(x):
        return None
    least = int(x.min())
    span = int(x.max()) - least + 1
    return (least, span) if span <= _countable(len(x)) else None


def _from_zero(x: Array, least: int) -> Array:
    return x.astype(np.int64, copy=False) - least if least else x


def _sorted(x: Array) -> tuple[int, Ints]:
    values, inverse = np.unique(x, return_inverse=True)
    return len(values), inverse


def _firsts(kind: Ints, kinds: int) -> Ints:
    """The first row of each kind."""
    first = np.empty(kinds, dtype=np.int64)
    backwards = np.arange(len(kind))[::-1]
    first[kind[backwards]] = backwards  # the last to be written is the first of its kind
    return first


def _told(part: Array, kind: Ints, kinds: int) -> bool:
    """Do rows of one kind agree in an array, as upper ends mostly do where lower ones agree?"""
    return bool((part[_firsts(kind, kinds)][kind] == part).all())


def spread_rows(sizes: Ints) -> tuple[Ints, Ints]:
    """Row i repeated sizes[i] times, and the position within its repetition."""
    rows = np.repeat(np.arange(len(sizes)), sizes)
    starts = np.cumsum(sizes) - sizes
    return rows, np.arange(len(rows)) - starts[rows]
