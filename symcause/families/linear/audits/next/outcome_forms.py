"""Linear forms on outcome spaces: what the next row asks of a parent set, in whole numbers.

Moves of all variables after an intervention are a vector Δ. Whatever a row says about a parent set is
linear in Δ (:mod:`~audits.next.exact_worst_case`), so a form is known by its values on a basis. Its scale
does not matter, which keeps everything in integers: on the hyperplane h = 0 the vectors h_p·f_i − h_i·f_p
are a basis, for a p with h_p ≠ 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from random import Random
from typing import NamedTuple

from symcause.solvers.linear.rational_algebra import Affine

Form = tuple[int, ...]
"""A linear form on a space of outcomes, by its values on the basis; its scale does not matter."""


class ParentForms(NamedTuple):
    """What one more row says about a parent set: the forms b and c, on one scale.

    Of every main coefficient that is still open: its value at the point (numerator, denominator), and its
    slopes along the directions.
    """

    mask: int
    slopes: tuple[Form, ...]
    right: Form
    open: tuple[tuple[int, int, Form], ...]

    @classmethod
    def of(
        cls,
        mask: int,
        coefficients: tuple[Sequence[Fraction], Sequence[Sequence[int]]],
        moved: Sequence[Sequence[int]],
        values: Sequence[int],
    ) -> ParentForms:
        """The row Σ w_p·moved_p = value, both given on a basis; coefficients are a point and directions."""
        point, directions = coefficients
        scale = lcm(*(value.denominator for value in point))
        whole = [int(value * scale) for value in point]
        return cls(
            mask,
            tuple(tuple(scale * product_of(d, move) for move in moved) for d in directions),
            tuple(
                scale * value - product_of(whole, move)
                for value, move in zip(values, moved, strict=True)
            ),
            tuple(
                (value.numerator, value.denominator, tuple(d[p] for d in directions))
                for p, value in enumerate(point)
                if any(d[p] for d in directions)
            ),
        )

    def among(self, kept: Sequence[int]) -> ParentForms:
        """The same on some vectors of the basis."""
        return ParentForms(
            self.mask,
            tuple([tuple([form[j] for j in kept]) for form in self.slopes]),
            tuple([self.right[j] for j in kept]),
            self.open,
        )

    def cut(self, pivot: int, hyperplane: Form) -> ParentForms:
        """The same on a hyperplane."""
        slopes = tuple([_cut(form, pivot, hyperplane) for form in self.slopes])
        right = _cut(self.right, pivot, hyperplane)
        scale = gcd(*right, *[value for form in slopes for value in form])
        if scale > 1:
            slopes = tuple([tuple([value // scale for value in form]) for form in slopes])
            right = tuple([value // scale for value in right])
        return ParentForms(self.mask, slopes, right, self.open)

    def at(self, factors: Sequence[int]) -> ParentForms:
        """The same at one outcome, a combination of the basis."""
        slopes = tuple((product_of(form, factors),) for form in self.slopes)
        return ParentForms(self.mask, slopes, (product_of(self.right, factors),), self.open)

    def hindrance(self) -> Form | None:
        """None if it fits almost everywhere, else the form that must vanish for it to fit."""
        slopes = self.slopes
        first = next((j for j, form in enumerate(slopes) if any(form)), None)
        if first is None:
            return self.right if any(self.right) else None
        alpha = slopes[first]
        at = next(i for i, value in enumerate(alpha) if value)
        unit, beta = alpha[at], [form[at] for form in slopes]  # shares of alpha, times unit
        for form, share in zip(slopes, beta, strict=True):
            if form is not alpha and [unit * v for v in form] != [share * v for v in alpha]:
                return None
        for over, under, slope in self.open:
            a = slope[first]
            if [unit * value for value in slope] != [a * share for share in beta]:
                continue
            if not any(over * u + under * a * c for u, c in zip(alpha, self.right, strict=True)):
                return alpha
        return None


@dataclass(frozen=True)
class Flat:
    """A linear space of outcomes: its basis, the moving variables as forms, and what is left on it."""

    basis: tuple[Form, ...]  # vectors of moves
    moves: tuple[Form, ...]
    tables: tuple[tuple[ParentForms, ...], ...]

    def cut(self, hyperplane: Form) -> Flat:
        """The hyperplane where a form vanishes."""
        pivot = next(i for i, value in enumerate(hyperplane) if value)
        rest = [i for i in range(len(hyperplane)) if i != pivot]
        basis = tuple(
            tuple(
                hyperplane[pivot] * a - hyperplane[i] * b
                for a, b in zip(self.basis[i], self.basis[pivot], strict=True)
            )
            for i in rest
        )
        moves = tuple(_cut(form, pivot, hyperplane) for form in self.moves)
        tables = tuple(tuple(s.cut(pivot, hyperplane) for s in t) for t in self.tables)
        return Flat(basis, moves, tables)

    def drawn(self, rng: Random) -> tuple[int, ...]:
        """An outcome at random."""
        factors = [rng.randint(1_000, 1_000_000) for _ in self.basis]
        return tuple(
            sum(f * value for f, value in zip(factors, column, strict=True))
            for column in zip(*self.basis, strict=True)
        )


def _cut(form: Form, pivot: int, hyperplane: Form) -> Form:
    """The form on the basis h_pivot·f_i − h_i·f_pivot of the hyperplane."""
    unit, mine = hyperplane[pivot], form[pivot]
    found = [unit * value - mine * h for value, h in zip(form, hyperplane, strict=True)]
    del found[pivot]
    return tuple(found)


def direction_of(form: Form) -> Form:
    """The form up to a factor."""
    scale = gcd(*form)
    lead = next(value for value in form if value)
    return tuple(value // (scale if lead > 0 else -scale) for value in form)


def product_of(left: Sequence[int], right: Sequence[int]) -> int:
    return sum(a * b for a, b in zip(left, right, strict=True))


def whole_directions(affine: Affine) -> tuple[tuple[Fraction, ...], list[list[int]]]:
    """A point and directions in whole numbers."""
    directions = []
    for direction in affine.directions:
        scale = lcm(*(value.denominator for value in direction))
        directions.append([int(value * scale) for value in direction])
    return affine.point, directions
