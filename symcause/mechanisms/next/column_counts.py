"""Counts of the columns that a variable's mechanisms can give on the rows of a next experiment.

With at most k of m candidates as parents, the mechanisms number Σ_T a(T)·h(T) over all sets T of at most k
candidates, where h(T) counts the functions of T that fit and a(T) = Σ_{j ≤ k−|T|} (−1)^j C(m−|T|, j). (A
set T lies in C(m−|T|, j) sets with j more candidates, and a set S holds Σ_{T ⊆ S} (−1)^{|S∖T|} h(T)
functions that need all of it.) A column agrees with a function of T or not, and one that does fixes the
patterns that were never seen before: for all columns at once this is a sum of arrays. A column is a number
with a lane for each row (:mod:`symcause.mechanisms.value_lanes`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

from symcause.mechanisms.bounds import KEPT_COLUMN_ARRAYS, KEPT_COLUMN_SIGNS
from symcause.mechanisms.local_space import F
from symcause.mechanisms.next.further_rows import Mechanisms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64] | NDArray[np.object_]

_LARGE = 1 << 62
_WORD = 62  # bits of a column that fit into a word


def column_counts(
    mechanisms: Mechanisms[F], candidates: int, classes: Sequence[int]
) -> list[tuple[int, int]]:
    """The columns over these rows (lane *j* is row *j*) that some mechanism gives, with their numbers."""
    import numpy as np

    sets = {t: n for t, n in mechanisms.fitting.items() if not t & ~candidates}
    bound, width = max((t.bit_count() for t in sets), default=0), candidates.bit_count()
    signed = {t: _sign(width - t.bit_count(), bound - t.bit_count()) for t in sets}
    large = sum(abs(signed[t]) * n for t, n in sets.items()) >= _LARGE
    lanes, values = mechanisms.lanes, mechanisms.values
    columns = _columns(len(classes), values, lanes.width)
    powers = [values**fresh for fresh in range(len(classes) + 1)]
    rows = [(state, j * lanes.width) for j, state in enumerate(classes)]
    totals: Numbers = np.zeros(len(columns), dtype=object if large else np.int64)
    for parents, number in sets.items():
        if signed[parents]:
            table, wide = mechanisms.tables[parents], lanes.spread(parents)
            agreeing, fresh = _agreeing(table, wide, rows, columns, lanes.full, values)
            totals[agreeing] += signed[parents] * (number // powers[fresh])
    given = np.flatnonzero(totals)
    return list(zip(columns[given].tolist(), totals[given].tolist(), strict=True))


@lru_cache(maxsize=KEPT_COLUMN_ARRAYS)
def _columns(rows: int, values: int, lane: int) -> Numbers:
    """All columns of so many rows, ascending."""
    import numpy as np

    columns: Numbers = np.zeros(1, dtype=object if rows * lane > _WORD else np.int64)
    one = np.arange(values).astype(columns.dtype)
    for _ in range(rows):
        columns = np.bitwise_or.outer(columns << lane, one).ravel()
    return columns


def _agreeing(
    table: Mapping[int, int],
    parents: int,
    rows: Sequence[tuple[int, int]],
    columns: Numbers,
    lane: int,
    values: int,
) -> tuple[NDArray[np.bool_], int]:
    """The columns that some function of the parents gives, and how many of their patterns are new.

    *rows* are states with the place of their lane in a column; *lane* has the bits of the lowest one.
    """
    fixed = value = 0
    fresh: dict[int, int] = {}
    for state, place in rows:
        pattern = state & parents
        output = table.get(pattern)
        if output is None:
            fresh[pattern] = fresh.get(pattern, 0) | 1 << place
        else:
            fixed |= lane << place
            value |= output << place
    agreeing = (columns & fixed) == value
    for ones in fresh.values():
        if ones & ones - 1:
            part = columns & ones * lane
            alike = part == 0
            for output in range(1, values):
                alike |= part == ones * output
            agreeing &= alike
    return agreeing, len(fresh)


@lru_cache(maxsize=KEPT_COLUMN_SIGNS)
def _sign(others: int, more: int) -> int:
    """a(T) for a set with this many other candidates, of which this many more may be parents."""
    return sum((-1) ** j * comb(others, j) for j in range(more + 1))
