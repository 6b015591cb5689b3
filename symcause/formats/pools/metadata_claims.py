"""Metadata claims: what a generated problem says of its evidence, dropped when that changes.

>>> without_claims({"seed": 7, "verdict": "unique", "certificate": {}})
{'seed': 7}
"""

from __future__ import annotations

from collections.abc import Mapping

CLAIMS = frozenset(
    ("verdict", "count", "certificate", "no_certificate", "settles", "level", "proof")
)


def without_claims(metadata: Mapping[str, object]) -> dict[str, object]:
    """The metadata that still hold when the evidence, or what is disclosed of it, is another."""
    return {key: value for key, value in metadata.items() if key not in CLAIMS}
