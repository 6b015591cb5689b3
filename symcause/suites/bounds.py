"""Bounds of suites: how much is read and drawn for one, and why not more."""

from __future__ import annotations

from symcause.bounds import bound

RECIPE_BYTES = bound(100_000, "bytes", "The largest recipe that is read.")
PART_PROBLEMS = bound(100_000, "problems", "Problems that a recipe may ask of one part.")
PART_STRATA = bound(
    100, "strata", "Combinations of options, family by family, that one part is made of."
)
DRAWS = bound(
    60,
    "draws",
    "Items that are drawn for one problem of a part before it is said that there are no more.",
)
FEWEST_DRAWS = bound(400, "draws", "Items that are drawn for a stratum, however small it is.")
COMPLAINTS = bound(20, "complaints", "Complaints of one check that are listed; all are counted.")
