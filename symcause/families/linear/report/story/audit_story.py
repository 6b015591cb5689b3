"""The audit story of a linear report: the verdict, why it holds, and what to do."""

from __future__ import annotations

from collections.abc import Iterator

from symcause.audits.of_space.query_parts import heldout_sections
from symcause.audits.story import Block, Grid, Right, Section, Story
from symcause.audits.verdicts import Verdict, in_short
from symcause.families.linear.documents.audit_document import LinearAudit, MemberPart, MisfitPart
from symcause.families.linear.report.story.episode_story import episode_sections, told_target
from symcause.families.linear.report.story.evidence_places import readings
from symcause.families.linear.report.story.runs_story import runs_sections
from symcause.families.linear.report.story.verdict_phrases import audit_facts, next_steps
from symcause.models.number_phrases import joined_names, number_of, plural, whole
from symcause.models.prose.intervention_text import intervention_text

_TOLD = {True: "would", False: "would not", None: "may or may not"}


def audit_story(document: LinearAudit) -> Story:
    """The verdict, what it rests on, and what to do next."""
    title = f"{document.problem} · {document.setting} · {document.semantics}"
    if document.verdict is None:  # a folder of logs, and no evidence but theirs
        sections, steps = tuple(_sections(document)), tuple(next_steps(document))
        return Story(title, document.sentence, sections=sections, steps=steps)
    verdict = Verdict(document.verdict)
    return Story(
        title,
        document.sentence,
        str(verdict),
        verdict.tone,
        tuple(audit_facts(document)),
        tuple(_notes(document)),
        tuple(_sections(document)),
        tuple(next_steps(document)),
        in_short(verdict, document.graphs, "graph"),
    )


def _notes(document: LinearAudit) -> Iterator[str]:
    if document.reason:
        yield f"why: {document.reason}"
    if document.models is not None:
        yield f"{whole(document.models)} models with integer coefficients"


def _sections(document: LinearAudit) -> Iterator[Section]:
    yield from runs_sections(document)
    yield from episode_sections(document)
    if document.edges and set(document.edges.values()) != {"never"}:
        yield Section("Edges", tuple(_edges(document)))
    target = document.target
    if target.entailed is not None:
        yield Section("Reactor", (f"  its target is {told_target(target)} by the evidence",))
    yield from heldout_sections(document.heldout, ())
    if document.profile:
        rows = tuple(
            (f"at most {plural(e.max_parents, 'parent')}", number_of(e.count, "unknown"))
            for e in document.profile
        )
        title = "Profile: how many graphs explain the evidence, by class"
        yield Section(title, (Grid.of(("class", Right("graphs")), rows),))
    if document.alternatives:
        yield Section("Another explanation", tuple(_alternative(document.alternatives[0])))
    if document.misfit is not None:
        yield Section("Why nothing fits", tuple(_misfit(document.misfit)))
    if document.certificate_reason:
        yield Section("Certificate", (f"  none: {document.certificate_reason}",))


def _edges(document: LinearAudit) -> Iterator[Block]:
    for status, label in (("always", "in every graph"), ("open", "in some graphs")):
        edges = [edge for edge, s in (document.edges or {}).items() if s == status]
        if edges:
            yield f"  {label}: {', '.join(edges)}"
    for edge, why in document.why.items():
        least = "" if not why.minimum else " alone" if len(why.rows) == 1 else ", no fewer would do"
        yield f"  {edge} is forced by {readings(why.rows)}{least}"


def _alternative(found: MemberPart) -> Iterator[Block]:
    for name, equation in found.equations.items():
        yield f"  {name} = {equation}"
    done = intervention_text(found.experiment.assignments)
    reads = ", ".join(f"{name} = {value}" for name, value in found.reads.items())
    yield f"  after {done} it reads {reads}"
    yield f"  of these {joined_names(found.changed)} would read otherwise in another graph"


def _misfit(misfit: MisfitPart) -> Iterator[Block]:
    conflict, hidden = misfit.conflict, misfit.hidden_disturbance
    if conflict is not None:
        size = "no fewer would do" if conflict.minimum else "perhaps fewer would do"
        yield f"  readings that cannot all hold: {readings(conflict.rows)} ({size})"
    if hidden is not None:
        text, many = _TOLD[hidden.explains], "values" if len(hidden.values) != 1 else "value"
        yield f"  a hidden disturbance with the {many} {joined_names(hidden.values)} {text} explain them"
    for name in misfit.explained_by:
        yield f"  they could be explained with “{name}”"
