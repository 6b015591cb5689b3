"""Work bounds of a scenario budget: grids for comparing rivals, and when one is fine enough."""

from __future__ import annotations

GRIDS = (1_601, 3_201, 6_401, 12_801, 25_601)
"""Inner beliefs of the grids, the coarsest first."""

WIDTH = 0.001
"""A grid is fine enough if the best policy is known up to this."""
