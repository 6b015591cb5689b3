"""Verdicts about a linear problem in one sentence."""

from __future__ import annotations

from symcause.audits.verdicts import Verdict
from symcause.audits.words import whole
from symcause.families.linear.documents.scope import ClassPart

_SENTENCES = {
    Verdict.UNIQUE: "Exactly one graph explains the evidence in the class: {scope}.",
    Verdict.AMBIGUOUS: "{number} graphs explain the evidence in the class: {scope}.",
    Verdict.GOLD_OUTSIDE: "Gold explains the evidence but is not in the class: {scope}.",
    Verdict.INCONSISTENT: "No model explains the evidence in the class: {scope}.",
    Verdict.INVALID: "Gold is illegal or does not explain the evidence.",
    Verdict.UNKNOWN: "Not settled in the class: {scope}.",
}


def sentence(verdict: Verdict, graphs: int | None, scope: ClassPart) -> str:
    """The verdict in one sentence; *graphs* is how many there are."""
    number = "an unknown number of" if graphs is None else whole(graphs)
    return _SENTENCES[verdict].format(number=number, scope=scope)
