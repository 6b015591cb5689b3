"""Errata of scenarios: claims that are false, and thresholds that nobody or everybody reaches."""

from __future__ import annotations

from symcause.audits.errata import Erratum
from symcause.families.scenario.documents.question_documents import ScenarioAudit
from symcause.families.scenario.problem.problem import ScenarioProblem

_THRESHOLDS = ("unreachable", "trivial", "threshold-off", "invalid")


def erratum(problem: ScenarioProblem, document: ScenarioAudit) -> Erratum | None:
    """What the audit says about claims and threshold; None where there are none, or all is well."""
    false = [claim for claim in document.claims if claim.status == "false"]
    off = document.verdict in _THRESHOLDS
    if not false and not off:
        return None
    value = "" if document.threshold is None else f" {document.threshold.value}"
    claimed = [f"{claim.kind} {claim.id}" for claim in false]
    return Erratum(
        item=problem.id,
        stored=[*([f"threshold{value}"] if off else []), *claimed],
        derived=[*([document.verdict] if off else []), *(["false"] if false else [])],
        kind="wrong" if false else "ill-posed",
        reason=document.sentence,
        caption="claims that are false" if false else None,
        shown=tuple(claimed),
    )
