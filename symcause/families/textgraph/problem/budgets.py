"""How much work questions about text graphs may do where the user does not say, in steps.

A step is about a microsecond of one core (:mod:`symcause.budgets`).
"""

from __future__ import annotations

ALIGNMENT = 10_000_000
"""``align``: the map, the proof of its upper end, and the rewired answers."""

REWIRINGS = 2_400_000
"""``align``: the rewired answers may take so much, however quick the alignment was."""
