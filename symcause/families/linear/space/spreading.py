"""What least squares settle about a variable's parents in rounded data, with a proof and without a solver.

Any member solves the rows with all candidates as parents, some coefficients being zero. So where the rows
determine the coefficients within intervals (:mod:`~solvers.spread`), a candidate whose interval does not
contain 0 is a parent in every member, and one whose effect is smaller than the class admits is one in
none. The least-squares solution of a parent set, rounded to few decimals, often explains all rows: then
it is a member.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from symcause.families.linear.space.rows import LinearRows, Vector
from symcause.solvers.spread import spreads

ZERO = Fraction(0)
_DIGITS = (2, 3, 4, 5, 6, 8)  # decimals of coefficients that are tried


def settled_parents(evidence: LinearRows, least: Fraction | None) -> tuple[int, int]:
    """Candidates that are parents in every member, and in none (no main effect is smaller than *least*)."""
    always, never = 0, 0
    found = _spreads(evidence, range(evidence.width))
    for column, (low, high) in enumerate(found or ()):
        main = column % len(evidence.candidates)
        if low > 0 or high < 0:
            always |= 1 << main
        elif column == main and least is not None and max(-low, high) < least:
            never |= 1 << main
    return always, never


def near_member(evidence: LinearRows, mask: int, least: Fraction | None) -> Vector | None:
    """Rational coefficients of a parent set that explain all rows, as short as they were found."""
    count = len(evidence.candidates)
    if evidence.signs or evidence.required & ~mask:
        return None
    columns = [i for i in range(evidence.width) if mask >> i % count & 1]
    found = _spreads(evidence, columns) if columns else ()
    for digits in _DIGITS if found is not None else ():
        near = {
            i: Fraction(round((low + high) / 2 * 10**digits), 10**digits)
            for i, (low, high) in zip(columns, found or (), strict=True)
        }
        effects = [near[i] for i in columns if i < count]
        chosen = tuple(near.get(i, ZERO) for i in range(evidence.width))
        groups = {row.group for row in evidence.rows if row.group is not None}
        large = all(effect and abs(effect) >= (least or ZERO) for effect in effects)
        if large and base_values(evidence, groups, chosen) is not None:
            return chosen
    return None


def base_values(
    evidence: LinearRows, groups: Iterable[int], coefficients: Vector
) -> tuple[Fraction, ...] | None:
    """A base of every group, None if these coefficients do not explain the rows."""
    for row in evidence.rows:
        if row.group is None:
            pairs = zip(coefficients, row.features, strict=True)
            if abs(row.value - sum((a * b for a, b in pairs), ZERO)) > evidence.half:
                return None
    bases: list[Fraction] = []
    for group in groups:
        low, high = evidence.base_of(group, coefficients)
        if low is not None and high is not None and low > high:
            return None
        ends = [end for end in (low, high) if end is not None]
        bases.append(sum(ends, ZERO) / max(1, len(ends)))
    return tuple(bases)


def _spreads(
    evidence: LinearRows, columns: Iterable[int]
) -> tuple[tuple[Fraction, Fraction], ...] | None:
    """Intervals of these coefficients, the others being zero; rounded data only."""
    chosen = tuple(columns)
    rows = [(tuple(row.features[i] for i in chosen), row.value, row.group) for row in evidence.rows]
    return spreads(rows, len(chosen), evidence.half) if evidence.half else None
