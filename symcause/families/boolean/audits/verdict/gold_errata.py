"""Errata of Boolean problems: gold that does not explain the evidence, or is not the only one that does.

A task that asks for an alternative to a reference is the other way round: it is ill-posed if there is none.
"""

from __future__ import annotations

from symcause.audits.errata import Erratum, of_verdict
from symcause.audits.verdicts import Verdict
from symcause.families.boolean.documents.audit_document import BooleanAudit
from symcause.families.boolean.problem.problem import BooleanProblem


def erratum(problem: BooleanProblem, document: BooleanAudit) -> Erratum | None:
    """What the verdict says about stored gold; None without gold."""
    if document.gold is None:
        return None
    stored = dict(document.gold.mechanisms)
    if problem.reference is None:
        return of_verdict(document.verdict, problem.id, stored, document.sentence)
    if document.verdict == Verdict.AMBIGUOUS:
        return None
    if document.verdict == Verdict.UNIQUE:
        told = "an alternative is asked for, and there is none"
        return Erratum(
            item=problem.id, stored=stored, derived=document.verdict, kind="ill-posed", reason=told
        )
    return of_verdict(document.verdict, problem.id, stored, document.sentence)
