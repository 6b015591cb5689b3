"""The episode story: a linear log, its answer first, then step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UnsetType

from symcause.audits.story import Block, Grid, Right, Section
from symcause.families.linear.documents.audit_document import LinearAudit
from symcause.families.linear.documents.target_part import ReactorPart
from symcause.families.linear.documents.trajectory_part import (
    CommitmentPart,
    InterventionPart,
    StepPart,
)
from symcause.models.number_phrases import number_of, plural, upper, yes_no
from symcause.models.prose.intervention_text import done_words

_NONE = "–"

_SUPPORT = {
    "justified": "justified: every model that explains the evidence agrees with it",
    "refuted": "refuted: no model that explains the evidence agrees with it",
    "unsupported": "unsupported: some models that explain the evidence agree with it, others do not",
}


def told_target(target: ReactorPart) -> str:
    """The reactor's target as far as it is known: a number where it is entailed."""
    if target.entailed and target.low == target.high:
        return f"{target.low}, entailed"
    if target.low is None and target.high is None:
        return "any number, not entailed"
    low, high = target.low or "below any number", target.high or "above any number"
    return f"between {low} and {high}, {'entailed' if target.entailed else 'not entailed'}"


def episode_sections(document: LinearAudit) -> Iterator[Section]:
    """The answer, what the interventions brought, and every step."""
    if isinstance(document.steps, UnsetType):
        return
    answer = tuple(_answer(document))
    if answer:
        yield Section("Answer", answer)
    if document.interventions:
        yield Section("Interventions", (_interventions(document.interventions),))
    if document.steps:
        yield Section("Episode, step by step", (_steps(document.steps), *_remarks(document)))


def _answer(document: LinearAudit) -> Iterator[Block]:
    if document.target.entailed is not None:
        yield f"  the reactor's target is {told_target(document.target)} by the evidence noted"
    if isinstance(document.answer, str):
        verdict = (
            ": right" if document.right is True else ": wrong" if document.right is False else ""
        )
        truth = f" (the truth is {document.truth})" if isinstance(document.truth, str) else ""
        yield f"  the agent answered {document.answer}{verdict}{truth}"
        if document.support in _SUPPORT:
            lucky = " It was right by luck." if document.lucky is True else ""
            yield f"  {_SUPPORT[document.support]}.{lucky}"
    if isinstance(document.decided_at, int):
        after = ""
        if isinstance(document.surplus, int) and document.surplus:
            after = f"; {plural(document.surplus, 'intervention')} after that"
        yield f"  the evidence was enough from step {document.decided_at} on{after}"
    commitment = document.commitment
    if commitment and not isinstance(commitment, UnsetType) and commitment.premature:
        reasons = "; ".join(commitment.reasons)
        words = commitment_words(document, commitment)
        yield f"  {words[0].lower()}{words[1:]}: {reasons}"


def commitment_words(document: LinearAudit, commitment: CommitmentPart) -> str:
    """What was wrong with committing: too little evidence, or a wrong answer to enough of it."""
    settled = document.decided_at
    if isinstance(settled, int) and settled <= commitment.step:
        return f"Wrong at step {commitment.step}, although the evidence was enough from step {settled} on"
    return f"Committed too early, at step {commitment.step}"


_HARDLY = 0.05  # bits that are none
_TEN = 3.33  # bits that are ten times as many

BROUGHT = (
    "intervention",
    Right("graphs before"),
    Right("after"),
    "best worst case then",
    "in hindsight",
)
"""What :func:`brought_rows` tells."""


def brought_rows(brought: Sequence[InterventionPart]) -> tuple[tuple[str, ...], ...]:
    """What every intervention brought, and what else was to be had."""
    return tuple(
        (
            done_words(intervention.intervention),
            number_of(intervention.graphs_before, "unknown"),
            number_of(intervention.graphs_after, "unknown"),
            _advice(intervention),
            _better(intervention),
        )
        for intervention in brought
    )


def told_regret(document: LinearAudit) -> str | None:
    """The regret over all interventions, as far as it is known."""
    if not document.interventions:
        return None
    known, ends = document.regret, (document.regret_low, document.regret_high)
    low, high = (known, known) if isinstance(known, float) else ends
    if not isinstance(low, float) or not isinstance(high, float):
        return None
    bits = f"{low:.1f}" if low == high else f"{low:.1f} to {high:.1f}"
    return f"the interventions left {_as_many(low, high)} (regret: {bits} bits)"


def _as_many(low: float, high: float) -> str:
    """How many graphs were left, in words: 2 to the regret times what the best choices promise."""
    best = "the best choices would have left at worst"
    if max(abs(low), abs(high)) < _HARDLY:
        return f"as many graphs as {best}"
    if low >= 0:
        return f"{_times(low, high)} as many graphs as {best}"
    if high <= 0:
        return f"{_times(-high, -low)} fewer graphs than {best}: luck"
    return f"between {_times(-low, -low)} fewer and {_times(high, high)} as many graphs as {best}"


def _times(low: float, high: float) -> str:
    """Bits as factors."""
    few, many = (
        f"{2**x:.0f}" if x > _TEN else f"{2**x:.1f}".removesuffix(".0") for x in (low, high)
    )
    return f"{few} times" if few == many else f"{few} to {many} times"


def _interventions(brought: Sequence[InterventionPart]) -> Grid:
    return Grid.of(BROUGHT, brought_rows(brought))


def _advice(found: InterventionPart) -> str:
    """The best that could be known at the time."""
    advised = found.advised
    if advised is None:
        return ""
    proven = "" if advised.worst == advised.at_least else " (a bound)"
    return f"{done_words(advised.intervention)} leaves at most {upper(advised.worst)}{proven}"


def _better(found: InterventionPart) -> str:
    """What else would have been possible."""
    text = "nothing learnt" if found.wasted else ""
    best, after = found.best, found.graphs_after
    if best is None or after is None or best.graphs >= after:
        return text or ("as good as any" if best is not None else "")
    better = f"{done_words(best.intervention)} would have left {plural(best.graphs, 'graph')}"
    return f"{text}; {better}" if text else better


def _steps(steps: Sequence[StepPart]) -> Grid:
    rows = tuple(
        (
            str(step.step),
            step.experiment or (f"answer {step.prediction}" if step.prediction else ""),
            str(step.interventions),
            number_of(step.graphs, "unknown"),
            str(step.imec or _NONE),
            yes_no(step.target.entailed, _NONE),
            yes_no(step.fits, _NONE),
            _NONE if step.metrics is None else f"{step.metrics.edge_f1:.3f}",
            step.error or "",
        )
        for step in steps
    )
    columns = (
        *(Right("step"), "submitted", *map(Right, ("interventions", "graphs", "IMEC"))),
        *("entailed", "fits", Right("edge F1"), "record"),
    )
    return Grid.of(columns, rows)


def _remarks(document: LinearAudit) -> Iterator[Block]:
    """Notes that are no evidence, keys that nobody knows, interventions that brought nothing."""
    for step in document.steps or ():
        for remark in step.remarks:
            yield f"  step {step.step}: {remark}"
    interventions = document.interventions or ()
    wasted = sum(intervention.wasted for intervention in interventions)
    if wasted:
        yield f"  {wasted} of {len(interventions)} interventions settled nothing new"
    if regret := told_regret(document):
        yield f"  {regret}"
