"""The alternatives story: other Boolean models as diffs of mechanisms, for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import UnsetType

from symcause.audits.story import Section, Story, Tone
from symcause.families.boolean.bounds import STORY_CORNERS
from symcause.families.boolean.documents.question_results import (
    AlternativePart,
    BooleanAlternatives,
    CornersPart,
    WitnessPart,
)
from symcause.families.boolean.documents.scope_part import aside
from symcause.families.boolean.report.story.margin_sentences import cell_words, value_words
from symcause.models.number_phrases import joined_names, number_of, percent, plural


def alternatives_story(d: BooleanAlternatives) -> Story:
    """The report of ``symcause alternatives``."""
    number = number_of(d.total, "not known")
    return Story(
        f"{d.problem} · {d.setting}",
        _sentence(d),
        tone=_tone(d),
        headline=_headline(d),
        facts=(("other explanations", number), ("setting", d.setting), ("class", str(d.scope))),
        notes=(d.reason,) if d.reason else (),
        sections=tuple(
            Section(f"Alternative {i}", tuple(describe(alternative, d.against)))
            for i, alternative in enumerate(d.alternatives, 1)
        ),
    )


def _tone(d: BooleanAlternatives) -> Tone:
    if d.total is None:
        return Tone.UNKNOWN
    return Tone.SOME if d.total else Tone.GOOD


def _headline(d: BooleanAlternatives) -> str:
    """How many others there are, and how far the first of them is."""
    alike = aside(d.identity)
    if d.total == 0:
        return f"No other model{alike} explains the evidence"
    if d.total is None or not d.alternatives:
        return ""
    verb = "explains" if d.total == 1 else "explain"
    first = d.alternatives[0]
    which = "it" if d.total == 1 else "one" if d.scope.noisy else "the nearest"
    differs = f"{which} differs in {joined_names(first.changed)}"
    if d.scope.noisy:
        differs += f" and disturbs {plural(first.disturbed, 'cell')}"
    return f"{plural(d.total, 'other model')}{alike} {verb} the evidence; {differs}"


def _sentence(d: BooleanAlternatives) -> str:
    """How many other models there are, and how many of them are shown."""
    what = f"the training worlds in the class: {d.scope}"
    shown = len(d.alternatives)
    alike = aside(d.identity)
    if d.total == 0:
        return f"No other model{alike} explains {what}."
    if d.total is None:
        return f"How many other models{alike} explain {what} is not known; {shown or 'none'} found."
    verb = "explains" if d.total == 1 else "explain"
    text = f"{plural(d.total, 'other model')}{alike} {verb} {what}"
    if not shown or shown >= d.total:
        return f"{text}."
    some = "" if shown == 1 else f" {shown}"
    kind = f"{some} with the fewest disturbed cells" if d.scope.noisy else f" nearest{some}"
    return f"{text}; the{'' if some or not d.scope.noisy else ' one'}{kind}:"


def describe(found: AlternativePart, before: Mapping[str, str]) -> Iterator[str]:
    """One alternative as a diff against the mechanisms *before*, with its experiment."""
    yield f"  {len(found.changed)} of {plural(len(found.mechanisms), 'mechanism')} changed"
    if found.disturbed:
        cells = plural(found.disturbed, "training cell")
        yield f"  disturbs {cells}{f': {cell_words(found.cells)}' if found.cells else ''}"
    if found.completions:
        yield f"  unobserved cells may have been {value_words(found.completions)}"
    for name in found.changed:
        yield f"  {name}"
        yield f"    - {before.get(name) or 'a root'}"
        yield f"    + {found.mechanisms.get(name) or 'a root'}"
        if name in found.corners:
            yield f"    differs at {named_corners(found.corners[name])}"
    if found.experiment is None:
        text = "not tried: too many roots" if found.separable is None else "none tells it apart"
        yield f"  experiment: {text}"
        return
    rate = found.pair_disagreement_rate
    share = "" if rate is None else f", differs in {percent(rate)} of root contexts"
    yield f"  experiment: {found.experiment}{share}"
    if found.witness is not None:
        yield f"  witness: {witness_words(found.witness)}"


def named_corners(facts: CornersPart, first: str = "-", second: str = "+") -> str:
    """The input patterns on which two mechanisms differ, and what each of the two gives there."""
    named = [
        f"{pattern_words(facts.inputs, p.pattern)} "
        f"({first} {p.reference}, {second} {p.alternative})"
        for p in facts.patterns[:STORY_CORNERS]
    ]
    more = facts.number - len(named)
    return "; ".join(named) + (f" and at {plural(more, 'more pattern')}" if more else "")


def pattern_words(inputs: tuple[str, ...], pattern: str) -> str:
    """An input pattern, value by value."""
    return " ".join(f"{name}={bit}" for name, bit in zip(inputs, pattern, strict=True))


def witness_words(witness: WitnessPart) -> str:
    """What one would see, in one sentence."""
    if not isinstance(witness.state, UnsetType):
        state = " ".join(f"{name}={bit}" for name, bit in witness.state.items())
        mark = "-" if witness.possible_in == "reference" else "+"
        return f"only the model marked {mark} allows the state {state}"
    assert not isinstance(witness.root_assignment, UnsetType)
    assert not isinstance(witness.differences, UnsetType)
    roots = " ".join(f"{name}={bit}" for name, bit in witness.root_assignment.items())
    cells = (f"{c.variable} (- {c.reference}, + {c.alternative})" for c in witness.differences)
    return f"with roots {roots} the models differ in {', '.join(cells)}"
