"""Row groups in the enclosure of scenario values: which rows of a table agree, and rows repeated."""

from __future__ import annotations

import numpy as np

from symcause.families.scenario.value.enclosure.set_columns import Array, Ints


def grouped(parts: list[Array]) -> tuple[Ints, Ints]:
    """Rows told apart by several arrays: one row of each kind, and the kind of each row."""
    rows = len(parts[0])
    codes, most = np.zeros(rows, dtype=np.int64), 1
    told = False
    for part in parts:
        own, inverse = value_ranks(part)
        codes, most, told = (
            (codes * own + inverse, most * own, False) if most > 1 else (inverse, own, True)
        )
        if most > rows:  # keep codes small, so that products never overflow
            (most, codes), told = value_ranks(codes), True
        if told and most == rows:  # no two rows are left that another array could tell apart
            break
    if not told:
        most, codes = value_ranks(codes)
    first = np.empty(most, dtype=np.int64)
    first[codes[::-1]] = np.arange(rows)[::-1]  # the last to be written is the first of its kind
    return first, codes


def value_ranks(x: Array) -> tuple[int, Ints]:
    """How many values an array has, and the place of each of its entries among them, in order.

    Whole numbers that lie close together are counted off; the others are sorted.
    """
    if x.dtype.kind == "b" and len(x):
        return (
            (2, x.astype(np.int64)) if x.any() and not x.all() else (1, np.zeros(len(x), np.int64))
        )
    if x.dtype.kind == "i" and len(x):
        least = int(x.min())
        span = int(x.max()) - least + 1
        if span <= 4 * len(x) + 64:
            near = x.astype(np.int64, copy=False)
            near = near - least if least else near
            there = np.zeros(span, dtype=bool)
            there[near] = True
            if there.all():
                return span, near
            place = np.cumsum(there) - 1
            return int(place[-1]) + 1, place[near]
    values, inverse = np.unique(x, return_inverse=True)
    return len(values), inverse


def spread_rows(sizes: Ints) -> tuple[Ints, Ints]:
    """Row i repeated sizes[i] times, and the position within its repetition."""
    rows = np.repeat(np.arange(len(sizes)), sizes)
    starts = np.cumsum(sizes) - sizes
    return rows, np.arange(len(rows)) - starts[rows]
