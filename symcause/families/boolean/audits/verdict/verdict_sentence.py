"""The verdict about a Boolean space in one sentence."""

from __future__ import annotations

from symcause.audits.verdicts import Verdict
from symcause.families.boolean.documents.scope_part import aside
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.models.number_phrases import whole


def sentence(
    verdict: Verdict, count: int | None, hypotheses: HypothesisClass, identity: str | None = None
) -> str:
    """The verdict in one sentence."""
    scope = f"in the class: {hypotheses}"
    alike = aside(identity)
    if verdict is Verdict.UNIQUE:
        return f"Exactly one model{alike} explains the training worlds {scope}."
    if verdict is Verdict.AMBIGUOUS:
        number = f"{'More than one' if count is None else whole(count)} model{'s' * bool(count)}"
        verb = "explains" if count is None else "explain"
        return f"{number}{alike} {verb} the training worlds {scope}."
    if verdict is Verdict.GOLD_OUTSIDE:
        few = (
            "no model of the class explains them",
            "one model of the class explains them instead",
        )
        if count is None:
            rest = "how many models of the class explain them is not known"
        else:
            rest = few[count] if count < 2 else f"{whole(count)} models of the class explain them"
        return f"Gold explains the training worlds but is not {scope}; {rest}."
    if verdict is Verdict.INCONSISTENT:
        return f"No model explains the training worlds {scope}."
    if verdict is Verdict.INVALID:
        return "Gold is illegal or does not replay the training worlds."
    return f"Not settled {scope}."
