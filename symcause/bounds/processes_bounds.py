"""Bounds on processes: how far they go, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

WAITING_ITEMS = bound(
    32,
    "items a slot",
    "Finished items, for each under way, that wait for their turn: fewer, and threads idle.",
)
INLINE_BYTES = bound(
    65_536,
    "bytes",
    "Bytes of a job that travel with every item; a larger one travels once to a worker.",
)
LOCAL_WORKERS = bound(256, "processes", "Worker processes of a cluster on this machine.")
ITEMS_AHEAD = bound(
    4,
    "items a worker",
    "Items of a worker that are begun or finished before the first missing one.",
)
KEPT_OUTPUT_BYTES = bound(
    16 << 20, "bytes", "Bytes of standard output that are kept, from its end."
)
KEPT_ERROR_BYTES = bound(1 << 16, "bytes", "Bytes of standard error that are kept, from its end.")
