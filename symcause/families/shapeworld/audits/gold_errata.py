"""Errata of ShapeWorld problems: keys that their own log refutes, and worlds that do not show it.

A log that leaves its question open says something about whoever acted, not about the key: it is none.
"""

from __future__ import annotations

from symcause.audits.errata import Erratum, Kind
from symcause.families.shapeworld.documents.audit_document import ShapeWorldAudit
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.verdict_kinds import Verdict

_KINDS: dict[str, Kind] = {
    str(Verdict.INVALID): "wrong",
    str(Verdict.OUTSIDE): "ill-posed",
    str(Verdict.INCONSISTENT): "inconsistent",
}


def erratum(problem: ShapeWorldProblem, document: ShapeWorldAudit) -> Erratum | None:
    """What the log says about the stored key; None without a key."""
    if document.truth is None:
        return None
    kind = "wrong" if document.contradicts_key else _KINDS.get(str(document.verdict))
    if kind is None:
        return None
    return Erratum(
        item=problem.id,
        stored=document.truth,
        derived=document.verdict,
        kind=kind,
        cause="the log contradicts the key" if document.contradicts_key else None,
        reason=document.sentence,
    )
