"""Linear programmes in floating point, by HiGHS (scipy).

What comes back is approximate: whoever proves something with it rounds the multipliers to fractions and
checks those exactly.

>>> found = maximise([2.0, 1.0], [(0, 0, 1.0), (0, 1, 1.0)], [1.5])
>>> [round(x, 6) for x in found.columns], [round(m, 6) for m in found.multipliers]
([1.0, 0.5], [1.0])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.answers import Unknown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
    Places = NDArray[np.intp]


@dataclass(frozen=True)
class LinearOptimum:
    """Values of the columns, and a multiplier of each row that is not negative."""

    columns: tuple[float, ...]
    multipliers: tuple[float, ...]


def maximise(
    objective: Sequence[float],
    entries: Sequence[tuple[int, int, float]],
    bounds: Sequence[float],
    seconds: float | None = None,
) -> LinearOptimum | Unknown:
    """Maximise over columns in [0, 1], rows at most *bounds*; *entries* are (row, column, value)."""
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import csr_matrix

    rows, columns, values = zip(*entries, strict=True)
    matrix = csr_matrix((values, (rows, columns)), shape=(len(bounds), len(objective)))
    # The interior point method: the simplex takes minutes where it takes seconds.
    found = linprog(
        -np.asarray(objective),
        A_ub=matrix,
        b_ub=np.asarray(bounds),
        bounds=(0, 1),
        method="highs-ipm",
        options={} if seconds is None else {"time_limit": seconds},
    )
    if found.status != 0:
        return Unknown(f"the linear programme was not solved: {found.message}")
    return LinearOptimum(
        tuple(float(x) for x in found.x),
        tuple(max(0.0, -float(m)) for m in found.ineqlin.marginals),
    )


def assigned(worth: Matrix) -> Places:
    """The permutation of a square matrix with the largest sum."""
    from scipy.optimize import linear_sum_assignment

    _, places = linear_sum_assignment(worth, maximize=True)
    found: Places = places
    return found
