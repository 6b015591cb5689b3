"""Export of gold graphs as pictures for a textgraph report and for other programs."""

from __future__ import annotations

from symcause.families.textgraph.models.digraph import Digraph
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.reports.export import Picture


def picture(thing: Digraph | TextGraph) -> Picture:
    """The graph; no node is framed or rounded, since where there are cycles no node is a root."""
    return Picture(thing.graph if isinstance(thing, TextGraph) else thing, roots=())
