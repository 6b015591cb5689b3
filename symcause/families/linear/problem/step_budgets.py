"""Step budgets: how much work each question about a linear problem may cost.

All defaults of the family stand here. What is cut short says so: a bound that is not exact, an explanation
that is not proved smallest, a plan that is not proved shortest, or ``unknown`` with the number of steps.
"""

from __future__ import annotations

AUDIT = 200_000
"""An audit explains edges whose explanation takes a search until it has used this much."""

CONFLICT = 2_000_000
"""Searching for a smallest set of rows that contradict each other, or an answer."""

EXPLANATION = 5_000_000
"""Searching for a smallest set of rows behind an edge or an empty space, when that is the only question."""

DISTURBANCE = 5_000_000
"""Searching for a run of a hidden disturbance that would explain what nothing else does."""

PRODUCTS = 10_000_000
"""One question about products of unknowns, which arise under a hidden disturbance."""

NEXT = 8_000_000
"""Narrowing the worst cases of all next experiments together."""

GREEDY = 20_000_000
"""Extending a plan for gold, and shortening it again, where values and repeated targets matter."""

NEEDED = 8_000_000
"""Searching for members that need more targets than a plan has."""

WORST_PLAN = 15_000_000
"""Trying plans under a hidden disturbance that work whatever the truth."""

GOLD_PLAN = 20_000_000
"""Trying plans for gold under a hidden disturbance."""

HINDSIGHT = 2_000_000
"""Searching for what would have left fewer graphs, over all moments of an episode."""

ADVICE = 3_000_000
"""Searching for the best worst cases at all moments of an episode, in equal shares."""

STANDING = 8_000_000
"""Finding out what follows from the readings of an episode so far."""

CHOICE = 2_000_000
"""Searching for the best action of an episode among the interventions."""

POLICY = 8_000_000
"""Searching for a plan for the rest of an episode where coefficients are rational."""

GENERATED = 60_000_000
"""Finding out what the evidence of a generated problem settles, before and after its interventions."""
