"""Questions as tests ask them, with the type of their documents."""

from __future__ import annotations

from symcause.audits.question import ask
from symcause.families.boolean.documents.audit_document import BooleanAudit
from symcause.families.boolean.problem.problem import BooleanProblem


def audited(problem: object, **options: object) -> BooleanAudit:
    """The audit of a Boolean problem."""
    assert isinstance(problem, BooleanProblem)
    found = ask("audit", problem, **options)
    assert isinstance(found, BooleanAudit)
    return found
