"""The verdict about a Boolean space in one sentence."""

from __future__ import annotations

from symcause.audits.verdicts import WORDS, Verdict
from symcause.families.boolean.documents.scope_part import aside
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.models.number_phrases import whole


def sentence(
    verdict: Verdict, count: int | None, hypotheses: HypothesisClass, identity: str | None = None
) -> str:
    """The verdict in one sentence."""
    alike = aside(identity)
    number = f"{'More than one' if count is None else whole(count)} model{'s' * bool(count)}"
    return WORDS[verdict].sentence.format(
        one=f"model{alike}",
        any="model",
        several=f"{number}{alike}",
        explain="explains" if count is None else "explain",
        evidence="the training worlds",
        fit="replay",
        scope=f" in the class: {hypotheses}",
        rest=f"; {_members(count)}" if verdict is Verdict.GOLD_OUTSIDE else "",
    )


def _members(count: int | None) -> str:
    """How many members there are beside gold, which is none of them."""
    few = ("no model of the class explains them", "one model of the class explains them instead")
    if count is None:
        return "how many models of the class explain them is not known"
    return few[count] if count < 2 else f"{whole(count)} models of the class explain them"
