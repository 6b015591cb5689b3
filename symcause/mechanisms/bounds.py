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
DISTURBED_SETS = bound(
    50_000, "parent sets", "Most parent sets of all variables whose readings are counted."
)
DISTURBED_PATTERNS = bound(
    5_000_000,
    "input patterns",
    "Most patterns of all parent sets, once for everything and once for every world left out.",
)
DISTURBED_BITS = bound(
    400_000, "bits", "Longest numbers, in bits, that count models by disturbed cells."
)
DISTURBED_ROOT_SETS = bound(300, "root sets", "Most root sets over which the least cost is taken.")
COSTED_SETS = bound(1_000, "parent sets", "Parent sets that are kept with their costs.")
TALLIED_SETS = bound(
    1_000,
    "parent sets",
    "Sets of one size that are kept for the next variable with these candidates.",
)
KEPT_OUTPUTS = bound(
    1 << 16, "outputs", "Outputs of listed tables that are remembered: half a megabyte."
)
