"""The verdict about a linear problem, or about a folder of logs, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence

from symcause.audits.verdicts import WORDS, Verdict
from symcause.families.linear.documents.runs_part import RunPart
from symcause.families.linear.documents.scope_part import ClassPart
from symcause.models.number_phrases import plural, whole


def sentence(verdict: Verdict, graphs: int | None, scope: ClassPart) -> str:
    """The verdict in one sentence; *graphs* is how many there are."""
    number = "an unknown number of" if graphs is None else whole(graphs)
    return WORDS[verdict].sentence.format(
        one="graph",
        any="model",
        several=f"{number} graphs",
        explain="explain",
        evidence="the evidence",
        fit="explain",
        scope=f" in the class: {scope}",
        rest="",
    )


def told_runs(runs: Sequence[RunPart]) -> str:
    """The logs of a folder in one sentence."""
    if not runs:
        return "The folder has no log about this problem."
    answered = [run for run in runs if run.answer is not None]
    logs = f"{plural(len(runs), 'log')} of {plural(len({run.model for run in runs}), 'model')}"
    if not answered:
        return f"{logs}: none answers."
    right = sum(run.right is True for run in answered)
    kinds = ("justified", "unsupported", "refuted")
    support = ", ".join(f"{sum(run.support == kind for run in answered)} {kind}" for kind in kinds)
    return f"{logs}: {right} of {plural(len(answered), 'answer')} right; {support}."
