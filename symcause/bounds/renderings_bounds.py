"""Bounds on renderings: how far they go, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

PROMPT_BYTES = bound(64 * 1024 * 1024, "bytes", "Most bytes of one prompt.")

# codec
SHOWN_TERMINALS = bound(6, "terminals", "Expected terminals that a message lists.")

# sense
NAME_STEPS = bound(
    2_000_000,
    "steps",
    "The search for the names of one rendering that agree best with common sense.",
)

# texts
TARGET_EXCESS = bound(100, "hundredths", "How far a target length may lie above the largest text.")

# themes
THEME_BYTES = bound(1_000_000, "bytes", "Most bytes of the file of a theme or a style.")
MATCHED_FILLERS = bound(
    100_000, "fillers", "Most fillers of one kind in a text of a wanted length."
)
