"""Counts of the columns that a variable's mechanisms can give on the rows of a next experiment.

With at most k of m candidates as parents, the mechanisms number Σ_T a(T)·h(T) over all sets T of at most k
candidates, where h(T) counts the functions of T that fit and a(T) = Σ_{j ≤ k−|T|} (−1)^j C(m−|T|, j). (A
set T lies in C(m−|T|, j) sets with j more candidates, and a set S holds Σ_{T ⊆ S} (−1)^{|S∖T|} h(T)
functions that need all of it.) A column agrees with a function of T or not, and one that does fixes the
patterns that were never seen before: for all columns at once this is a sum of arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import TYPE_CHECKING

from symcause.families.boolean.audits.next.further_rows import Mechanisms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LARGE = 1 << 62


def column_counts(
    mechanisms: Mechanisms, candidates: int, classes: Sequence[int]
) -> list[tuple[int, int]]:
    """The columns over these rows (bit *j* is row *j*) that some mechanism gives, with their numbers."""
    import numpy as np

    sets = {t: n for t, n in mechanisms.fitting.items() if not t & ~candidates}
    bound, width = max((t.bit_count() for t in sets), default=0), candidates.bit_count()
    signed = {t: _sign(width - t.bit_count(), bound - t.bit_count()) for t in sets}
    large = sum(abs(signed[t]) * n for t, n in sets.items()) >= _LARGE
    columns = np.arange(1 << len(classes), dtype=np.int64)
    totals: NDArray[np.object_] | NDArray[np.int64] = np.zeros(
        1 << len(classes), dtype=object if large else np.int64
    )
    for parents, number in sets.items():
        if signed[parents]:
            agreeing, fresh = _agreeing(mechanisms.tables[parents], parents, classes, columns)
            totals[agreeing] += signed[parents] * (number >> fresh)
    return [(int(c), int(totals[c])) for c in np.flatnonzero(totals)]


def _agreeing(
    table: dict[int, bool], parents: int, classes: Sequence[int], columns: NDArray[np.int64]
) -> tuple[NDArray[np.bool_], int]:
    """The columns that some function of the parents gives, and how many of their patterns are new."""
    fixed = value = 0
    fresh: dict[int, int] = {}
    for j, state in enumerate(classes):
        pattern = state & parents
        output = table.get(pattern)
        if output is None:
            fresh[pattern] = fresh.get(pattern, 0) | 1 << j
        else:
            fixed |= 1 << j
            value |= output << j
    agreeing = (columns & fixed) == value
    for rows in fresh.values():
        if rows & rows - 1:
            part = columns & rows
            agreeing &= (part == 0) | (part == rows)
    return agreeing, len(fresh)


def _sign(others: int, more: int) -> int:
    """a(T) for a set with this many other candidates, of which this many more may be parents."""
    return sum((-1) ** j * comb(others, j) for j in range(more + 1))
