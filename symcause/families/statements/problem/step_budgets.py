"""Step budgets: how much work questions about statements may do by default.

A step is about a microsecond of one core (:mod:`symcause.budgets`).
"""

from __future__ import annotations

INCOMPLETE = 6_000_000
"""Incomplete statements with more than ten pairs that may be adjacent: the search for members."""
