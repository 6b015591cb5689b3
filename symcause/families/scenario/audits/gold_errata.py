"""Errata of scenarios: claims that are false, and thresholds that nobody or everybody reaches."""

from __future__ import annotations

from symcause.audits.errata import Erratum
from symcause.families.scenario.documents.question_documents import ScenarioAudit
from symcause.families.scenario.problem.problem import ScenarioProblem

_THRESHOLDS = ("unreachable", "trivial", "off", "invalid")


def erratum(problem: ScenarioProblem, document: ScenarioAudit) -> Erratum | None:
    """What the audit says about claims and threshold; None where there are none, or all is well."""
    false = [claim for claim in document.claims if claim.status == "false"]
    shown = tuple(f"{claim.kind} {claim.id}: false" for claim in false)
    if false:
        return Erratum(
            item=problem.id,
            stored=[claim.id for claim in false],
            derived="false",
            kind="wrong",
            reason=document.sentence,
            shown=shown,
        )
    if document.verdict not in _THRESHOLDS:
        return None
    return Erratum(
        item=problem.id,
        stored="threshold"
        if document.threshold is None
        else f"threshold {document.threshold.value}",
        derived=document.verdict,
        kind="ill-posed",
        reason=document.sentence,
    )
