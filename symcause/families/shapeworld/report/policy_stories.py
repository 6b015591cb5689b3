"""Policy stories in a ShapeWorld report: next actions, policies, other worlds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symcause.audits.experiments.next_advice import tone
from symcause.audits.story import Grid, Line, Right, Section, Story, Tone
from symcause.families.shapeworld.bounds import POLICY_LINES
from symcause.families.shapeworld.documents.question_documents import (
    AlternativePart,
    PolicyPart,
    ShapeWorldAlternatives,
    ShapeWorldDisambiguate,
    ShapeWorldNext,
    ShapeWorldNextExperiment,
)
from symcause.families.shapeworld.report.audit_story import moving_words
from symcause.models.number_phrases import UNDEFINED, joined_names, mean, number_of, plural


def next_story(d: ShapeWorldNext) -> Story:
    """The report of ``symcause next``."""
    title = d.problem or ""
    best = d.best
    if best is None:
        return Story(title, d.reason or "nothing to do", tone=Tone.SOME)
    text = f"{best.experiment['action']} {best.experiment['shape']}"
    if d.settled:
        more = f"to learn more: {text}" if d.shrinks else d.reason
        text = f"The question is settled; {more}."
    else:
        text = f"Best next: {text}{_then(best)}."
    rows = tuple(
        (
            f"{one.experiment['action']} {one.experiment['shape']}",
            UNDEFINED if one.worst is None else str(one.worst),
            UNDEFINED if one.expected is None else mean(float(Fraction(str(one.expected)))),
            number_of(one.left),
            ""
            if one.shrinks
            else "leads to one that teaches"
            if one.enables
            else "teaches nothing",
        )
        for one in d.experiments
    )
    columns = (
        "action",
        Right("still needed at worst"),
        Right("expected"),
        Right("relations left at most"),
        "",
    )
    notes: tuple[str, ...] = ()
    if d.reason is not None and not (d.settled and not d.shrinks):
        notes = (f"bounds only: {d.reason}" if d.status == "bounded" else d.reason,)
    section = Section("Actions, those that teach first", (Grid.of(columns, rows),))
    return Story(title, text, tone=tone(d), notes=notes, sections=(section,))


def _then(one: ShapeWorldNextExperiment) -> str:
    """How much is needed after an action."""
    if one.worst is None:
        return ""
    if not one.worst:
        return ", which settles the question, whatever it shows"
    if one.worst == 1:
        return "; after it one more intervention settles the question"
    return f"; after it at most {one.worst} more interventions settle the question"


def policy_story(d: ShapeWorldDisambiguate) -> Story:
    """The report of ``symcause disambiguate``."""
    title = d.problem or ""
    if d.policy is None:
        text = d.reason or "no policy"
        if d.bound is not None:
            verb = "is" if d.bound == 1 else "are"
            text += f"; {plural(d.bound, 'intervention')} {verb} always enough"
        return Story(title, text, tone=Tone.UNKNOWN if d.settles is None else Tone.BAD)
    if d.policy.action is None and d.settles:
        left = plural(d.policy.count, "relation")
        said = f"the answer is {d.policy.verdict} in {'the one' if d.policy.count == 1 else 'all'}"
        fit = "relation that fits" if d.policy.count == 1 else f"{left} that fit"
        return Story(title, f"Nothing is needed: {said} {fit} what was seen.", tone=Tone.GOOD)
    verb = "settles" if d.worst_case == 1 else "settle"
    text = f"At most {plural(d.worst_case or 0, 'intervention')} {verb} the question."
    if not d.settles:
        text = f"{plural(d.limit or 0, 'intervention')} do not settle the question in every case."
    lines = list(_tree(d.policy, 1))
    shown = lines[:POLICY_LINES]
    if len(lines) > POLICY_LINES:
        more = plural(len(lines) - POLICY_LINES, "more line")
        shown.append(Line(f"  … {more}: see --json", quiet=True))
    tone = Tone.GOOD if d.settles else Tone.SOME
    return Story(title, text, tone=tone, sections=(Section("Policy", tuple(shown)),))


def _tree(node: PolicyPart, depth: int) -> Iterator[Line]:
    indent = "  " * depth
    if node.action is None:
        yield Line(f"{indent}{node.verdict} ({plural(node.count, 'relation')})")
        return
    yield Line(f"{indent}{node.action}")
    for outcome in node.outcomes:
        moving = moving_words(outcome.moving)
        if outcome.action is None:
            left = plural(outcome.count, "relation")
            yield Line(f"{indent}  {moving}: {outcome.verdict} ({left})")
        else:
            yield Line(f"{indent}  {moving}:")
            yield from _tree(outcome, depth + 2)


def alternatives_story(d: ShapeWorldAlternatives) -> Story:
    """The report of ``symcause alternatives``."""
    title = d.problem or ""
    if not d.alternatives:
        text = "No other world shows what was seen."
        if d.status != "exact":
            text = "Whether another world shows what was seen is not known."
        return Story(title, text, tone=Tone.GOOD if d.status == "exact" else Tone.UNKNOWN)
    sections = tuple(
        Section(f"Alternative {number}: answers {one.model.answer}", tuple(_alternative(one)))
        for number, one in enumerate(d.alternatives, 1)
    )
    total = len(d.alternatives) if d.total is None else d.total
    text = f"{plural(total, 'other world')} {'shows' if total == 1 else 'show'} what was seen"
    shown = len(d.alternatives)
    few = "" if shown == 1 else f" {shown}"
    text += "." if total == shown else f"; the nearest{few}:"
    answers = joined_names(list(dict.fromkeys(one.model.answer for one in d.alternatives)))
    first = "it answers" if total == 1 else "those nearest answer"
    headline = f"{text.partition(';')[0].rstrip('.')}; {first} {answers}"
    return Story(title, text, tone=Tone.SOME, headline=headline, sections=sections)


def _alternative(one: AlternativePart) -> Iterator[str]:
    yield "  " + (", ".join(f"{x} -> {y}" for x, y in one.model.edges) or "no shape causes another")
    yield "  differs in whether " + joined_names([f"{x} makes {y} move" for x, y in one.changed])
    if one.experiment is not None and one.readings is not None:
        actions = ", then ".join(map(str, one.experiment))
        first, second = map(moving_words, one.readings)
        yield f"  told apart by {actions}: there {first}, here {second}"
