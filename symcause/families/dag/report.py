"""Targets and edges in words.

>>> targets_in_words((("A", "B"), ())), edges_in_words((("A", "B"), ("B", "C")))
('{A, B}; {}', 'A -> B; B -> C')
"""

from __future__ import annotations

from symcause.families.dag.documents import Edges, Targets
from symcause.models.knowledge import reread


def known_in_words(known: dict[str, object] | None) -> str:
    """What follows a number that holds under background knowledge."""
    return "" if known is None else f" · with knowledge: {reread(known)}"


def targets_in_words(targets: Targets) -> str:
    """What has been intervened on."""
    return "; ".join(f"{{{', '.join(names)}}}" for names in targets) or "none (observational)"


def edges_in_words(edges: Edges) -> str:
    """The edges of a graph."""
    return "; ".join(f"{a} -> {b}" for a, b in edges) or "no edges"
