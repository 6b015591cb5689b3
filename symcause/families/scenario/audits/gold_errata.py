"""Errata of scenarios: claims that are false, and thresholds that nobody or everybody reaches."""

from __future__ import annotations

from fractions import Fraction

from symcause.audits.errata import Erratum
from symcause.families.scenario.audits.audit_sentences import share
from symcause.families.scenario.documents.question_documents import ClaimPart, ScenarioAudit
from symcause.families.scenario.models.rational_intervals import Interval
from symcause.families.scenario.problem.problem import ScenarioProblem

_THRESHOLDS = ("unreachable", "trivial", "threshold-off", "invalid")


def erratum(problem: ScenarioProblem, document: ScenarioAudit) -> Erratum | None:
    """What the audit says about claims and threshold; None where there are none, or all is well."""
    false = [claim for claim in document.claims if claim.status == "false"]
    off = document.verdict in _THRESHOLDS
    if not false and not off:
        return None
    value = "" if document.threshold is None else f" {document.threshold.value}"
    return Erratum(
        item=problem.id,
        stored=[*([f"threshold{value}"] if off else []), *map(_name, false)],
        derived=[*([document.verdict] if off else []), *(["false"] if false else [])],
        kind="wrong" if false else "ill-posed",
        reason=document.sentence,
        caption="claims that are false" if false else None,
        shown=tuple(_name(claim) + _worth(claim, problem) for claim in false),
    )


def _name(claim: ClaimPart) -> str:
    """A claim in a word or two; the best design has no name of its own."""
    return claim.kind if claim.kind == claim.id else f"{claim.kind} {claim.id}"


def _worth(claim: ClaimPart, problem: ScenarioProblem) -> str:
    """What the design that is claimed to be best is worth; a claim may leave out what is as by default."""
    if claim.value is None:
        return ""
    ends = Interval(Fraction(claim.value.low), Fraction(claim.value.high))
    whole = set(problem.claims.optimum or ()) >= set(problem.design)
    rest = "" if whole else ", all else as by default,"
    return f": the design that is claimed to be best{rest} has a value of {share(ends)}"
