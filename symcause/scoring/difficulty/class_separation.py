"""Class separation by a measure of difficulty in scoring: the area under the curve, and a threshold.

>>> separation([1, 2, 3, 4], [False, False, True, True]), area([1, 2, 3, 4], [False, False, True, True])
('complete', 1.0)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

COMPLETE, QUASI, NONE, CONSTANT, ONE_CLASS = "complete", "quasi", "none", "constant", "one class"

UNFIT = (CONSTANT, ONE_CLASS)
"""Where there is no regression."""


def separation(values: Sequence[float], success: Sequence[bool]) -> str:
    """How far a threshold parts failures from successes; quasi: they meet in exactly one value."""
    if len(set(success)) < 2:
        return ONE_CLASS
    if len(set(values)) < 2:
        return CONSTANT
    low = [v for v, good in zip(values, success, strict=True) if not good]
    high = [v for v, good in zip(values, success, strict=True) if good]
    if max(low) < min(high) or max(high) < min(low):
        return COMPLETE
    return QUASI if max(low) == min(high) or max(high) == min(low) else NONE


def area(values: Sequence[float], success: Sequence[bool]) -> float | None:
    """How often a success has the larger value, ties half; None where one class is missing."""
    good = sum(success)
    bad = len(success) - good
    if not good or not bad:
        return None
    ordered = sorted(zip(values, success, strict=True), key=lambda case: case[0])
    below, twice = 0, 0
    for _, same in groupby(ordered, key=lambda case: case[0]):
        outcomes = [outcome for _, outcome in same]
        won = sum(outcomes)
        lost = len(outcomes) - won
        twice += won * (2 * below + lost)
        below += lost
    return twice / (2 * good * bad)
