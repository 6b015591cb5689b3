"""Step budgets of the cpt family: how much work a question may do about a problem."""

from __future__ import annotations

CORNERS = 4_096
"""Corners of the box of given numbers that are evaluated for a range."""

APPROACHES = 64
"""Halvings by which a network approaches an end that no network attains."""

GRID = 600
"""Networks with a binary confounder that are tried to show that an instrument leaves the answer open."""
