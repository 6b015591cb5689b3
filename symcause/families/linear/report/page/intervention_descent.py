"""The descent on a linear page: graphs left after every intervention of a log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import log2

from symcause.episodes.judgement.outcome_sentences import balance, fortune
from symcause.families.linear.documents.audit_document import LinearAudit
from symcause.families.linear.documents.trajectory_part import InterventionPart
from symcause.models.number_phrases import number_of, plural
from symcause.models.prose.intervention_text import done_words
from symcause.reports.figures.steps.space_descent import Descent, Moment
from symcause.reports.figures.steps.step_columns import Column


def told_evidence(document: LinearAudit) -> str:
    """When the evidence settled the question, and how well the interventions were chosen."""
    texts = ["The evidence noted never settles the question."]
    if isinstance(document.decided_at, int):
        more = document.surplus if isinstance(document.surplus, int) else 0
        tail = f"; {plural(more, 'more intervention')} followed" if more else ""
        texts = [f"The evidence was enough from step {document.decided_at} on{tail}."]
    elif document.target.entailed is None:
        texts = []
    ends = (document.regret_low, document.regret_high)
    low, high = (end if isinstance(end, float) else None for end in ends)
    fate = fortune(low, high) if document.interventions else None
    if fate is None:
        return " ".join(texts)
    parts = balance(one.regret for one in document.interventions or ())
    return " ".join([*texts, f"Its interventions were {fate}{parts}."])


def descent_of(document: LinearAudit) -> Descent:
    """Graphs left after every intervention, against the best that could be known at the time."""
    steps, at = document.steps or (), document.decided_at
    enough = [step.interventions for step in steps if isinstance(at, int) and step.step == at]
    first = steps[0].graphs if steps else None
    return Descent(
        moments_of(document.interventions or (), first), "graphs", enough[0] if enough else None
    )


def moments_of(brought: Sequence[InterventionPart], first: int | None = None) -> list[Moment]:
    """The start and every intervention; *first* are the graphs where there is none."""
    start = brought[0].graphs_before if brought else first
    return [_moment("start", start), *(_intervened(intervention) for intervention in brought)]


def _moment(action: str, graphs: int | None) -> Moment:
    left = None if not graphs else (log2(graphs), log2(graphs))
    text = f"{action}: {number_of(graphs, 'an unknown number of')} graphs left"
    count = None if graphs is None else number_of(graphs)
    return Moment(Column(action, text), left, count, empty=graphs == 0)


def _intervened(found: InterventionPart) -> Moment:
    moment, advised = _moment(done_words(found.intervention), found.graphs_after), found.advised
    if advised is None or not advised.worst or not advised.at_least:
        return moment
    return replace(moment, best=(log2(advised.at_least), log2(advised.worst)))
