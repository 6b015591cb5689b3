"""System metrics of cpt scoring: those by which systems that answer queries are compared."""

from __future__ import annotations

from symcause.scoring.comparison.system_scores import flags

METRICS = flags(
    claimed="Answered",
    right="Right",
    published_right="By stored gold",
    justified="Justified",
)
"""Whether there is a claim, whether it is right, as proved and as stored, and whether it is supported."""
