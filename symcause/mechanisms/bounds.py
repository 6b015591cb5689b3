"""Bounds of the layer ``mechanisms``: how much is read, looked at, kept and shown."""

from __future__ import annotations

from symcause.bounds import bound

PLACED_ROOT_SETS = bound(100, "root sets", "Root sets in each of which variables are placed anew.")
PLACEMENT_LOOKS = bound(
    10_000_000,
    "looks",
    "Most looks at parent sets, over all root sets, to say where variables can stand.",
)
KEPT_SPREADS = bound(1 << 16, "sets", "Sets of variables whose lanes are remembered.")
PAIR_LOOKS = bound(
    3_000_000, "parent sets", "Most parent sets that are looked at over all pairs of mechanisms."
)

# worlds
DENSE_PATTERNS = bound(
    1 << 12,
    "input patterns",
    "Patterns of some inputs up to which they are counted in a dense table.",
)
SURVIVING_SETS = bound(
    120, "parent sets", "Parent sets of a variable that one look at the survivors follows up."
)
SURVIVOR_ROUTES = bound(12, "parent sets", "Parent sets tried for a variable that has to make way.")
WORLD_DEMANDS = bound(400, "demands", "Demands taken from one look at the survivors.")
