"""Step budgets: how much work each question about a linear problem may cost.

All defaults of the family stand here. What is cut short says so: a bound that is not exact, an explanation
that is not proved smallest, a plan that is not proved shortest, or ``unknown`` with the number of steps.
"""

from __future__ import annotations

AUDIT = 200_000
"""Edges whose explanation takes a search are explained while an audit has not taken more than this."""

CONFLICT = 2_000_000
"""A smallest set of rows that contradict each other, or an answer, is looked for."""

EXPLANATION = 5_000_000
"""A smallest set of rows behind one edge or an empty space is looked for, where nothing else is asked."""

DISTURBANCE = 5_000_000
"""A run of a hidden disturbance is looked for that would explain what nothing else does."""

PRODUCTS = 10_000_000
"""One question about products of unknowns, which a hidden disturbance asks, is thought about."""

NEXT = 8_000_000
"""The worst cases of all next experiments together are narrowed down."""

GREEDY = 20_000_000
"""A plan for gold is extended, and shortened again, where values and repeated targets matter."""

NEEDED = 8_000_000
"""Members that need more targets than a plan has are looked for."""

WORST_PLAN = 15_000_000
"""Plans under a hidden disturbance that do whatever is true are tried."""

GOLD_PLAN = 20_000_000
"""Plans for gold under a hidden disturbance are tried."""

HINDSIGHT = 2_000_000
"""What would have left fewer graphs is looked for, over all moments of an episode."""

ADVICE = 3_000_000
"""The best worst cases at all moments of an episode are looked for, in equal shares."""

STANDING = 8_000_000
"""What follows from the readings of an episode so far is found out."""

CHOICE = 2_000_000
"""The best action of an episode is looked for among the interventions."""

POLICY = 8_000_000
"""A plan for the rest of an episode is looked for where coefficients are rational."""

GENERATED = 60_000_000
"""What the evidence of a generated problem settles is found out, before and after its interventions."""
