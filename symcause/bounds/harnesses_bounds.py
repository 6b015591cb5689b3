"""Bounds on harnesses: how far they go, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

OBSERVATION_LENGTH = bound(
    1_000_000,
    "characters",
    "A longer text is no element of the space of observations, but is heard all the same.",
)
ACTION_LENGTH = bound(
    20_000,
    "characters",
    "A longer text is no element of the space of actions, but is heard all the same.",
)
MCP_LINE_BYTES = bound(4_000_000, "bytes", "Most bytes of a message to or from an agent.")
IDLE_TURNS = bound(20, "turns", "Turns without effect before nobody listens any more.")

# inspect_tasks
ERROR_LENGTH = bound(120, "characters", "Characters of an error in a log that are told.")
