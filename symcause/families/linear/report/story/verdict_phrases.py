"""Verdict phrases that linear story and page share: facts, remarks, next steps."""

from __future__ import annotations

from collections.abc import Iterator
from shlex import quote

from symcause.audits.verdicts import Verdict, headline
from symcause.families.linear.documents.audit_document import INDEPENDENT, LinearAudit
from symcause.families.linear.report.story.episode_story import told_target
from symcause.families.linear.report.story.evidence_places import readings
from symcause.models.number_phrases import fixed, joined_names, number_of, whole, yes_no
from symcause.models.prose.intervention_text import intervention_text

UNREAD = "is never read"
"""How the reason ends where no time would help."""


def audit_facts(document: LinearAudit) -> Iterator[tuple[str, str]]:
    """The figures beside the verdict, those that matter most first."""
    if document.target.entailed is not None:
        yield "reactor’s target", told_target(document.target)
    yield "graphs", number_of(document.graphs, "unknown")
    if document.models is not None:
        yield "models", whole(document.models)
    yield "separable", yes_no(document.separable)
    if document.gold is not None:
        member = document.gold.train_exact and document.gold.in_class
        yield "gold", "a member" if member else "no member"
    yield "class", str(document.scope)
    yield "family", f"{document.setting}, interventions by “{document.semantics}”"
    if document.seconds is not None:
        yield "time", f"{fixed(document.seconds, 2)} s"


def open_variables(document: LinearAudit) -> list[str]:
    """The variables whose causes differ between the graphs that are left."""
    if document.verdict != Verdict.AMBIGUOUS:
        return []
    edges = (document.edges or {}).items()
    return list(dict.fromkeys(e.partition("->")[2] for e, status in edges if status == "open"))


def page_sentence(document: LinearAudit) -> str:
    """What a page says under its headline, which has verdict and number: what is open."""
    if headline(document.verdict, document.graphs, "graph") is None:
        return document.sentence
    names = open_variables(document)
    return f"What causes {joined_names(names)} is open." if names else ""


def remarks(document: LinearAudit) -> Iterator[str]:
    """What a builder of the problem should read."""
    for reason in (document.reason, document.models_reason):
        if reason:
            yield f"Not everything is known: {reason}."
    misfit = document.misfit
    if misfit is None:
        return
    if misfit.conflict is not None:
        few = "; no fewer conflict" if misfit.conflict.minimum else ""
        yield f"Readings that conflict: {readings(misfit.conflict.rows)}{few}."
    hidden = misfit.hidden_disturbance
    if hidden is not None and hidden.explains and hidden.nodes:
        nodes = ", ".join(hidden.nodes)
        yield f"A hidden disturbance of {nodes} would explain the evidence."
    for assumption in misfit.explained_by:
        yield f"With “{assumption}” the evidence could be explained."


def _reading(document: LinearAudit) -> Iterator[str]:
    """How interventions were read, where that is known to make the difference."""
    misfit = document.misfit
    if misfit is not None and INDEPENDENT in misfit.explained_by:
        yield (
            f"the rows are read as one chain, each reading going on from the one before (semantics "
            f"{document.semantics}): if each is an experiment of its own, convert the table with "
            "--independent"
        )


def next_steps(document: LinearAudit) -> Iterator[str]:
    """What to do with this verdict."""
    if document.verdict == Verdict.AMBIGUOUS and document.alternatives:
        done = document.alternatives[0].experiment.assignments
        yield f"intervene: after {intervention_text(done)} two of the graphs that are left read differently"
    elif document.verdict == Verdict.INCONSISTENT:
        yield from _reading(document)
        yield "check the readings, or weaken the assumptions named above"
    elif document.verdict is None and document.runs:
        log = next((run.log for run in document.runs if run.error is None), None)
        if log is not None:
            yield f"audit one log by itself: symcause audit PROBLEM --log LOGS/{quote(log)}"
    elif document.verdict == Verdict.UNKNOWN and not (document.reason or "").endswith(UNREAD):
        yield "allow more time (--timeout) or a smaller class (--max-parents)"
