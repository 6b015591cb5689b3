"""Bounds: numbers beyond which something is refused, cut or not looked at, each with unit and reason.

Every shared layer has its bounds in one module of this package, every family in its own ``bounds.py``;
whoever works reads them from there. A bound is a plain integer once it is stated: it costs nothing in a
loop, and it is written and compared like any other. ``docs/limits.md`` is written from the statements
themselves (``python tools/write_limits.py --write``).

The kernel, the verifiers and what they read with state theirs where they are used (``= 5  # rows: …``),
since whoever verifies shall load no module more.

>>> bound(3, "rows", "Rows that a message names.")
3
"""

from __future__ import annotations


def bound(value: int, unit: str, why: str) -> int:
    """A bound on things of one *unit*; *why* is a sentence: what it is for, or what happens beyond it."""
    if not unit or not why.endswith("."):
        raise ValueError(f"a bound of {value} needs a unit and a sentence")
    return value
