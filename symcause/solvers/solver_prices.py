"""Solver prices: what the work of a solver costs, the same on every machine.

A solver is not timed. It says what it did (conflicts, propagations) or how large its task is (entries of a
programme), and that has a price, the same on every machine. Prices were measured on one core of a small
machine and rounded; an answer does not depend on how well they fit, only how long a budget takes does.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt

CONFLICT = 40
"""Steps of one conflict of a SAT solver: analysis, and a clause learned."""

PROPAGATIONS = 6
"""Propagations of a SAT solver per step."""

CALL = 50
"""Steps of one call of a SAT solver, whatever it finds."""

LITERALS = 5
"""Literals handed to a SAT solver per step."""


def searched(before: Mapping[str, int], after: Mapping[str, int]) -> int:
    """Steps of what a SAT solver did between two looks at its statistics."""
    conflicts = after["conflicts"] - before["conflicts"]
    propagations = after["propagations"] - before["propagations"]
    return CALL + CONFLICT * conflicts + propagations // PROPAGATIONS


def conflicts_within(steps: int) -> int:
    """This many conflicts may be looked for: one at least, and never more than the steps pay for."""
    return max(1, steps // CONFLICT)


def programme(entries: int) -> int:
    """Steps of a linear programme with this many entries, solved by the interior point method."""
    return 1_000 + entries * isqrt(entries) // 2
