"""Cut polynomials: polynomials up to a degree as integers, weights of acyclic choices.

The polynomials whose coefficients count something are evaluated at x = 2^w. Cutting off behind x^e is
taking the remainder modulo 2^(w(e+1)), a homomorphism of rings: sums and products may be taken of the
remainders. If every coefficient of the *result* is at least 0 and below 2^w, its digits are the
coefficients; what happens to those on the way (they may be negative) does not matter.

>>> ring = CutRing(degree=2, width=8)
>>> (ring.one + ring.power(1)) * (ring.one + ring.power(1)) * (ring.one + ring.power(1))
Cut(1 + 3x + 3x^2)
>>> ring.power(1) * ring.power(2)
Cut(0)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class CutRing:
    """Integer polynomials up to a degree, with coefficients of the results below 2^width."""

    degree: int
    width: int

    @cached_property
    def mask(self) -> int:
        return (1 << self.width * (self.degree + 1)) - 1

    @cached_property
    def zero(self) -> Cut:
        return Cut(self, 0)

    @cached_property
    def one(self) -> Cut:
        return Cut(self, 1)

    def power(self, exponent: int) -> Cut:
        """x to the power of the exponent."""
        return Cut(self, 1 << self.width * exponent if exponent <= self.degree else 0)

    def of(self, coefficients: dict[int, int]) -> Cut:
        """The polynomial with these coefficients by degree."""
        terms = (c << self.width * e for e, c in coefficients.items() if e <= self.degree)
        return Cut(self, sum(terms) & self.mask)


class Cut:
    """One of those polynomials."""

    __slots__ = ("ring", "value")

    def __init__(self, ring: CutRing, value: int) -> None:
        self.ring = ring
        self.value = value

    def __add__(self, other: Cut) -> Cut:
        return Cut(self.ring, self.value + other.value & self.ring.mask)

    def __mul__(self, other: Cut) -> Cut:
        return Cut(self.ring, self.value * other.value & self.ring.mask)

    def __neg__(self) -> Cut:
        return Cut(self.ring, -self.value & self.ring.mask)

    def __sub__(self, other: Cut) -> Cut:
        return Cut(self.ring, self.value - other.value & self.ring.mask)

    def __bool__(self) -> bool:
        return self.value != 0

    @property
    def coefficients(self) -> tuple[int, ...]:
        """All of them from the lowest degree on."""
        width = self.ring.width
        digit = (1 << width) - 1
        return tuple(self.value >> width * e & digit for e in range(self.ring.degree + 1))

    @property
    def least(self) -> int:
        """The lowest degree that occurs; the polynomial is not zero."""
        return ((self.value & -self.value).bit_length() - 1) // self.ring.width

    def __repr__(self) -> str:
        powers = ("", "x", *(f"x^{e}" for e in range(2, self.ring.degree + 1)))
        terms = [
            f"{'' if c == 1 and x else c}{x}"
            for c, x in zip(self.coefficients, powers, strict=False)
            if c
        ]
        return f"Cut({' + '.join(terms) or 0})"
