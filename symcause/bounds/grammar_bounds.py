"""Bounds on grammar: how far it goes, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

# equations
EQUATION_LENGTH = bound(10_000, "characters", "Most characters of one equation.")
EQUATION_DEPTH = bound(50, "levels", "Most brackets of an equation inside each other.")
EQUATION_TERMS = bound(2_000, "terms", "Most terms of an expanded equation.")
COEFFICIENT_BITS = bound(8_000, "bits", "Most bits of a coefficient's numerator or denominator.")
PRODUCT_TERMS = bound(40_000, "terms", "Multiplications, term by term, of one product.")

# mechanisms
MECHANISM_LENGTH = bound(100_000, "characters", "Most characters a mechanism may have.")
SYMPY_DEPTH = bound(
    200, "levels", "Deeper expressions are not handed over: sympy recurses over them."
)

# scenario
TERM_LENGTH = bound(10_000, "characters", "Most characters of one term of a scenario.")
TERM_DEPTH = bound(100, "levels", "Most terms of a scenario inside each other.")
KEPT_TERM_LENGTH = bound(
    200,
    "characters",
    "Most characters of a text whose term is kept: files repeat the same short ones.",
)
