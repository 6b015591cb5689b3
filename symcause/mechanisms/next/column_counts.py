"""Counts of the columns that a variable's mechanisms can give on the rows of a next experiment.

With at most k of m candidates as parents, the mechanisms number Σ_T a(T)·h(T) over all sets T of at most k
candidates, where h(T) counts the functions of T that fit and a(T) = Σ_{j ≤ k−|T|} (−1)^j C(m−|T|, j). (A
set T lies in C(m−|T|, j) sets with j more candidates, and a set S holds Σ_{T ⊆ S} (−1)^{|S∖T|} h(T)
functions that need all of it.) A column agrees with a function of T or not, and one that does fixes the
patterns that were never seen before: for all columns at once this is a sum of arrays. A column is a number
with a lane for each row (:mod:`symcause.mechanisms.value_lanes`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import TYPE_CHECKING

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
    columns = _columns(mechanisms, len(classes))
    totals: Numbers = np.zeros(len(columns), dtype=object if large else np.int64)
    for parents, number in sets.items():
        if signed[parents]:
            agreeing, fresh = _agreeing(mechanisms, parents, classes, columns)
            totals[agreeing] += signed[parents] * (number // mechanisms.values**fresh)
    return [(int(columns[c]), int(totals[c])) for c in np.flatnonzero(totals)]


def _columns(mechanisms: Mechanisms[F], rows: int) -> Numbers:
    """All columns of so many rows, ascending."""
    import numpy as np

    lane = mechanisms.lanes.width
    columns: Numbers = np.zeros(1, dtype=object if rows * lane > _WORD else np.int64)
    values = np.arange(mechanisms.values).astype(columns.dtype)
    for _ in range(rows):
        columns = np.bitwise_or.outer(columns << lane, values).ravel()
    return columns


def _agreeing(
    mechanisms: Mechanisms[F], parents: int, classes: Sequence[int], columns: Numbers
) -> tuple[NDArray[np.bool_], int]:
    """The columns that some function of the parents gives, and how many of their patterns are new."""
    table, lanes = mechanisms.tables[parents], mechanisms.lanes
    wide, fixed, value = lanes.spread(parents), 0, 0
    fresh: dict[int, int] = {}
    for j, state in enumerate(classes):
        pattern, shift = state & wide, j * lanes.width
        output = table.get(pattern)
        if output is None:
            fresh[pattern] = fresh.get(pattern, 0) | 1 << shift
        else:
            fixed |= lanes.full << shift
            value |= output << shift
    agreeing = (columns & fixed) == value
    for ones in fresh.values():
        if ones & ones - 1:
            part = columns & ones * lanes.full
            alike = part == 0
            for output in range(1, mechanisms.values):
                alike |= part == ones * output
            agreeing &= alike
    return agreeing, len(fresh)


def _sign(others: int, more: int) -> int:
    """a(T) for a set with this many other candidates, of which this many more may be parents."""
    return sum((-1) ** j * comb(others, j) for j in range(more + 1))
