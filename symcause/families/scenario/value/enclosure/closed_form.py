"""The closed form of a loop in the enclosure of scenario values: polynomials for many rows at once.

What is computed, and how far rounding moves it, is said in :mod:`~value.enclosure.loop_bounds`.
"""

from __future__ import annotations

import numpy as np

from symcause.families.scenario.value.enclosure.set_columns import Array, Floats, Ints


def closed_form(parts: list[tuple[Floats, Array, Ints]], rounds: Ints, edge: float) -> Floats:
    """The closed form for some rows: of every condition the chance to hit, G by kind, and the kinds.

    Powers beyond the most rounds have no part in it.
    """
    n, most = len(rounds), int(rounds.max(initial=0))
    polynomial, missed = np.ones((1, n)), np.ones(n)
    for i, (hit, held, of) in enumerate(parts):
        missed = missed - hit
        terms = held[: most + 1].take(of, axis=1)
        power, expected = np.ones(n), hit * rounds
        for k in range(len(terms)):
            if k:
                power = power * expected / k
            terms[k] *= power
        polynomial = _product(polynomial, terms, most) if i else terms
    return _tail(polynomial, np.clip(missed + edge, 0.0, 1.0), rounds)


def _product(left: Array, right: Array, most: int) -> Array:
    """The product of two polynomials for every row, cut off at a degree."""
    size = min(len(left) + len(right) - 1, most + 1)
    array = np.zeros((size, left.shape[1] if left.shape[1] > 1 else right.shape[1]))
    product = np.empty((min(len(right), size), array.shape[1]))
    for i in range(len(left)):  # the order of the sums is that of the terms one by one
        held = right[: max(size - i, 0)]
        array[i : i + len(held)] += np.multiply(left[i], held, out=product[: len(held)])
    return array


def _tail(polynomial: Array, missed: Floats, rounds: Ints) -> Floats:
    """Σ_j n!/(n-j)!/n^j a_j q^(n-j), for coefficients a_j that hold n^j."""
    degree = len(polynomial) - 1
    least = int(rounds.min()) if len(rounds) else 0  # up to which there is nothing to tell apart
    power = _power(missed, np.maximum(rounds - degree, 0))
    powers = [power]
    for j in range(degree - 1, -1, -1):
        more = power * missed
        power = more if j < least else np.where(rounds > j, more, power)
        powers.append(power)
    powers.reverse()  # powers[j] is q^(n - j) where j <= n
    total = np.zeros(len(missed))
    every = np.arange(int(rounds.max(initial=0)) + 1)
    falling, count = np.ones(len(every)), np.maximum(every, 1)
    for j in range(degree + 1):
        term = falling.take(rounds) * polynomial[j] * powers[j]
        total = total + (term if j <= least else np.where(rounds >= j, term, 0.0))
        falling = falling * np.maximum(every - j, 0) / count
    return total


def _power(base: Floats, exponent: Ints) -> Floats:
    """Powers by squaring, so that the rounding is that of the products."""
    array = np.ones(len(base))
    square, left = base.copy(), exponent.copy()
    while left.any():
        array = np.where(left & 1, array * square, array)
        square, left = square * square, left >> 1
    return array
