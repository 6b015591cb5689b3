"""The settled claim of linear certificates: whether what is proved leaves one answer or several."""

from __future__ import annotations

from collections.abc import Mapping

_LEAVES_ONE = {"unique": True, "target": True, "target-open": False}


def settled(certificate: Mapping[str, object]) -> bool | None:
    """Does its claim leave one answer, or several? None of a claim that says neither."""
    claim = certificate.get("claim")
    if not isinstance(claim, Mapping):
        return None
    if claim.get("name") == "count":
        graphs = claim.get("graphs")
        return graphs == 1 if isinstance(graphs, int) and graphs > 0 else None
    return _LEAVES_ONE.get(str(claim.get("name")))
