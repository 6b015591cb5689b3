"""The settled claim of Boolean certificates: whether what is proved leaves one answer or several."""

from __future__ import annotations

from collections.abc import Mapping

_LEAVES_ONE = {"unique": True, "ambiguous": False}


def settled(certificate: Mapping[str, object]) -> bool | None:
    """Does its claim leave one answer, or several? None of a claim that says neither."""
    claim = certificate.get("claim")
    return _LEAVES_ONE.get(str(claim.get("name"))) if isinstance(claim, Mapping) else None
