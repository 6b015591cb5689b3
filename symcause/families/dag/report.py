"""The report of the dag family: sentences, a page and a notebook card.

>>> targets_in_words((("A", "B"), ())), edges_in_words((("A", "B"), ("B", "C")))
('{A, B}; {}', 'A -> B; B -> C')
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from symcause.families.dag.bounds import DRAWN_NODES
from symcause.families.dag.documents import Edges, GraphAudit, Targets
from symcause.models.background_knowledge import reread

if TYPE_CHECKING:
    from symcause.audits.documents import Document
    from symcause.families.dag.problem import GraphProblem
    from symcause.reports.notebook import Card

ROOM = 600
"""Pixels up to which a small graph is enlarged."""


def known_in_words(known: dict[str, object] | None) -> str:
    """The words after a number that holds under background knowledge."""
    return "" if known is None else f" · with knowledge: {reread(known)}"


def targets_in_words(targets: Targets) -> str:
    """The targets of interventions so far."""
    return "; ".join(f"{{{', '.join(names)}}}" for names in targets) or "none (observational)"


def edges_in_words(edges: Edges) -> str:
    """The edges of a graph."""
    return "; ".join(f"{a} -> {b}" for a, b in edges) or "no edges"


def view(document: Document, problem: GraphProblem) -> dict[str, object] | None:
    """The class as one graph: edges of all members, and those that point either way; None: told only."""
    if not isinstance(document, GraphAudit):
        return None
    from markupsafe import Markup

    from symcause.audits.verdicts import headline
    from symcause.reports.figures.figure import Figure, figure_view
    from symcause.reports.story_lookup import story_of
    from symcause.reports.views.result_view import story_view

    story = story_of(document)
    assert story is not None
    found: dict[str, object] = {"id": document.problem, **story_view(story)}
    text = headline(document.verdict, document.count, "graph")
    if text is not None:
        known = known_in_words(document.knowledge).removeprefix(" · ")
        found |= {"headline": text, "sentence": f"{known[:1].upper()}{known[1:]}"}
    names, edges = problem.dag.nodes, document.edges or {}
    found["facts"] = [list(fact) for fact in (*story.facts, *_facts(len(names), edges))]
    if len(names) > DRAWN_NODES or not edges:
        return found
    drawn = _enlarged(_class_graph(problem, edges))
    caption = "Solid: in all graphs. Dashed, without a head: the edge may point either way."
    rows = tuple((*edge.split("->"), _STATUS[status]) for edge, status in edges.items())
    columns = ("cause", "effect", "status")
    figure = Figure(
        "graph", "Edges in all graphs, and in some", Markup(drawn), columns, rows, caption
    )
    return {**found, "main": figure_view(figure)}


def _class_graph(problem: GraphProblem, edges: dict[str, str]) -> str:
    """The class as one graph, every adjacent pair once; layers as in the problem's own graph."""
    from symcause.reports.graph_svg import Arrow, graph_svg

    own = {frozenset(edge): edge for edge in problem.dag.edges}
    pairs = dict.fromkeys(frozenset(edge.split("->")) for edge in edges)
    lines = []
    for pair in pairs:
        a, b = own[pair] if pair in own else sorted(pair)
        settled = edges.get(f"{a}->{b}") == "always" or edges.get(f"{b}->{a}") == "always"
        if edges.get(f"{b}->{a}") == "always":
            a, b = b, a
        text = "in all graphs" if settled else "may point either way"
        status = "always" if settled else "some"
        lines.append(Arrow(a, b, status, note=text, either=not settled))
    return str(graph_svg(problem.dag.nodes, lines))


def _enlarged(drawn: str) -> str:
    """A small picture in a larger size: at most half as large again, or as wide as a page."""

    def larger(found: re.Match[str]) -> str:
        width, height = int(found[1]), int(found[2])
        times = max(1.0, min(1.5, ROOM / width, ROOM / height))
        return f'width="{round(width * times)}" height="{round(height * times)}"'

    return re.sub(r'width="(\d+)" height="(\d+)"', larger, drawn, count=1)


def _facts(nodes: int, edges: dict[str, str]) -> list[tuple[str, str]]:
    """How much of the class is settled: adjacent pairs whose edge points one way in all members.

    >>> [value for _, value in _facts(3, {"A->B": "always", "B->C": "open", "C->B": "open"})]
    ['3', '1 of 2', '1']
    """
    settled = {edge for edge, status in edges.items() if status == "always"}
    pairs = {frozenset(edge.split("->")) for edge in edges}
    text = f"{len(settled)} of {len(pairs)}"
    either = str(len(pairs) - len(settled))
    return [
        ("nodes", str(nodes)),
        ("essential edges: one way in all graphs", text),
        ("edges that may point either way", either),
    ]


_STATUS = {"always": "in all", "open": "in some"}


def problem_card(problem: GraphProblem) -> Card:
    """The graph: a picture of arrows, or a table of what points either way."""
    from symcause.families.dag.files import drawing
    from symcause.reports.export import draw
    from symcause.reports.notebook import Card

    drawn = drawing(problem)
    facts = [("nodes", str(len(drawn.nodes))), ("edges", str(len(drawn.edges)))]
    facts.append(("interventions", targets_in_words(problem.targets)))
    if drawn.undirected or drawn.others:
        rows = [[str(edge)] for edge in drawn.edges]
        return Card("class of DAGs", problem.id, facts=facts, tables=[(["edge"], rows)])
    picture = draw(problem.dag) if len(drawn.nodes) <= DRAWN_NODES else None
    return Card("directed acyclic graph", problem.id, facts=facts, svg=picture)
