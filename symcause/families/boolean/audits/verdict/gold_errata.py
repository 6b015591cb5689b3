"""Errata of Boolean problems: gold that does not explain the evidence, or is not the only one that does."""

from __future__ import annotations

from symcause.audits.errata import Erratum, of_verdict
from symcause.families.boolean.documents.audit_document import BooleanAudit
from symcause.families.boolean.problem.problem import BooleanProblem


def erratum(problem: BooleanProblem, document: BooleanAudit) -> Erratum | None:
    """What the verdict says about stored gold; None without gold."""
    if document.gold is None:
        return None
    stored = dict(document.gold.mechanisms)
    return of_verdict(document.verdict, problem.id, stored, document.sentence)
