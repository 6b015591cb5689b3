"""The view of an abstention: what the explaining models share, and what they leave open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from symcause.audits.story import Story
from symcause.reports.views.edge_view import HasEdges, drawn_graph, statuses
from symcause.reports.views.result_view import story_view


@dataclass(frozen=True)
class _Shared:
    """The edges of all members, which lay out the picture where there is no gold."""

    edges: tuple[tuple[str, str], ...]


def abstained_view(
    story: Story,
    variables: Sequence[str],
    edges: Mapping[str, str],
    gold: HasEdges | None,
    marked: Sequence[str] = (),
) -> dict[str, object]:
    """The page of an abstention; *edges* says of every pair whether all, some or no members have it."""
    place = {name: i for i, name in enumerate(variables)}
    always = [tuple(edge.split("->")) for edge, said in edges.items() if said == "always"]
    laid = gold or _Shared(tuple((a, b) for a, b in always))
    return {
        **story_view(story),
        "kind": "abstained",
        "id": story.title,
        "vars": list(variables),
        "edges": statuses(edges, variables),
        "graph": drawn_graph(edges, variables, [laid], gold, marked=marked),
        "goldEdges": [] if gold is None else [f"{place[a]}-{place[b]}" for a, b in gold.edges],
    }
