"""Step budgets: how much work questions about a ShapeWorld problem may do by default.

A step is about a microsecond of one core (:mod:`symcause.budgets`).
"""

from __future__ import annotations

POOLED_OPTIMUM = 50_000
"""``audit`` of several problems: the search for the optimum of each."""

LISTING = 2_000_000
"""Members that only a solver can list, one call each."""
