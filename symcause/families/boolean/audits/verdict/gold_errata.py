"""Errata of Boolean problems: gold that does not explain the evidence, or is not the only one that does.

A task that asks for an alternative to a reference is the other way round: it is ill-posed if there is none.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from symcause.audits.errata import Erratum, of_verdict
from symcause.audits.verdicts import Verdict
from symcause.families.boolean.documents.audit_document import BooleanAudit, GoldPart
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.number_phrases import plural


def erratum(problem: BooleanProblem, document: BooleanAudit) -> Erratum | None:
    """What the verdict says about stored gold; None without gold."""
    if document.gold is None:
        return None
    found = _found(problem, document, dict(document.gold.mechanisms))
    return None if found is None else replace(found, **_shown(document, document.gold))


def _found(
    problem: BooleanProblem, document: BooleanAudit, stored: dict[str, str]
) -> Erratum | None:
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


def _shown(document: BooleanAudit, gold: GoldPart) -> dict[str, Any]:
    """What is the matter with gold, or other models by the mechanisms in which they differ from it."""
    if gold.illegal is not None:
        return {"caption": "gold is illegal", "shown": (gold.illegal,)}
    if not gold.train_exact and gold.disturbed:
        cells = plural(gold.disturbed, "training cell")
        return {"caption": "gold replayed", "shown": (f"{cells} come out otherwise than shown",)}
    if not document.alternatives:
        return {}
    told = tuple(
        "; ".join(f"{name} = {other.mechanisms.get(name, 'a root')}" for name in other.changed)
        for other in document.alternatives
    )
    return {"caption": "other models that explain the evidence, where they differ", "shown": told}
