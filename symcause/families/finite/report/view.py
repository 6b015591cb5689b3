"""The view of a finite report: the verdict, the graph of what models share, and the story."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symcause.audits.of_space.query_parts import QueryStatus
from symcause.audits.story import CLASSES
from symcause.families.finite.audits.finite_verdict import (
    ABOUT_ANSWERS,
    FiniteVerdict,
    is_ill_posed,
    is_wrong,
)
from symcause.families.finite.bounds import DRAWN_VARIABLES
from symcause.families.finite.documents.audit_document import FiniteAudit

if TYPE_CHECKING:
    from symcause.audits.documents import Document
    from symcause.families.finite.problem.problem import FiniteProblem
    from symcause.reports.figures.figure import Figure

_STATUS = {"always": "in all models", "open": "in some models", "never": "in no model"}


def view(document: Document, problem: FiniteProblem) -> dict[str, object] | None:
    """The story of an audit, with its edges drawn above; None for what is told alone."""
    if not isinstance(document, FiniteAudit):
        return None
    from symcause.families.finite.report.audit_story import audit_story
    from symcause.families.finite.report.query_figure import query_figure
    from symcause.reports.figures.figure import figure_view
    from symcause.reports.views.result_view import story_view

    return {
        "id": document.problem,
        **story_view(audit_story(document)),
        "headline": _headline(document),
        "answers": figure_view(query_figure(document.queries or (), problem)),
        "main": figure_view(edge_figure(document, problem)),
        "index": _index(document, problem),
    }


def _headline(document: FiniteAudit) -> str | None:
    """What a page begins with: the verdict, and what it rests on."""
    from symcause.audits.verdicts import headline
    from symcause.families.finite.audits.verdict_sentence import words_of

    verdict = FiniteVerdict(document.verdict or FiniteVerdict.UNKNOWN)
    if verdict not in ABOUT_ANSWERS:
        return headline(str(verdict), document.count, "model")
    words = words_of(verdict)
    return f"{words.title}: {words.headline}"


def edge_figure(document: FiniteAudit, problem: FiniteProblem) -> Figure | None:
    """The edges of all models and of some, where there are models and the graph can be read."""
    if not document.edges or len(problem.variables) > DRAWN_VARIABLES:
        return None
    from markupsafe import Markup

    from symcause.reports.figures.figure import Figure
    from symcause.reports.views.edge_view import space_graph

    ends = [(edge.partition("->"), status) for edge, status in document.edges.items()]
    known = [(cause, effect, status) for (cause, _, effect), status in ends]
    roots = problem.disclosure.roots or ()
    graph = space_graph(problem.variables, known, roots=roots, layered=True)
    if graph is None:
        return None
    return Figure(
        "graph",
        "What causes what",
        Markup(str(graph["svg"])),
        ("cause", "effect", "status"),
        tuple((cause, effect, _STATUS[status]) for cause, effect, status in known),
        _caption({status for _, _, status in known}, graph["left"]),
    )


def _caption(shown: set[str], left: object) -> str:
    """What the lines mean, as far as there are such lines."""
    meanings = {
        "always": "Solid: in all models that explain the worlds.",
        "open": "Dashed: in some of them; without a head: either way.",
    }
    words = [text for status, text in meanings.items() if status in shown]
    rest = f"{left} more edges are in some models and not drawn." if left else ""
    return " ".join([*words, rest or "No model has another edge."])


def _index(document: FiniteAudit, problem: FiniteProblem) -> dict[str, object]:
    """The row of a pool; a pool with stored answers begins with how many problems have a doubtful one."""
    from symcause.families.finite.audits.verdict_sentence import words_of

    words = words_of(FiniteVerdict(document.verdict or FiniteVerdict.UNKNOWN))
    queries = document.queries or ()
    index: dict[str, object] = {
        "setting": document.setting,
        "variables": len(problem.variables),
        "rows": sum(len(world.rows) for world in problem.training),
        "unit": "models",
        "tone": CLASSES[words.tone],
    }
    if not queries:
        return index
    settled = sum(query.status == QueryStatus.SETTLED for query in queries)
    index["more"] = {"queries settled": f"{settled} of {len(queries)}"}
    stored = [query for query in queries if query.gold is not None]
    if stored:
        doubtful = any(is_wrong(query) or is_ill_posed(query) for query in stored)
        index["counted"] = doubtful, "with a stored answer that does not follow"
    return index
