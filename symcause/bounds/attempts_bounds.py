"""Bounds of the layer ``attempts``: how much is read, looked at, kept and shown."""

from __future__ import annotations

from symcause.bounds import bound

KEPT_ERROR_LENGTH = bound(2_000, "characters", "Characters of standard error that are kept.")
