"""Next steps in the story of a Boolean audit: what to do about its verdict, with commands."""

from __future__ import annotations

from shlex import quote

from msgspec import UnsetType

from symcause.audits.verdicts import Verdict
from symcause.families.boolean.bounds import CELLS_PER_WRONG, FEW_WRONG_CELLS
from symcause.families.boolean.documents.audit_document import BooleanAudit
from symcause.models.number_phrases import joined_names, plural


def audit_steps(d: BooleanAudit, verdict: Verdict) -> list[str]:
    """What to do next."""
    if verdict is Verdict.UNIQUE:
        if d.certificate_file:
            return [f"have it re-checked: symcause verify PROBLEM {quote(d.certificate_file)}"]
        return [
            "keep the proof: symcause audit PROBLEM --certificate FILE",
            "have it re-checked: symcause verify PROBLEM FILE",
        ]
    if verdict is Verdict.AMBIGUOUS:
        return _more_evidence(d)
    if verdict is Verdict.GOLD_OUTSIDE:
        return [
            *_without_knowledge(d),
            "widen the class (--max-parents, --max-ast) until it holds gold",
        ]
    if verdict is Verdict.INCONSISTENT:
        return _another_class(d)
    if verdict is Verdict.INVALID:
        return [
            *_allowing(d),
            "see how many models do explain the rows: symcause count PROBLEM",
            "repair gold, or remove it to audit the evidence alone",
        ]
    return ["allow more time (--timeout), or ask about a smaller class (--max-parents K)"]


def _more_evidence(d: BooleanAudit) -> list[str]:
    steps = ["see other explanations: symcause alternatives PROBLEM --limit 10"]
    if d.gold is not None and d.unobserved is None:
        steps.insert(0, "strengthen the evidence: symcause disambiguate PROBLEM --out FILE")
    elif d.gold is None:
        steps = ["take the simplest explanation: symcause solve PROBLEM"]
    if d.separable is False:
        steps.append("set several variables together: symcause audit PROBLEM --targets 3")
    return steps


def _allowing(d: BooleanAudit) -> list[str]:
    """Where gold disturbs more cells than may be: as many as it does."""
    disturbed = None if d.gold is None or d.gold.illegal else d.gold.disturbed
    few = d.scope.noisy or ((disturbed or 0) <= FEW_WRONG_CELLS and _plausible(d, disturbed or 0))
    if not disturbed or not few or d.scope.allows(disturbed):
        return []
    return [f"{_allow(disturbed)}, as many as gold disturbs: {_with_errors(disturbed)}"]


def _plausible(d: BooleanAudit, wrong: int) -> bool:
    """May so many cells be wrong by accident? More than a tenth of them are no disturbance."""
    return isinstance(d.cells, UnsetType) or wrong * CELLS_PER_WRONG <= d.cells


def _allow(cells: int) -> str:
    return f"allow {plural(cells, 'disturbed cell')}"


def _with_errors(cells: int) -> str:
    return f"symcause audit PROBLEM --errors {cells}"


def _without_knowledge(d: BooleanAudit) -> list[str]:
    if not isinstance(d.scope.knowledge, dict) or not d.scope.knowledge:
        return []
    return ["ask without what is known beforehand: symcause audit PROBLEM --knowledge none"]


def root_question(d: BooleanAudit) -> list[str]:
    """Which variables may be roots that are not said to be."""
    if isinstance(d.other_roots, UnsetType):
        return []
    names, one = d.other_roots[0], len(d.other_roots[0]) == 1
    if len(d.other_roots) > 1:
        more = len(d.other_roots) - FEW_WRONG_CELLS
        told = [joined_names(names) for names in d.other_roots[:FEW_WRONG_CELLS]]
        sets = " or ".join([*told, *([f"{more} more"] if more > 0 else [])])
        text = f"is one more variable a root: {sets}? With any of them"
    elif not isinstance(d.conflict, UnsetType) and d.conflict.variable == names[-1]:
        text = f"{names[-1]} varies while everything else is equal: a root? Then"
    else:
        text = (
            f"{'is' if one else 'are'} {joined_names(names)} {'a root' if one else 'roots'}? Then"
        )
    return [f"{text} a model explains all rows (of a table: convert --roots, e.g. 'S*')"]


def _another_class(d: BooleanAudit) -> list[str]:
    """Where no model fits: cells that may be wrong, knowledge that may be, a class that is too small."""
    steps = []
    steps += root_question(d)
    if d.best is not None and not d.scope.allows(d.best.errors) and _plausible(d, d.best.errors):
        steps.append(f"{_allow(d.best.errors)}: {_with_errors(d.best.errors)}")
    steps += _without_knowledge(d)
    return [*steps, "check the rows, or widen the class (--max-parents, --max-ast)"]
