"""The design map of scenario documents: plain values by the names of design variables."""

from __future__ import annotations

Datum = int | str | bool
DesignMap = dict[str, Datum]
