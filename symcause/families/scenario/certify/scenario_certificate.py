"""The scenario certificate, to certify for the kernel what an audit found."""

from __future__ import annotations

from symcause.answers import Unknown
from symcause.audits.certificate_acceptance import Accepted, accepted
from symcause.errors import SymcauseError
from symcause.families.scenario.documents.question_documents import (
    Bounds,
    OptimumPart,
    ScenarioAudit,
    TrapPart,
)
from symcause.families.scenario.problem.fingerprint import fingerprint
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.kernel.envelope import write_envelope
from symcause.models.exact_numbers import MAX_DIGITS, read_number

NOT_LISTED = "there are certificates of the declared space only: the accepted one has no end"


def certificate(problem: ScenarioProblem, document: ScenarioAudit) -> Accepted | Unknown:
    """The certificate, after the kernel's word about it; or why there is none."""
    made = _made(problem, document)
    return made if isinstance(made, Unknown) else accepted(problem, made)


def _made(problem: ScenarioProblem, document: ScenarioAudit) -> dict[str, object] | Unknown:
    best, standing = document.optimum, document.threshold
    if document.space != "declared":
        return Unknown(NOT_LISTED)
    if document.exactness != "rational" and document.verdict != "invalid":
        return _bounded(problem, document)
    if best is None or not best.exact or standing is None or document.verdict == "invalid":
        return Unknown(document.reason or "there is no exact optimum")
    value = _in_full(problem, best)
    if value is None:  # longer than the kernel reads: bounds are shorter
        return _bounded(problem, document)
    traps: dict[str, object] = {}
    for name in problem.claims.traps:
        part = document.traps.get(name)
        trap = None if part is None else _trap(part)
        if trap is None:
            return Unknown(f"the trap on {name} is not exact")
        traps[name] = trap
    claim = {
        "name": "scenario",
        "optimum": {"design": best.design, "low": value, "upper": value},
        "threshold": {"status": standing.status, "by": standing.by},
        "traps": traps,
    }
    body = {
        "space": document.space,
        "stage": document.stage,
        "claim": claim,
        "evidence": {"kind": "finite"},
    }
    return write_envelope("scenario", fingerprint(problem), problem.id, body)


def _bounded(problem: ScenarioProblem, document: ScenarioAudit) -> dict[str, object] | Unknown:
    from symcause.families.scenario.certify.bound_certificate import Certifier

    return Certifier(problem, document).certificate()


def _in_full(problem: ScenarioProblem, best: OptimumPart) -> str | None:
    """The exact value of the best design: documents round a long one. None if the kernel reads no such."""
    if best.low == best.upper and readable(best.low):
        return best.low
    from symcause.families.scenario.certify.bound_certificate import design_of
    from symcause.families.scenario.value.valuer import Valuer

    value = Valuer(problem).value(design_of(best)).low
    short = sum(part.bit_length() for part in value.as_integer_ratio()) <= 4 * MAX_DIGITS
    return str(value) if short and readable(str(value)) else None


def readable(text: str) -> bool:
    """Does the kernel read this number?"""
    try:
        read_number(text)
    except SymcauseError:
        return False
    return True


def _trap(part: TrapPart) -> dict[str, object] | None:
    """A trap in exact numbers; None if it has none."""
    if part.status == "undefined":
        return {"status": "undefined", "pair": None, "association": None, "effect": None}
    seen, real = _exact(part.association), _exact(part.effect)
    if seen is None or real is None or part.pair is None:
        return None
    return {"status": part.status, "pair": list(part.pair), "association": seen, "effect": real}


def _exact(bounds: Bounds | None) -> str | None:
    if bounds is None or bounds.low != bounds.high or not readable(bounds.low):
        return None
    return bounds.low
