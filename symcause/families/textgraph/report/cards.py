"""Notebook cards of the textgraph report: graphs, checks and alignments."""

from __future__ import annotations

from dataclasses import replace

from symcause.audits.documents import Document
from symcause.families.textgraph.documents.align_document import AlignDocument
from symcause.families.textgraph.documents.check_document import TextGraphCheck
from symcause.families.textgraph.models.digraph import Digraph
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.report.agreement_graph import (
    Agreement,
    aligned,
    checked,
    gold_only,
)
from symcause.families.textgraph.report.agreement_svg import agreement_svg, drawn_part
from symcause.models.number_phrases import plural
from symcause.reports.notebook import Card, result_card


def graph_card(graph: Digraph) -> Card:
    """A graph alone."""
    agreement = gold_only(TextGraph("", graph))
    facts = [("nodes", str(len(graph.nodes))), ("edges", str(len(graph.edges)))]
    return Card("directed graph", "Graph", facts=facts, svg=_drawn(agreement))


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
    return _counted(document, checked(document))


def align_card(document: AlignDocument) -> Card:
    """The answer beside gold under the best map."""
    return _counted(document, aligned(document))


def _counted(document: Document, found: Agreement) -> Card:
    """What the picture shows, in numbers, comes first."""
    card = result_card(document, _drawn(found))
    counts = [(str(kind), str(count)) for kind, count in found.counts.items()]
    return replace(card, facts=[*counts, *card.facts[:3]], tables=card.tables[:1])


def _drawn(found: Agreement) -> str | None:
    pictured = drawn_part(found)
    return None if pictured is None else str(agreement_svg(pictured))
