"""Fleet chances that follow from scenario values: to win, and to tell two designs apart.

All rise or fall with the values they depend on, so that bounds of values give bounds of chances.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, comb

from symcause.families.scenario.bounds import CHANCE_BITS, CONSIDERED_UNITS
from symcause.families.scenario.models.rational_intervals import Interval, point
from symcause.families.scenario.problem.problem import Evaluate
from symcause.solvers.ball_arithmetic import Bounds, best_of, binomial_tail


def winning(value: Interval, evaluate: Evaluate) -> Interval:
    """P(survivors / fleet >= threshold)."""
    least = ceil(evaluate.threshold * evaluate.fleet)
    exact = evaluate.fleet * (value.low.denominator.bit_length() - 1) <= CHANCE_BITS
    if value.exact and exact:
        return point(_tail(evaluate.fleet, least, value.low))
    low = binomial_tail(evaluate.fleet, least, _chance(value.low))
    high = low if value.exact else binomial_tail(evaluate.fleet, least, _chance(value.high))
    return Interval(Fraction(low[0]), Fraction(high[1]))


def _tail(n: int, least: int, p: Fraction) -> Fraction:
    """P(X >= least) for X binomial with n trials of chance p, as a fraction.

    >>> _tail(2, 1, Fraction(1, 2))
    Fraction(3, 4)
    """
    top, bottom = p.as_integer_ratio()
    other = bottom - top
    ways = (comb(n, k) * top**k * other ** (n - k) for k in range(max(least, 0), n + 1))
    return Fraction(sum(ways), bottom**n)


def picking(first: Interval, others: list[Interval], n: int) -> Interval:
    """P(the first design has most survivors in n units each), ties broken evenly."""
    low = best_of(n, _chance(first.low), [_chance(other.high) for other in others])
    high = best_of(n, _chance(first.high), [_chance(other.low) for other in others])
    return Interval(Fraction(low[0]), Fraction(high[1]))


def least_units(better: Interval, worse: Interval, wanted: Fraction) -> int | None:
    """The fewest units each for which the better design is picked with a chance; None above the bound.

    The chance rises with n, so that doubling and halving find it.
    """
    if better.low <= worse.high:
        return None

    def enough(n: int) -> bool:
        bounds: Bounds = best_of(n, _chance(better.low), [_chance(worse.high)])
        return Fraction(bounds[0]) >= wanted

    high = 1
    while not enough(high):
        high *= 2
        if high > CONSIDERED_UNITS:
            if not enough(CONSIDERED_UNITS):
                return None
            high = CONSIDERED_UNITS
            break
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _chance(value: Fraction) -> Fraction:
    return min(max(value, Fraction(0)), Fraction(1))
