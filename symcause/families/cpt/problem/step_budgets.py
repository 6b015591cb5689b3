"""Step budgets: how much work questions about tables may do by default.

A step is about a microsecond of one core (:mod:`symcause.budgets`).
"""

from __future__ import annotations

CORNER, NETWORK, TRIAL = 20, 2_000, 300  # steps of a corner, of a network executed, of one tried

CORNERS = 81_920
"""A range by the corners of the box of given numbers."""

APPROACHES = 128_000
"""``audit`` of given numbers: networks that approach ends of the range which none attains."""

GRID = 180_000
"""An instrument with a binary confounder: networks tried to show that the answer is open."""

TYPE, GUESSES = (
    400,
    8,
)  # steps of one type of a programme; tables that are tried in place of unknown ones

TYPES = 409_600
"""A linear programme from any given numbers: types of response that it has as unknowns."""
