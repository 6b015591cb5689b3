"""The view of a cpt report: the graph, what the query comes to against 0, and the story."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symcause.audits.experiments.experiment_document import NextDocument
from symcause.families.cpt.bounds import DRAWN_VARIABLES
from symcause.families.cpt.documents.question_documents import (
    CptAlternatives,
    CptAudit,
    CptCheck,
    CptSeparate,
)
from symcause.families.cpt.space.network_separations import QUERY

if TYPE_CHECKING:
    from symcause.audits.documents import Document
    from symcause.families.cpt.problem.problem import CptProblem
    from symcause.reports.notebook import Card


def view(document: Document, problem: CptProblem) -> dict[str, object] | None:
    """The data that the page of a result shows; None for what is told, not drawn."""
    from symcause.reports.figures.figure import figure_view
    from symcause.reports.views.result_view import story_view

    if len(problem.dag.nodes) > DRAWN_VARIABLES:
        return None
    if isinstance(document, CptAlternatives | CptSeparate):
        return _rivals(document, problem)
    if isinstance(document, CptCheck | NextDocument):
        return _against(document, problem)
    if not isinstance(document, CptAudit):
        return None
    from symcause.families.cpt.report.audit_story import audit_story
    from symcause.families.cpt.report.interval_axis import network_figure

    return {
        "id": document.problem,
        **story_view(audit_story(document)),
        "headline": _headline(document),
        "main": figure_view(network_figure(document, problem)),
        "index": _index(document, problem),
    }


def _against(document: CptCheck | NextDocument, problem: CptProblem) -> dict[str, object]:
    """The story of an answer, or of what to ask for next, above the range of the query."""
    from symcause.families.cpt.audits.table_audit import audited
    from symcause.families.cpt.report.interval_axis import Claim, network_figure
    from symcause.reports.figures.figure import figure_view
    from symcause.reports.story_lookup import story_of
    from symcause.reports.views.result_view import story_view

    claim, story = None, story_of(document)
    if isinstance(document, CptCheck) and document.said is not None:
        wrong = None if document.right is None else not document.right
        claim = Claim(document.said, "the answer", wrong)
    frame = CptAudit(family="cpt", problem=problem.id, query=problem.query.type, gold=problem.gold)
    audit = audited(problem, frame)
    main = figure_view(network_figure(audit, problem, claim))
    assert story is not None
    return {"id": document.problem, **story_view(story), "main": main}


def _rivals(
    document: CptAlternatives | CptSeparate, problem: CptProblem
) -> dict[str, object] | None:
    """Two networks that differ in a number: the story below both numbers on one axis."""
    from symcause.families.cpt.report.rival_stories import alternatives_story, separation_story

    if isinstance(document, CptAlternatives):
        values = [part.value for part in document.alternatives]
        story = alternatives_story(document)
    else:
        values = list(document.readings or ()) if document.by == QUERY else []
        story = separation_story(document)
    if not values:
        return None
    from symcause.families.cpt.report.interval_axis import rivals_figure
    from symcause.reports.figures.figure import figure_view
    from symcause.reports.views.result_view import story_view

    main = figure_view(rivals_figure(problem, values))
    return {"id": document.problem, **story_view(story), "main": main}


def _index(document: CptAudit, problem: CptProblem) -> dict[str, object]:
    """The row of a pool; a pool with stored answers begins with how many of them follow."""
    index: dict[str, object] = {"more": {"query": document.query}}
    if document.gold is None:
        return index
    from symcause.families.cpt.report.stored_answer import stored_answer

    return {**index, "stored": stored_answer(problem, document).to_dict()}


_EVERY = "in every network with these numbers"
_EFFECTS = ("ate", "ett", "nde", "nie")
"""Queries whose value is the size of an effect."""


def _sign(document: CptAudit) -> str:
    """What the range says of an effect, if that is one thing."""
    from fractions import Fraction

    if document.query not in _EFFECTS or document.low is None or document.high is None:
        return ""
    if Fraction(document.high) < 0:
        return "the effect is negative "
    return "the effect is positive " if Fraction(document.low) > 0 else ""


def _headline(document: CptAudit) -> str:
    """What a page begins with: the answer, and what it rests on."""
    from symcause.families.cpt.models.answer_rule import UNKNOWN
    from symcause.families.cpt.report.verdict_sentences import WORDS

    words = WORDS[document.answer or UNKNOWN]
    by = "by its tables" if document.value is not None else f"{_sign(document)}{_EVERY}"
    if document.valid is not None:
        by = f"only the {'first' if document.valid[0] else 'second'} set is valid"
    elif document.query == "det-counterfactual":
        by = "by its tables"
    text = f"{words.title}: {words.headline.format(by=by)}"
    if document.gold_right is False:
        return f"{text}, and the stored answer says {document.gold}"
    return text


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
