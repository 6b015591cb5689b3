"""Float programmes: linear programmes in floating point, by HiGHS.

What comes back is approximate: whoever proves something with it rounds the multipliers to fractions and
checks those exactly. A programme cannot be stopped half way at a place that is the same everywhere, and
does not always keep a time limit. What it takes follows from its size, about: one that takes more than is
left of a budget is not begun.

>>> found = maximise([2.0, 1.0], [(0, 0, 1.0), (0, 1, 1.0)], [1.5])
>>> [round(x, 6) for x in found.columns], [round(m, 6) for m in found.multipliers]
([1.0, 0.5], [1.0])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.solvers import solver_prices as prices

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from scipy.sparse import csr_matrix

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
    budget: Meter | None = None,
) -> LinearOptimum | Unknown:
    """Maximise over columns in [0, 1], rows at most *bounds*; *entries* are (row, column, value)."""
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import csr_matrix

    if budget is not None:
        price, left = prices.programme(len(entries)), budget.left
        if left is not None and price > left:
            return budget.shortage
        budget.spend(price)
    rows, columns, values = zip(*entries, strict=True)
    matrix = csr_matrix((values, (rows, columns)), shape=(len(bounds), len(objective)))
    # The interior point method: the simplex takes minutes where it takes seconds.
    result = linprog(
        -np.asarray(objective),
        A_ub=matrix,
        b_ub=np.asarray(bounds),
        bounds=(0, 1),
        method="highs-ipm",
    )
    if result.status != 0:
        return Unknown(f"the linear programme was not solved: {result.message}")
    return LinearOptimum(
        tuple(float(x) for x in result.x),
        tuple(max(0.0, -float(m)) for m in result.ineqlin.marginals),
    )


@dataclass(frozen=True)
class Covering:
    """Fewest units in all such that every row has as much of its columns as it needs."""

    rows: Sequence[
        tuple[Mapping[int, int], int]
    ]  # the worth of a unit of each column, and the need
    units: Sequence[int]  # how many there are of each column

    @cached_property
    def _entries(self) -> tuple[csr_matrix, NDArray[np.float64]]:
        import numpy as np
        from scipy.sparse import csr_matrix

        entries = [(i, c, w) for i, (worth, _) in enumerate(self.rows) for c, w in worth.items()]
        rows, columns, values = zip(*entries, strict=True)
        shape = (len(self.rows), len(self.units))
        needs = np.asarray([need for _, need in self.rows], dtype=np.float64)
        return csr_matrix((np.asarray(values, dtype=np.float64), (rows, columns)), shape), needs

    def relaxed(self, lows: Sequence[int], highs: Sequence[int]) -> LinearOptimum | Unknown:
        """With fractions of units, this many at least and at most of each column."""
        from scipy.optimize import linprog

        matrix, needs = self._entries
        box = list(zip(lows, highs, strict=True))
        result = linprog([1.0] * len(box), -matrix, -needs, bounds=box, method="highs")
        if result.status != 0:
            return Unknown(f"the linear programme was not solved: {result.message}")
        return LinearOptimum(
            tuple(float(x) for x in result.x),
            tuple(max(0.0, -float(m)) for m in result.ineqlin.marginals),
        )

    def whole(self, most_nodes: int) -> tuple[int, ...] | Unknown:
        """With whole units; few, not always fewest, where the search has to be stopped."""
        import numpy as np
        from scipy.optimize import Bounds, LinearConstraint, milp

        matrix, needs = self._entries
        result = milp(
            np.ones(len(self.units)),
            integrality=np.ones(len(self.units)),
            bounds=Bounds(0, self.units),
            constraints=LinearConstraint(matrix, needs, np.inf),
            options={"node_limit": most_nodes},
        )
        if result.x is None:
            return Unknown(f"the integer programme was not solved: {result.message}")
        return tuple(round(float(x)) for x in result.x)


def assigned(worth: Matrix) -> Places:
    """The permutation of a square matrix with the largest sum."""
    from scipy.optimize import linear_sum_assignment

    _, places = linear_sum_assignment(worth, maximize=True)
    array: Places = places
    return array
