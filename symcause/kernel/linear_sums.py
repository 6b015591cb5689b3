"""Linear sums over the rationals, checked by dot products in the kernel's own code.

A system is a list of rows a_i with right-hand sides y_i over some columns; whoever checks it looks at the
columns of one set at a time. What a solver found is stated by short lists of rational numbers:

- a *point* w with a_i·w = y_i for all i: there is a solution;
- a *combination* λ, written as [row, number] pairs: Σ λ_i a_i on the columns and Σ λ_i y_i are what every
  solution must satisfy. Zero on all columns with a right-hand side other than zero: there is no solution.

Nothing here eliminates anything: to verify is to multiply and to add. How long the numbers may become is
counted before (:mod:`.work`): a sum of fractions with many different denominators grows with each of them.

>>> system = System(((Fraction(1), Fraction(1)), (Fraction(2), Fraction(2))), (Fraction(3), Fraction(7)))
>>> system.combined(((0, Fraction(-2)), (1, Fraction(1))), (0, 1), Work())
((Fraction(0, 1), Fraction(0, 1)), Fraction(1, 1))
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from symcause.kernel.nodes import Node
from symcause.kernel.work import Work, bits, product_steps

Vector = tuple[Fraction, ...]

Combination = tuple[tuple[int, Fraction], ...]
"""Rows with the numbers they are multiplied by; rows that are left out count zero times."""

MAX_ROWS = 100_000  # rows: of one sum
_MAX_TEXT = 4_000  # digits: of a fraction
_PRODUCTS = "the products of a combination"
_RATIONAL = re.compile(r"-?(0|[1-9][0-9]*)(/[1-9][0-9]*)?")


@dataclass(frozen=True)
class System:
    """Rows and their right-hand sides."""

    rows: tuple[Vector, ...]
    right: Vector

    @cached_property
    def _whole(self) -> tuple[tuple[tuple[int, ...], int], ...]:
        """Every row with its right-hand side, multiplied so that all numbers are integers."""
        pairs = []
        for row, y in zip(self.rows, self.right, strict=True):
            scale = lcm(y.denominator, *(a.denominator for a in row))
            pairs.append((tuple(int(a * scale) for a in row), int(y * scale)))
        return tuple(pairs)

    @cached_property
    def _length(self) -> int:
        """The bits of the longest number of the integer rows."""
        numbers = (n for row, y in self._whole for n in (*row, y))
        return max((n.bit_length() for n in numbers), default=0)

    def solved_by(
        self, point: Sequence[Fraction | int], columns: Sequence[int], work: Work
    ) -> bool:
        """True if the point, zero outside the columns, satisfies every row."""
        work.spend(_scaling_steps(point), "the coefficients")
        scale = lcm(*(w.denominator for w in point))
        return self.holds([int(w * scale) for w in point], columns, work, scale)

    def holds(
        self, point: Sequence[int], columns: Sequence[int], work: Work, scale: int = 1
    ) -> bool:
        """True if the integers, divided by the *scale*, satisfy every row."""
        longest = max(scale.bit_length(), *(w.bit_length() for w in point), 0)
        steps = 8 + 3 * (1 + len(point)) * product_steps(self._length, longest)
        for row, y in self._whole:
            work.spend(steps, "the products of rows and coefficients")
            if sum(row[c] * w for c, w in zip(columns, point, strict=True)) != y * scale:
                return False
        return True

    def combined(
        self, combination: Combination, columns: Sequence[int], work: Work
    ) -> tuple[Vector, Fraction]:
        """The combination of the rows, on the columns, and of the right-hand sides."""
        work.spend(8 * len(combination) * (1 + len(columns)), _PRODUCTS)
        for column in columns:
            work.spend(_sum_steps((f, self.rows[i][column]) for i, f in combination), _PRODUCTS)
        work.spend(_sum_steps((f, self.right[i]) for i, f in combination), _PRODUCTS)
        row = tuple(
            sum((factor * self.rows[i][column] for i, factor in combination), Fraction(0))
            for column in columns
        )
        return row, sum((factor * self.right[i] for i, factor in combination), Fraction(0))


def _sum_steps(pairs: Iterable[tuple[Fraction, Fraction]]) -> int:
    """The steps of a sum of products, if no two denominators have anything in common."""
    steps, longest = 0, 0
    for factor, number in pairs:
        if not number:
            continue
        length = bits(factor) + bits(number)
        steps += 50 + 3 * product_steps(longest + length, length)
        longest += length
    return steps


def _scaling_steps(point: Sequence[Fraction | int]) -> int:
    """The steps of putting numbers over one denominator."""
    lengths = [bits(w) for w in point]
    return sum(20 + 2 * product_steps(sum(lengths), length) for length in lengths)


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
    """A combination of this many rows: pairs in increasing order of the rows."""
    pairs: list[tuple[int, Fraction]] = []
    for item in node.items(MAX_ROWS):
        pair = item.items(2)
        if len(pair) != 2:
            raise item.fail("not a pair of a row and a number")
        row = pair[0].integer(pairs[-1][0] + 1 if pairs else 0)
        if row >= rows:
            raise pair[0].fail(f"there are {rows} rows only")
        pairs.append((row, read_rational(pair[1])))
    return tuple(pairs)


def write_combination(combination: Combination) -> list[list[int | str]]:
    """How :func:`read_combination` reads a combination back."""
    return [[row, write_rational(factor)] for row, factor in combination]
