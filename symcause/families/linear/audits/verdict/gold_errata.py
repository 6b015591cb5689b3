"""Gold errata in the verdict of a linear audit: gold that does not fit, or is not the only graph."""

from __future__ import annotations

from itertools import islice

from msgspec.structs import replace

from symcause.audits.errata import Erratum, of_verdict
from symcause.families.linear.audits.verdict.gold_check import gold_faults
from symcause.families.linear.bounds import SHOWN_FAULTS
from symcause.families.linear.documents.audit_document import LinearAudit
from symcause.families.linear.problem.problem import LinearProblem


def erratum(problem: LinearProblem, document: LinearAudit) -> Erratum | None:
    """The erratum that the verdict means for stored gold; None without gold."""
    if problem.gold is None:
        return None
    stored = {name: str(equation) for name, equation in problem.gold.equations.items()}
    found = of_verdict(document.verdict, problem.id, stored, document.sentence)
    if found is None:
        return None
    if document.gold is not None:
        faults = tuple(islice(gold_faults(problem, document.gold), SHOWN_FAULTS))
        if faults:
            return replace(found, caption="what is wrong with gold, at first", shown=faults)
    if not document.alternatives:
        return found
    texts = tuple(
        "; ".join(f"{name} = {right}" for name, right in other.equations.items())
        for other in document.alternatives
    )
    return replace(found, caption="other models that explain the evidence", shown=texts)
