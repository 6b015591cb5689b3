"""Probe values that show a linear total effect whatever a hidden disturbance adds.

Set X to v_1, …, v_4, one after the other. A variable Y reads c + v_j·T + H_j·r each time: T the total
effect of X on Y, r what a unit of the disturbance adds to Y, c the rest. Two models that read the same
differ in T by an amount whose product with v lies in the span of (1, …, 1), H and H′, the runs that they
need. There are finitely many such spans. If v lies in none of them, the two effects are equal
(``docs/theory/linear.md``).

A reading at which the disturbance is known stands for one of the four.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import gcd, lcm

from symcause.families.linear.bounds import DISTURBANCE_VALUES, PROBE_TRIES

NEEDED = 4
"""Readings of a total effect that a disturbance cannot imitate."""

_Direction = tuple[int, int, int]


def telling_values(
    values: Sequence[Fraction], now: Fraction | None = None, initial: Fraction = Fraction(0)
) -> tuple[Fraction, ...] | None:
    """Values to set one after the other; *now* is read with the disturbance at *initial*, if that is known.

    None where none were found.
    """
    if len(values) > DISTURBANCE_VALUES:
        return None
    directions = list(_directions(values, [initial] if now is not None else values))
    rng = random.Random("telling values")
    for tried in range(PROBE_TRIES):
        most = 99 if tried < PROBE_TRIES // 2 else 999
        chosen = tuple(Fraction(rng.randint(1, most)) for _ in range(NEEDED - (now is not None)))
        readings = chosen if now is None else (now, *chosen)
        if len(set(readings)) == NEEDED and tells(readings, directions):
            return chosen
    return None


def _directions(values: Sequence[Fraction], first: Sequence[Fraction]) -> Iterator[_Direction]:
    """What runs of the disturbance add after the first reading, each direction once."""
    scale = lcm(*(value.denominator for value in (*values, *first)))
    whole = [int(value * scale) for value in values]
    seen: set[_Direction] = set()
    for start in first:
        for run in product(whole, repeat=NEEDED - 1):
            a, b, c = (later - int(start * scale) for later in run)
            unit = gcd(a, b, c)
            if not unit:
                continue
            unit = -unit if (a, b, c) < (0, 0, 0) else unit
            found = (a // unit, b // unit, c // unit)
            if found not in seen:
                seen.add(found)
                yield found


def tells(readings: Sequence[Fraction], directions: Sequence[_Direction]) -> bool:
    """True if what X reads lies in no plane of two directions, and on no line of one."""
    moves = tuple(later - readings[0] for later in readings[1:])
    if len(directions) < 2:
        return any(moves) and all(any(_cross(moves, line)) for line in directions)
    return all(
        sum(m * n for m, n in zip(moves, _cross(one, other), strict=True))
        for one, other in combinations(directions, 2)
    )


def _cross(one: Sequence[Fraction | int], other: Sequence[int]) -> tuple[Fraction | int, ...]:
    (a, b, c), (x, y, z) = one, other
    return b * z - c * y, c * x - a * z, a * y - b * x
