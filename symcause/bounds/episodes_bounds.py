"""Bounds on episodes: how far they go, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

EPISODE_CALLS = bound(50_000, "calls", "Most calls of one episode.")
NAMED_OBJECTIONS = bound(5, "places", "Places that are named where a hypothesis fails.")
MESSAGE_LENGTH = bound(1_000_000, "characters", "Most characters of one message of an agent.")

# judgement
ROUNDED_LENGTH = bound(300, "characters", "Characters of a number that is rounded for people.")

# transcripts
TRANSCRIPT_LINES = bound(100_000, "lines", "Most lines of one episode.")
ACTION_LENGTH = bound(2_000, "characters", "Most characters of a refused action that are kept.")
