"""Bounds on attempts: how far they go, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

KEPT_ERROR_LENGTH = bound(2_000, "characters", "Characters of standard error that are kept.")
