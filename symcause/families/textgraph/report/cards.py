"""How text graphs, and what was found about them, show themselves in a notebook."""

from __future__ import annotations

from symcause.audits.story import Grid, Story
from symcause.families.textgraph.documents.align import AlignDocument
from symcause.families.textgraph.documents.check import TextGraphCheck
from symcause.families.textgraph.models.digraph import Digraph
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.report.agreement import Agreement, aligned, checked, gold_only
from symcause.families.textgraph.report.agreement_svg import agreement_svg, drawn_part
from symcause.families.textgraph.report.align_story import align_story
from symcause.families.textgraph.report.check_story import check_story
from symcause.models.words import plural
from symcause.reports.notebook import Card


def graph_card(graph: Digraph) -> Card:
    """A graph alone."""
    found = gold_only(TextGraph("", graph))
    facts = [("nodes", str(len(graph.nodes))), ("edges", str(len(graph.edges)))]
    return Card("directed graph", "Graph", facts=facts, svg=_drawn(found))


def problem_card(problem: TextGraph) -> Card:
    """Gold, and how much text there is."""
    graph = problem.graph
    facts = [
        ("nodes", str(len(graph.nodes))),
        ("edges", str(len(graph.edges))),
        ("cycles", "no" if graph.acyclic else "yes"),
        ("text", "none" if problem.text is None else plural(len(problem.text.split()), "word")),
    ]
    return Card("text graph", problem.id, facts=facts, svg=_drawn(gold_only(problem)))


def check_card(document: TextGraphCheck) -> Card:
    """The answer beside gold, and its scores."""
    return _told(check_story(document), checked(document))


def align_card(document: AlignDocument) -> Card:
    """The answer beside gold under the best map."""
    return _told(align_story(document), aligned(document))


def _told(story: Story, found: Agreement) -> Card:
    counts = tuple((str(kind), str(count)) for kind, count in found.counts.items())
    scores = [b for s in story.sections for b in s.blocks if isinstance(b, Grid)][:1]
    return Card(
        story.title,
        (story.verdict or "").capitalize(),
        story.sentence,
        story.tone,
        (*counts, *story.facts[:3]),
        _drawn(found),
        [(grid.columns, grid.rows) for grid in scores],
    )


def _drawn(found: Agreement) -> str | None:
    pictured = drawn_part(found)
    return None if pictured is None else str(agreement_svg(pictured))
