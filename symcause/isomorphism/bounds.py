"""Bounds of isomorphism: how far canonical forms go, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

# canonical_order
CANONICAL_NODES = bound(
    20_000, "nodes", "Canonical forms: orders of names, begun or whole, that are tried."
)
