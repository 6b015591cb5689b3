"""Bounds of isomorphism: how far canonical forms go, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

# canonical_order
CANONICAL_NODES = bound(
    20_000, "nodes", "Canonical forms: orders of names, begun or whole, that are tried."
)
CANONICAL_LOOKS = bound(
    60_000_000, "looks", "Canonical forms: looks at links of a structure, to tell names apart."
)
