"""The loop formula for bounds in the scenario verifier: its closed form at the ends.

    P = Σ_j n!/(n-j)! a_j q^(n-j),   Σ_j a_j x^j = Π_c Σ_k p_c^k G_c(k) x^k / k!

With the same random rounds, more rounds, likelier hits and larger amounts only add to totals, and larger
caps only allow more: P is largest at the least n, p_c and amounts and the largest G_c, and smallest at the
other ends. Sums are of numbers that are not negative, in multiples of 2^-256, rounded to their side.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm

from symcause.kernel.nodes import Beyond
from symcause.kernel.work import Work

MAX_ROUNDS = 600  # rounds
"""Most rounds."""

MAX_TOTAL = 20_000  # lattice steps
"""Largest total up to which sums of amounts are listed."""

_BITS = 256
_ONE = 1 << _BITS

Amounts = tuple[tuple[int, Fraction], ...]
"""Whole amounts of one round with their probabilities."""


def sums(amounts: Amounts, cap: int, rounds: int, work: Work) -> list[list[Fraction]]:
    """For k = 0, 1, … the chances that k amounts add up to at most 0, 1, …, cap; while there are any."""
    if cap > MAX_TOTAL:
        raise Beyond(f"totals above {MAX_TOTAL:,} are not listed")
    whole = lcm(*(p.denominator for _, p in amounts))
    weights = [(amount, int(p * whole)) for amount, p in amounts if p]
    exact, numbers, size = [1] + [0] * cap, list[list[Fraction]](), 1
    for k in range(rounds + 1):
        work.spend(20 * (cap + 1), "the sums of amounts")
        numbers.append([Fraction(part, size) for part in accumulate(exact)])
        if k == rounds:
            break
        following = [0] * (cap + 1)
        for total, count in enumerate(exact):
            if count:
                work.spend(4 * len(weights), "the sums of amounts")
                for amount, weight in weights:
                    if total + amount <= cap:
                        following[total + amount] += count * weight
        exact, size = following, size * whole
        if not any(exact):
            break
    return numbers


def closed(
    n: int, hits: Sequence[Fraction], held: Sequence[Sequence[Fraction]], up: bool
) -> Fraction:
    """P at one end: *hits* are the p_c, *held* the G_c(0), G_c(1), … (0 after the last)."""
    missed = 1 - sum(hits, Fraction(0))
    assert missed >= 0
    polynomial = [_ONE]
    for chance, table in zip(hits, held, strict=True):
        expected, power, terms = _fixed(n * chance, up), _ONE, []
        for k in range(min(len(table), n + 1)):
            if k:
                power = _shifted(power * expected, up) // k + up
            terms.append(_shifted(power * _fixed(table[k], up), up))
        polynomial = _product(polynomial, terms, n, up)
    powers = [_ONE]  # of q
    step = _fixed(missed, up)
    for _ in range(n):
        powers.append(_shifted(powers[-1] * step, up))
    total, falling = 0, _ONE
    for j, coefficient in enumerate(polynomial):
        own = _shifted(falling * coefficient, up)
        total += _shifted(own * powers[n - j], up)
        if n:
            falling = falling * (n - j) // n + up
    return min(Fraction(total, _ONE), Fraction(1))


def _fixed(number: Fraction, up: bool) -> int:
    return (number.numerator << _BITS) // number.denominator + up


def _shifted(number: int, up: bool) -> int:
    return (number >> _BITS) + up


def _product(left: list[int], right: list[int], most: int, up: bool) -> list[int]:
    found = [0] * min(len(left) + len(right) - 1, most + 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right[: len(found) - i]):
            found[i + j] += _shifted(a * b, up)
    return found
