"""The members story: linear models found, alternatives, and what tells two apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import UnsetType

from symcause.audits.story import Block, Section, Story, Tone
from symcause.families.linear.documents.alternatives_document import (
    AlternativePart,
    ExperimentPart,
    LinearAlternatives,
    LinearSeparation,
)
from symcause.families.linear.documents.solution_document import LinearSolve, SolutionPart
from symcause.models.number_phrases import plural
from symcause.models.prose.intervention_text import intervention_text

Equations = Mapping[str, str]


def solve_story(document: LinearSolve) -> Story:
    """The solution, and the others where all were asked for."""
    title = f"{document.problem} · {document.setting} · {document.semantics}"
    if document.equations is None or document.edges is None:
        known = document.status == "inconsistent"
        return Story(
            title,
            f"{document.reason or 'not settled'} · {document.scope}",
            document.status,
            Tone.BAD if known else Tone.UNKNOWN,
        )
    least = "no explaining graph has fewer" if document.optimal else "perhaps fewer would do"
    sentence = f"A model with {plural(document.edges, 'edge')} explains the evidence; {least}."
    sections = [Section("Equations", tuple(_equations(document.equations)))]
    if not isinstance(document.members, UnsetType):
        sections += [_member(i, part) for i, part in enumerate(document.members, 1)]
    return Story(
        title,
        sentence,
        document.status,
        Tone.GOOD,
        (("edges", str(document.edges)), ("class", str(document.scope))),
        tuple(_listing_notes(document)),
        tuple(sections),
    )


def _listing_notes(document: LinearSolve) -> Iterator[str]:
    if isinstance(document.members, UnsetType):
        return
    listed = plural(len(document.members), "graph")
    if document.complete:
        yield f"{listed}, each with one of its models: these are all"
    else:
        why = f" ({document.incomplete_reason})" if document.incomplete_reason else ""
        yield f"the first {listed}, each with one of its models; there are more{why}"


def _member(number: int, part: SolutionPart) -> Section:
    title = f"Member {number}: {plural(part.edges, 'edge')}"
    return Section(title, tuple(_equations(part.equations)))


def _equations(equations: Equations, changed: tuple[str, ...] = ()) -> Iterator[Block]:
    for name, text in equations.items():
        mark = "* " if name in changed else "  " if changed else ""
        yield f"  {mark}{name} = {text}"


def alternatives_story(document: LinearAlternatives) -> Story:
    """Other graphs, nearest first."""
    title = f"{document.problem} · {document.setting} · {document.semantics}"
    count = len(document.alternatives)
    if document.total is not None:
        other = plural(document.total, "other graph") if document.total else "No other graph"
        verb = "explains" if document.total in (0, 1) else "explain"
        sentence = f"{other} {verb} the evidence in the class: {document.scope}."
    else:
        sentence = f"{plural(count, 'other graph')} found in the class: {document.scope}."
    return Story(
        title,
        sentence,
        tone=_tone(document.total),
        headline=_headline(document),
        facts=(("class", str(document.scope)),),
        notes=(f"why: {document.reason}",) if document.reason else (),
        sections=tuple(
            Section(f"Graph {i}: {_distance(part)}", tuple(_alternative(part)))
            for i, part in enumerate(document.alternatives, 1)
        ),
    )


def _tone(total: int | None) -> Tone:
    if total is None:
        return Tone.UNKNOWN
    return Tone.SOME if total else Tone.GOOD


def _headline(document: LinearAlternatives) -> str:
    """How many others there are, and how far the nearest of them is."""
    total, alternatives = document.total, document.alternatives
    if total == 0:
        return "No other graph explains the evidence"
    if total is None or not alternatives:
        return ""
    verb, which = ("explains", "it has") if total == 1 else ("explain", "the nearest has")
    text = f"{plural(total, 'other graph')} {verb} the evidence"
    return f"{text}; {which} {_distance(alternatives[0])}"


def _distance(part: AlternativePart) -> str:
    return f"{plural(part.distance, 'edge')} different"


def _alternative(part: AlternativePart) -> Iterator[Block]:
    yield from _equations(part.model, part.changed)
    if part.experiment is None or part.readings is None:
        yield f"  {part.reason}"
        return
    yield from _parted(part.experiment, part.readings)


def _parted(
    experiment: ExperimentPart, readings: tuple[Mapping[str, str], Mapping[str, str]]
) -> Iterator[Block]:
    done = intervention_text(experiment.assignments)
    first, second = readings
    for name, value in first.items():
        if value != second[name]:
            yield f"  after {done} {name} reads {value} or {second[name]}"


def separation_story(document: LinearSeparation) -> Story:
    """The intervention and the two readings."""
    title = f"{document.problem} · {document.setting} · {document.semantics}"
    if document.experiment is None or document.readings is None:
        reason = (
            document.reason or "No intervention on the crystal as it is now tells the two apart."
        )
        return Story(title, reason)
    done = intervention_text(document.experiment.assignments)
    sentence = (
        f"{done} tells the two apart: {', '.join(document.differing)} would read differently."
    )
    blocks = tuple(_parted(document.experiment, document.readings))
    return Story(title, sentence, tone=Tone.GOOD, sections=(Section("Readings", blocks),))
