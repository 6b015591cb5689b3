"""The certificate of an audit: optimum, threshold and claimed traps, for the kernel to check."""

from __future__ import annotations

from symcause.answers import Unknown
from symcause.families.scenario.documents.answers import Bounds, ScenarioAudit, TrapPart
from symcause.families.scenario.problem.canonical import fingerprint
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.kernel.envelope import write_envelope

NOT_LISTED = "there are certificates of the declared space only: the accepted one has no end"


def certificate(problem: ScenarioProblem, document: ScenarioAudit) -> dict[str, object] | Unknown:
    """The certificate, or why there is none."""
    best, standing = document.optimum, document.threshold
    if document.space != "declared":
        return Unknown(NOT_LISTED)
    if document.exactness != "rational" and document.verdict != "invalid":
        from symcause.families.scenario.certify.bounded import SECONDS, Certifier

        return Certifier(problem, document, SECONDS).made()
    if best is None or not best.exact or standing is None or document.verdict == "invalid":
        return Unknown(document.reason or "there is no exact optimum")
    traps: dict[str, object] = {}
    for name in problem.claims.traps:
        part = document.traps.get(name)
        told = None if part is None else _trap(part)
        if told is None:
            return Unknown(f"the trap on {name} is not exact")
        traps[name] = told
    claim = {
        "name": "scenario",
        "optimum": {"design": best.design, "low": best.low, "upper": best.upper},
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


def _trap(part: TrapPart) -> dict[str, object] | None:
    """A trap in exact numbers; None if it has none."""
    if part.status == "undefined":
        return {"status": "undefined", "pair": None, "association": None, "effect": None}
    seen, real = _exact(part.association), _exact(part.effect)
    if seen is None or real is None or part.pair is None:
        return None
    return {"status": part.status, "pair": list(part.pair), "association": seen, "effect": real}


def _exact(bounds: Bounds | None) -> str | None:
    return bounds.low if bounds is not None and bounds.low == bounds.high else None
