"""The plan story: the next linear intervention, and plans of several."""

from __future__ import annotations

from collections.abc import Iterator

from symcause.audits.experiments.experiment_document import NextExperiment
from symcause.audits.experiments.next_advice import advice, tone, worst
from symcause.audits.story import Block, Grid, Line, Right, Section, Story, Tone
from symcause.families.linear.bounds import PLAN_BRANCHES
from symcause.families.linear.documents.disambiguation_document import (
    LinearDisambiguate,
    PolicyPart,
)
from symcause.families.linear.documents.next_document import LinearNext
from symcause.models.number_phrases import mean, number_of, plural
from symcause.models.prose.intervention_text import intervention_text


def next_story(document: LinearNext) -> Story:
    """What to do, and how many graphs each property would leave."""
    rows = tuple(
        (
            _done(experiment),
            worst(experiment),
            "–" if experiment.expected is None else mean(float(experiment.expected)),
            number_of(experiment.best_case, "–"),
            experiment.note or "",
        )
        for experiment in document.experiments
    )
    columns = ("intervention", Right("worst case"), Right("expected"), Right("best case"), "")
    table = Grid.of(columns, rows)
    return Story(
        f"{document.problem} · {document.setting} · {document.semantics}",
        advice(document, _done, "graph"),
        tone=tone(document),
        facts=(
            ("graphs now", number_of(document.count, "unknown")),
            ("class", str(document.scope)),
        ),
        sections=(Section("Graphs left by an intervention", (table,)),) if rows else (),
    )


def _done(found: NextExperiment) -> str:
    done = found.experiment["intervene"]
    assert isinstance(done, dict)
    return intervention_text(done)


def disambiguate_story(document: LinearDisambiguate) -> Story:
    """The plan, step by step, and why no shorter one does."""
    rows = tuple(
        (
            str(i),
            intervention_text(step.intervene),
            number_of(step.left, "not known before"),
            ", ".join(step.settles),
        )
        for i, step in enumerate(document.plan, 1)
    )
    sections: list[Section] = []
    if rows:
        table = Grid.of(("", "intervention", Right("graphs left"), "settles"), rows)
        sections.append(Section("Plan", (table,)))
    if isinstance(document.policy, PolicyPart):
        sections.append(Section("Adaptive plan", tuple(_branches(document.policy, 0))))
    return Story(
        f"{document.problem} · {document.setting} · {document.semantics}",
        _summary(document),
        tone=Tone.GOOD if document.count_after == 1 else Tone.SOME,
        facts=tuple(_facts(document)),
        notes=() if document.reason is None else (document.reason,),
        sections=tuple(sections),
    )


def _summary(document: LinearDisambiguate) -> str:
    if document.count_after is None:
        return "Whether interventions can leave one graph is not known."
    steps = plural(len(document.plan), "intervention")
    left = plural(document.count_after, "graph")
    fewer = "no fewer do" if document.minimal else f"at least {document.lower_bound} are needed"
    if len(document.plan) == document.count_after == 1:
        return "One intervention is enough: it leaves one graph."
    if not document.plan and document.count_after > 1:
        return f"No intervention leaves fewer than {left}."
    if not document.plan:
        return "One graph is left: nothing to do."
    verb = "leaves" if len(document.plan) == 1 else "leave"
    return f"{steps} {verb} {left}; {fewer}."


def _facts(document: LinearDisambiguate) -> Iterator[tuple[str, str]]:
    yield "graphs now", number_of(document.count_before, "unknown")
    yield "truth", "gold" if document.truth == "gold" else "unknown: the worst case counts"
    yield "class", str(document.scope)


def _branches(plan: PolicyPart, depth: int) -> Iterator[Block]:
    """A plan as indented lines."""
    indent = "  " * depth
    if plan.intervene is None:
        yield Line(f"{indent}{plural(plan.graphs, 'graph')} left", quiet=True)
        return
    yield Line(f"{indent}{intervention_text(plan.intervene)}  ({plural(plan.graphs, 'graph')})")
    for branch in plan.branches[:PLAN_BRANCHES]:
        read = ", ".join(f"{name} = {value}" for name, value in branch.reads.items())
        yield Line(f"{indent}  if {read}:", quiet=True)
        yield from _branches(branch.plan, depth + 2)
    if len(plan.branches) > PLAN_BRANCHES:
        rest = len(plan.branches) - PLAN_BRANCHES
        yield Line(f"{indent}  and {plural(rest, 'other outcome')}", quiet=True)
