"""How far each unknown of a linear system with bounded errors can lie from its least-squares value: proven.

Rows say features·x + base = value + error, |error| ≤ half; rows of one group share an unknown base, rows
of no group have none. If Σ y_j·features_j is the unit vector of an unknown and y sums to 0 over each
group, then that unknown is Σ y_j·value_j up to half·Σ |y_j|, whatever the errors were. The weights y of
least squares are such, and near the best ones; they are computed in fractions, so the interval is a
proof.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from fractions import Fraction

Rows = Sequence[tuple[Sequence[Fraction], Fraction, Hashable | None]]
"""Features, value, group."""


def spreads(rows: Rows, width: int, half: Fraction) -> tuple[tuple[Fraction, Fraction], ...] | None:
    """An interval for every unknown; None where the rows do not determine them all."""
    import flint

    centred = _centred([features for features, _, _ in rows], [group for _, _, group in rows])
    if len(centred) < width or not width:
        return None
    matrix = flint.fmpq_mat(
        [[flint.fmpq(x.numerator, x.denominator) for x in row] for row in centred]
    )
    square = matrix.transpose() * matrix
    try:
        weights = (matrix * square.inv()).transpose()
    except ZeroDivisionError:
        return None
    values = [value for _, value, _ in rows]
    found: list[tuple[Fraction, Fraction]] = []
    for i in range(width):
        row = [Fraction(int(w.p), int(w.q)) for w in (weights[i, j] for j in range(len(rows)))]
        middle = sum((w * v for w, v in zip(row, values, strict=True)), Fraction(0))
        far = half * sum(map(abs, row), Fraction(0))
        found.append((middle - far, middle + far))
    return tuple(found)


def _centred(
    features: Sequence[Sequence[Fraction]], groups: Sequence[Hashable | None]
) -> list[list[Fraction]]:
    """Each row minus the mean of its group: what no base can change."""
    members: dict[Hashable, list[int]] = defaultdict(list)
    for j, group in enumerate(groups):
        if group is not None:
            members[group].append(j)
    centred = [list(row) for row in features]
    for group_rows in members.values():
        for i in range(len(centred[0])):
            total = sum((features[j][i] for j in group_rows), Fraction(0))
            for j in group_rows:
                centred[j][i] -= total / len(group_rows)
    return centred
