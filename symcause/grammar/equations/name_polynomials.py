"""Polynomials over names, expanded from the parse tree of an equation with bounded size.

A :data:`Polynomial` maps a monomial (sorted pairs of name and power) to its coefficient. Properties and
named coefficients are the same kind of name here; what they mean is decided later.
"""

from __future__ import annotations

from fractions import Fraction

from symcause.bounds.grammar_bounds import COEFFICIENT_BITS, EQUATION_TERMS, PRODUCT_TERMS

Monomial = tuple[tuple[str, int], ...]
Polynomial = dict[Monomial, Fraction]


class TooLarge(Exception):
    """The expansion outgrew its bounds."""


def constant(number: Fraction) -> Polynomial:
    return {(): number} if number else {}


def name(symbol: str) -> Polynomial:
    return {((symbol, 1),): Fraction(1)}


def add(left: Polynomial, right: Polynomial, sign: int = 1) -> Polynomial:
    """left + sign·right."""
    total = dict(left)
    for monomial, coefficient in right.items():
        total[monomial] = total.get(monomial, Fraction(0)) + sign * coefficient
    return _bounded(total)


def multiply(left: Polynomial, right: Polynomial) -> Polynomial:
    if len(left) * len(right) > PRODUCT_TERMS:
        raise TooLarge
    total: Polynomial = {}
    for a, x in left.items():
        for b, y in right.items():
            powers = dict(a)
            for symbol, power in b:
                powers[symbol] = powers.get(symbol, 0) + power
            monomial = tuple(sorted(powers.items()))
            total[monomial] = total.get(monomial, Fraction(0)) + x * y
    return _bounded(total)


def as_constant(polynomial: Polynomial) -> Fraction | None:
    """The number a polynomial without names stands for, else None."""
    if not polynomial:
        return Fraction(0)
    return polynomial[()] if set(polynomial) == {()} else None


def _bounded(polynomial: Polynomial) -> Polynomial:
    kept = {m: c for m, c in polynomial.items() if c}
    if len(kept) > EQUATION_TERMS:
        raise TooLarge
    for coefficient in kept.values():
        if (
            max(coefficient.numerator.bit_length(), coefficient.denominator.bit_length())
            > COEFFICIENT_BITS
        ):
            raise TooLarge
    return kept
