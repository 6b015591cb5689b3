"""Bounds on the work of comparing rivals: they count terms and grid points, never seconds."""

from __future__ import annotations

COUNT_VECTORS = 1_000_000
"""Most count vectors of a history, or of the units of one design."""

QUICK_VECTORS = 100_000
"""Most count vectors of a design among many; a grid bounds what has more, but for the best of them."""

GRIDS = (1_601, 3_201, 6_401, 12_801, 25_601)
"""Inner beliefs of the grids, the coarsest first."""

WIDTH = 0.001
"""A grid is fine enough if the best policy is known up to this."""

FINER_GRID = 1_000_000_000
"""Grid points times units times outcomes up to which a finer grid is tried."""

ANY_GRID = 10_000_000_000
"""Grid points times units times outcomes up to which there is a grid at all."""

GRID_ROOM = 20_000_000
"""Most grid points times outcomes that are held at once."""

LISTED_DESIGNS = 10_000
"""Most designs that are listed; of a larger space single ones are looked at."""

MOST_UNITS = 10_000
"""Most units that anybody may ask about."""
