"""The view of a linear report, by the kind of document."""

from __future__ import annotations

from msgspec import UnsetType

from symcause.audits.documents import Document
from symcause.families.linear.documents.audit_document import LinearAudit
from symcause.families.linear.documents.check_document import LinearCheck
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.report.page.check_view import check_view
from symcause.families.linear.report.page.episode_view import trajectory_view
from symcause.families.linear.report.page.problem_view import View, problem_view
from symcause.families.linear.report.page.run_view import told_run


def view(document: Document, problem: LinearProblem) -> View | None:
    """Everything that the page of one problem shows; None for what is told, not drawn."""
    if isinstance(document, LinearCheck):
        return check_view(document, problem)
    if not isinstance(document, LinearAudit):
        return None
    if not isinstance(document.runs, UnsetType):
        named = str(document.problem)
        views = [told_run(run, named, "LOGS/").view() for run in document.runs]
        return {"views": views} if views else None
    if isinstance(document.steps, UnsetType):
        return problem_view(document, problem)
    return trajectory_view(document, problem)
