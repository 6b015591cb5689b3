"""Parents that least squares settle in a local linear space of rounded data, without a solver.

Any member solves the rows with all candidates as parents, some coefficients being zero. So where the rows
determine the coefficients within intervals (:mod:`~solvers.linear.error_intervals`), a candidate whose
interval does not contain 0 is a parent in every member, and one whose effect is smaller than the class
admits is one in none. The least-squares solution of a parent set, rounded to few decimals, often explains
all rows: then it is a member.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from symcause.families.linear.space.local.evidence_rows import Vector
from symcause.families.linear.space.local.integer_rows import WholeRows

ZERO = Fraction(0)
_DIGITS = (2, 3, 4, 5, 6, 8)  # decimals of coefficients that are tried


def settled_parents(whole: WholeRows, least: Fraction | None) -> tuple[int, int]:
    """Candidates that are parents in every member, and in none (no main effect is smaller than *least*)."""
    always, never = 0, 0
    found = whole.least_squares.intervals(range(whole.evidence.width)) if whole.half else None
    for column, (low, high) in enumerate(found or ()):
        main = column % len(whole.evidence.candidates)
        if low > 0 or high < 0:
            always |= 1 << main
        elif column == main and least is not None and max(-low, high) < least:
            never |= 1 << main
    return always, never


def guessing(whole: WholeRows, mask: int) -> int:
    """What it costs to look for such a member, in steps of work (:mod:`symcause.budgets`)."""
    rows, columns = len(whole.values), len(whole.evidence.columns(mask))
    return 40 + rows * (columns + 2) * 6 + columns**3 // 2


def near_member(
    whole: WholeRows, groups: Sequence[int], mask: int, least: Fraction | None
) -> tuple[Vector, Vector] | None:
    """Rational coefficients of a parent set that explain all rows, as short as they were found; bases."""
    evidence = whole.evidence
    if evidence.signs or evidence.required & ~mask:
        return None
    columns = evidence.columns(mask)
    if not columns:
        none = (ZERO,) * evidence.width
        bases = whole.bases(groups, none)
        return None if bases is None else (none, bases)
    found = whole.least_squares.intervals(columns) if whole.half else None
    if found is None:
        return None
    return shortest(whole, groups, columns, [(low + high) / 2 for low, high in found], least)


def shortest(
    whole: WholeRows,
    groups: Sequence[int],
    columns: Sequence[int],
    point: Sequence[Fraction],
    least: Fraction | None,
) -> tuple[Vector, Vector] | None:
    """A point rounded to the fewest decimals with which it explains all rows, and bases."""
    mains = len(whole.evidence.candidates)
    for near in _rounded(point):
        effects = [x for i, x in zip(columns, near, strict=True) if i < mains]
        if not all(effect and abs(effect) >= (least or ZERO) for effect in effects):
            continue
        chosen = [ZERO] * whole.evidence.width
        for i, x in zip(columns, near, strict=True):
            chosen[i] = x
        bases = whole.bases(groups, tuple(chosen))
        if bases is not None:
            return tuple(chosen), bases
    return None


def _rounded(point: Sequence[Fraction]) -> Iterator[list[Fraction]]:
    for digits in _DIGITS:
        yield [Fraction(round(x * 10**digits), 10**digits) for x in point]
