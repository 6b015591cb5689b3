"""Step budgets: how much work questions about a Boolean problem may do by default.

A step is about a microsecond of one core (:mod:`symcause.budgets`).
"""

from __future__ import annotations

HOLED_ANSWER = 20_000_000
"""Rows with unobserved cells: one member, a proof that there is none, or the status of edges or cells."""

HOLED_EXACT = 1_200_000
"""The same for a member that disturbs no cell, which is tried first where cells may be wrong."""

FORCING = 2_000_000
"""Pages: explaining why edges are forced, all edges together."""
