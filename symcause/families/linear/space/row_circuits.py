"""Row circuits: a few rows of a linear space that no equation without a parent satisfies.

The rows of a variable, read as linear equations in the coefficients of *all other* candidates and in the
bases, are dependent in circuits: sets of rows that are dependent while every proper subset is independent.
A circuit whose values do not follow the same dependence refutes every parent set without the candidate, and
none of its rows can be left out: independent rows always have a solution.

Two rows with equal features and different values are such a circuit; else one comes out of an elimination
that remembers which rows each new one was made of.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from symcause.families.linear.space.local.evidence_rows import LinearRows, Row, Vector

ZERO = Fraction(0)


def refuting_rows(evidence: LinearRows, without: str) -> tuple[Row, ...] | None:
    """Exact rows that no equation without this candidate satisfies; None if there are none such."""
    assert evidence.exact
    at = evidence.candidates.index(without)
    columns = evidence.columns((1 << len(evidence.candidates)) - 1 & ~(1 << at))
    rows = [(row, tuple(row.features[c] for c in columns)) for row in evidence.rows]
    pair = _pair(rows)
    if pair is not None:
        return pair
    found = [_circuit(order) for order in (rows, rows[::-1])]
    circuits = [circuit for circuit in found if circuit is not None]
    if not circuits:
        return None
    smallest = min(circuits, key=len)
    return tuple(row for row in evidence.rows if row in smallest)


def _pair(rows: Sequence[tuple[Row, Vector]]) -> tuple[Row, ...] | None:
    """A row that is wrong by itself, else two rows of one group that differ in their value only."""
    for row, features in rows:
        if row.group is None and row.value and not any(features):
            return (row,)
    seen: dict[tuple[int | None, Vector], Row] = {}
    for row, features in rows:
        other = seen.setdefault((row.group, features), row)
        if other.value != row.value:
            return (other, row)
    return None


def _circuit(rows: Sequence[tuple[Row, Vector]]) -> list[Row] | None:
    """The first circuit, in the order of the rows, whose values disagree."""
    groups = sorted({row.group for row, _ in rows if row.group is not None})
    shown = {g for g in groups if sum(row.group == g for row, _ in rows) > 1}
    kept = [(row, features) for row, features in rows if row.group is None or row.group in shown]
    place = {group: i for i, group in enumerate(sorted(shown))}
    basis: list[tuple[int, list[Fraction], Fraction, dict[int, Fraction]]] = []
    for number, (row, features) in enumerate(kept):
        vector = [*features, *([ZERO] * len(place))]
        if row.group is not None:
            vector[len(features) + place[row.group]] = Fraction(1)
        value, made = row.value, {number: Fraction(1)}
        for pivot, other, other_value, other_made in basis:
            factor = vector[pivot]
            if not factor:
                continue
            vector = [a - factor * b if b else a for a, b in zip(vector, other, strict=True)]
            value -= factor * other_value
            for k, share in other_made.items():
                made[k] = made.get(k, ZERO) - factor * share
        lead = next((i for i, x in enumerate(vector) if x), None)
        if lead is None:
            if value:
                return [kept[k][0] for k, share in made.items() if share]
            continue
        scale = 1 / vector[lead]
        scaled = {k: share * scale for k, share in made.items()}
        basis.append((lead, [x * scale for x in vector], value * scale, scaled))
    return None
