"""Linear systems over the rationals, checked by dot products alone (the kernel's own code).

A system is a list of rows a_i with right-hand sides y_i over some columns; whoever checks it looks at the
columns of one set at a time. What a solver found is stated by short lists of rational numbers:

- a *point* w with a_i·w = y_i for all i: there is a solution;
- a *combination* λ, written as [row, number] pairs: Σ λ_i a_i on the columns and Σ λ_i y_i are what every
  solution must satisfy. Zero on all columns with a right-hand side other than zero: there is no solution.

Nothing here eliminates anything: to verify is to multiply and to add.

>>> system = System(((Fraction(1), Fraction(1)), (Fraction(2), Fraction(2))), (Fraction(3), Fraction(7)))
>>> system.combined(((0, Fraction(-2)), (1, Fraction(1))), (0, 1))
((Fraction(0, 1), Fraction(0, 1)), Fraction(1, 1))
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from symcause.kernel.reading import Node

Vector = tuple[Fraction, ...]

Combination = tuple[tuple[int, Fraction], ...]
"""Rows with the numbers they are multiplied by; rows that are left out count zero times."""

MAX_ROWS = 100_000
_MAX_TEXT = 4_000
_RATIONAL = re.compile(r"-?(0|[1-9][0-9]*)(/[1-9][0-9]*)?")


@dataclass(frozen=True)
class System:
    """Rows and their right-hand sides."""

    rows: tuple[Vector, ...]
    right: Vector

    def solved_by(self, point: Sequence[Fraction | int], columns: Sequence[int]) -> bool:
        """True if the point, zero outside the columns, satisfies every row."""
        pairs = list(zip(columns, point, strict=True))
        return all(
            sum(row[column] * value for column, value in pairs) == y
            for row, y in zip(self.rows, self.right, strict=True)
        )

    def combined(self, combination: Combination, columns: Sequence[int]) -> tuple[Vector, Fraction]:
        """The combination of the rows, on the columns, and of the right-hand sides."""
        row = tuple(
            sum((factor * self.rows[i][column] for i, factor in combination), Fraction(0))
            for column in columns
        )
        return row, sum((factor * self.right[i] for i, factor in combination), Fraction(0))


def read_rational(node: Node) -> Fraction:
    """An integer, or text: an integer or a fraction in decimal digits."""
    if isinstance(node.value, int):
        return Fraction(node.integer(-(10**_MAX_TEXT), 10**_MAX_TEXT))
    text = node.text(_MAX_TEXT)
    if not _RATIONAL.fullmatch(text):
        raise node.fail("not an integer or a fraction")
    return Fraction(text)


def write_rational(number: Fraction) -> int | str:
    """How :func:`read_rational` reads a number back."""
    small = number.denominator == 1 and abs(number) < 1 << 50
    return int(number) if small else str(number)


def read_combination(node: Node, rows: int) -> Combination:
    """A combination of so many rows: pairs in increasing order of the rows."""
    found: list[tuple[int, Fraction]] = []
    for item in node.items(MAX_ROWS):
        pair = item.items(2)
        if len(pair) != 2:
            raise item.fail("not a pair of a row and a number")
        row = pair[0].integer(found[-1][0] + 1 if found else 0)
        if row >= rows:
            raise pair[0].fail(f"there are {rows} rows only")
        found.append((row, read_rational(pair[1])))
    return tuple(found)


def write_combination(combination: Combination) -> list[list[int | str]]:
    """How :func:`read_combination` reads a combination back."""
    return [[row, write_rational(factor)] for row, factor in combination]
