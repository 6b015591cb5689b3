"""The view of a table report: the network, the range of the query against 0, and the story."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symcause.families.cpt.documents.question_documents import CptAudit

if TYPE_CHECKING:
    from symcause.audits.documents import Document
    from symcause.families.cpt.problem.problem import CptProblem
    from symcause.reports.notebook import Card

_MOST = 30
"""Variables of a network that a page draws."""


def view(document: Document, problem: CptProblem) -> dict[str, object] | None:
    """What the page of an audit shows; None for what is told, not drawn."""
    if not isinstance(document, CptAudit) or len(problem.dag.nodes) > _MOST:
        return None
    from symcause.families.cpt.report.audit_story import audit_story
    from symcause.families.cpt.report.interval_axis import network_figure
    from symcause.reports.figures.figure import figure_view
    from symcause.reports.views.result_view import story_view

    word = document.answer or "unknown"
    return {
        "id": document.problem,
        **story_view(audit_story(document)),
        "headline": f"{word[0].upper()}{word[1:]}",
        "main": figure_view(network_figure(document, problem)),
    }


def problem_card(problem: CptProblem) -> Card:
    """A problem in a notebook: its graph and what is asked."""
    from symcause.reports.export import draw
    from symcause.reports.notebook import Card

    query = problem.query
    known = (
        "tables" if problem.tables is not None else f"{len(list(problem.terms()))} given numbers"
    )
    facts = [("query", query.type), ("treatment", query.treatment), ("outcome", query.outcome)]
    facts.append(("known", known))
    return Card("causal query", problem.id, facts=facts, svg=draw(problem.dag))
