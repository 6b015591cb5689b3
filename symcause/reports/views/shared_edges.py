"""The edges that listed graphs share, said once before what is each graph's own."""

from __future__ import annotations

import re
from collections.abc import Sequence

_GRAPH = re.compile(r"^(?P<edges>[^:]*->[^:]*?)(?P<told>: .*)?$")


def folded(lines: Sequence[str]) -> list[str]:
    """The lines; of several graphs first the edges that are in all of them, then of each its own.

    Lines that list no edges stay as they are, and so does everything if nothing is shared.

    >>> folded(["A->B, B->C: true", "A->B, C->B: false", "and 3 more"])
    ['in all of these: A->B', 'B->C: true', 'C->B: false', 'and 3 more']
    >>> folded(["A->B", "B->A"])
    ['A->B', 'B->A']
    """
    graphs = {place: match for place, line in enumerate(lines) if (match := _GRAPH.match(line))}
    edges = {place: match["edges"].split(", ") for place, match in graphs.items()}
    shared = [
        edge
        for edge in next(iter(edges.values()), [])
        if all(edge in own for own in edges.values())
    ]
    if len(graphs) < 2 or not shared:
        return list(lines)
    listed = [f"in all of these: {', '.join(shared)}"]
    for place, line in enumerate(lines):
        if place not in graphs:
            listed.append(line)
            continue
        own = ", ".join(edge for edge in edges[place] if edge not in shared) or "no other edge"
        listed.append(f"{own}{graphs[place]['told'] or ''}")
    return listed
