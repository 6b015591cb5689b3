"""Step budgets: how much work a question about a textgraph problem may do by default.

A step is about a microsecond of one core (:mod:`symcause.budgets`).
"""

from __future__ import annotations

ALIGNMENT = 10_000_000
"""``align``: the map, the proof of its upper end, and the rewired answers."""

REWIRINGS = 2_400_000
"""``align``: the most that the rewired answers may take, however quick the alignment was."""

REALISABILITY = 300_000
"""``score --realisable``: the labels of one answer."""
