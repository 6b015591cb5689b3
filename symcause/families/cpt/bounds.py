"""Bounds of the cpt family: how far it goes, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

# audits
FAMILIES_TOGETHER = bound(
    2, "families", "Families of numbers that are looked for together to identify a query."
)

# generator
QUERY_TRIES = bound(2_000, "tries", "Tries for a query that keeps away from 0.")

# models
SUMMED_WORLDS = bound(65_536, "worlds", "Worlds of a network over which a sum is taken.")

# problem
CORNER_STEPS = bound(81_920, "steps", "A range by the corners of the box of given numbers.")
APPROACH_STEPS = bound(
    128_000,
    "steps",
    "``audit`` of given numbers: networks that approach ends of the range which none attains.",
)
GRID_STEPS = bound(
    180_000,
    "steps",
    "An instrument with a binary confounder: networks tried to show that the answer is open.",
)
TYPE_STEPS = bound(
    409_600,
    "steps",
    "A linear programme from any given numbers: types of response that it has as unknowns.",
)
GUESSED_TABLES = bound(8, "tables", "Tables that are tried in place of unknown ones.")

# questions
SHOWN_NUMBERS = bound(12, "lines", "Sets of numbers to be measured next that a report lists.")

# report
DRAWN_VARIABLES = bound(30, "variables", "Variables of a network that a page draws.")
