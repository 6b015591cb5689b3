"""Gold errata in scenario audits: false claims, and thresholds that nobody or everybody reaches.

An item is called ``wrong`` only if a claim is false in every reading that its files leave open, and
``reading`` where one of them makes right what is stored.
"""

from __future__ import annotations

from fractions import Fraction

from symcause.audits.errata import Basis, Erratum, Kind, Reading
from symcause.families.scenario.audits.audit_sentences import share
from symcause.families.scenario.audits.claimed.claim_findings import OPTIMUM, STRATEGY, SURVIVAL
from symcause.families.scenario.audits.claimed.erratum_readings import (
    Complaint,
    claim_complaints,
    threshold_complaint,
)
from symcause.families.scenario.documents.question_documents import Bounds, ClaimPart, ScenarioAudit
from symcause.families.scenario.models.rational_intervals import Interval
from symcause.families.scenario.problem.problem import ScenarioProblem


def erratum(problem: ScenarioProblem, document: ScenarioAudit) -> Erratum | None:
    """The erratum about claims and threshold; None where there are none, or all is well."""
    threshold = threshold_complaint(problem, document)
    complaints = [] if threshold is None else [threshold]
    complaints += claim_complaints(problem, document)
    if not complaints:
        return None
    false = [claim for claim in document.claims if claim.status == "false"]
    claims = false or [claim for claim in document.claims if claim.kind == STRATEGY]
    source = problem.claims.sources.get("gap")
    quoted = ""
    if document.verdict == "threshold-off" and source is not None:
        quoted = f' The gap is claimed in {source.place}: "{source.text}".'
    return Erratum(
        item=problem.id,
        stored=[complaint.stored for complaint in complaints],
        derived=list(dict.fromkeys(complaint.derived for complaint in complaints)),
        kind=_kind(complaints),
        reason=f"{document.sentence}{quoted}" if quoted else document.sentence,
        caption="claims that are false" if false else "what is called optimal" if claims else None,
        shown=tuple(_shown(claim, problem) for claim in claims),
        basis=Basis(
            proved=document.sentence or "",
            readings=_readings(complaints),
            unless=_unless(problem, complaints),
        ),
    )


def _kind(found: list[Complaint]) -> Kind:
    if all(complaint.refuted for complaint in found):
        return "wrong" if any(not complaint.threshold for complaint in found) else "ill-posed"
    if any(complaint.threshold and not complaint.right for complaint in found):
        return "ill-posed"
    return "reading"


def _readings(found: list[Complaint]) -> tuple[Reading, ...]:
    """All of them, each once; where several things are stored, a reading says of which it is."""
    listed = [
        Reading(
            name=reading.name if len(found) == 1 else f"{complaint.about}: {reading.name}",
            right=reading.right,
        )
        for complaint in found
        for reading in complaint.readings
    ]
    return tuple(dict.fromkeys(listed))


def _unless(problem: ScenarioProblem, found: list[Complaint]) -> str | None:
    told = [complaint.unless for complaint in found if complaint.unless is not None]
    if problem.server is not None and any(
        "as they are written" in r.name for r in _readings(found)
    ):
        told += problem.server.unread
    return "; ".join(told) or None


def _shown(claim: ClaimPart, problem: ScenarioProblem) -> str:
    name = claim.kind if claim.kind == claim.id else f"{claim.kind} {claim.id}"
    return f"{name}{_worth(claim, problem)}"


def _worth(claim: ClaimPart, problem: ScenarioProblem) -> str:
    """What the design or the strategy is worth that is claimed to be best."""
    if claim.value is None:
        return ""
    if claim.kind == OPTIMUM:
        whole = set(problem.claims.optimum or ()) >= set(problem.design)
        rest = "" if whole else ", all else as by default,"
        return f": the design that is claimed to be best{rest} has a value of {_share(claim.value)}"
    who = "the file" if problem.server is None else "the release"
    where = "" if claim.text is None else f' ("{claim.text}", {claim.place})'
    outside = "" if claim.in_space else " (which is outside the declared space)"
    text = (
        f": the strategy that {who} calls optimal{where}, completed by defaults{outside}, is worth "
        f"{_share(claim.value)}"
    )
    if claim.kind == SURVIVAL and claim.stated is not None:
        text += f", where {_share(claim.stated)} is stated"
    if claim.completions is not None and Fraction(claim.completions.high) < 1:
        text += f"; no declared completion is worth more than {_share(_upper(claim.completions))}"
    return text


def _upper(known: Bounds) -> Bounds:
    return Bounds(low=known.high, high=known.high)


def _share(known: Bounds) -> str:
    return share(Interval(Fraction(known.low), Fraction(known.high)))
