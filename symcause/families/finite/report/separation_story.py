"""The separation story of finite models: what tells two of them apart, and which others there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import UnsetType

from symcause.audits.story import Line, Section, Story, Tone
from symcause.families.finite.documents.question_documents import (
    FiniteAlternatives,
    FiniteSeparate,
)
from symcause.families.finite.documents.separation_part import AlternativePart, WitnessPart
from symcause.models.number_phrases import joined_names, number_of, percent, plural


def separation_story(document: FiniteSeparate) -> Story:
    """The report of ``symcause separate``."""
    tones = {True: Tone.GOOD, False: Tone.BAD, None: Tone.UNKNOWN}
    notes = _lines(document.pair_disagreement_rate, document.witness, ("first", "second"))
    return Story(
        document.problem or "",
        _sentence(document),
        tone=tones[document.separated],
        facts=(("setting", document.setting), ("variables at once", str(document.most_targets))),
        notes=tuple(notes),
    )


def _sentence(document: FiniteSeparate) -> str:
    if document.separated is None:
        return f"Whether an experiment tells the two models apart is not known: {document.reason}."
    if not document.separated:
        targets = document.most_targets
        many = "one variable" if targets == 1 else f"up to {targets} variables"
        return f"No experiment on {many} tells the two models apart."
    return f"{document.experiment} tells the two models apart."


def _lines(
    rate: float | None, witness: WitnessPart | None, names: tuple[str, str]
) -> Iterator[str]:
    if witness is None:
        return
    if rate is not None:
        yield f"they differ under {percent(rate)} of the assignments of the roots"
    if not isinstance(witness.state, UnsetType):
        which = names[witness.possible_in != "reference"]
        yield f"only the {which} can show {' '.join(map(str, witness.state))}"
    if not isinstance(witness.root_assignment, UnsetType):
        roots = values_words(witness.root_assignment)
        cells = () if isinstance(witness.differences, UnsetType) else witness.differences
        differ = ", ".join(
            f"{cell.variable} is {cell.reference} in the {names[0]}, {cell.alternative} in the {names[1]}"
            for cell in cells
        )
        yield f"with {roots}: {differ}" if roots else differ


def values_words(values: Mapping[str, object]) -> str:
    """Variables with their values.

    >>> values_words({"A": 1, "L": "off"})
    'A=1 L=off'
    """
    return " ".join(f"{name}={value}" for name, value in values.items())


def alternatives_story(document: FiniteAlternatives) -> Story:
    """The report of ``symcause alternatives``."""
    before = {} if isinstance(document.reference, UnsetType) else document.reference.mechanisms
    tone = Tone.UNKNOWN if document.total is None else Tone.SOME if document.total else Tone.GOOD
    facts = (
        ("other explanations", number_of(document.total, "not known")),
        ("class", str(document.scope)),
    )
    return Story(
        document.problem or "",
        _others(document),
        tone=tone,
        facts=facts,
        notes=(document.reason,) if document.reason else (),
        sections=tuple(
            Section(f"Alternative {number}", tuple(described(one, before)))
            for number, one in enumerate(document.alternatives, 1)
        ),
    )


def _others(document: FiniteAlternatives) -> str:
    if document.total is None:
        return f"How many other models explain the worlds is not known; {document.found} found."
    if document.total == 0:
        return "No other model of the class explains the worlds."
    verb = "explains" if document.total == 1 else "explain"
    order = ", nearest first" if document.total > 1 else ""
    return f"{plural(document.total, 'other model')} {verb} the worlds{order}."


def described(part: AlternativePart, before: Mapping[str, str]) -> Iterator[Line]:
    """An alternative as a diff against the mechanisms *before*, with its experiment."""
    changed = joined_names(part.changed)
    yield Line(f"  differs in {changed}, on {plural(part.entries, 'input')}")
    for name in part.changed:
        yield Line(f"    - {name} = {before.get(name) or 'a root'}")
        yield Line(f"    + {name} = {part.mechanisms.get(name) or 'a root'}")
    if part.separable is None:
        yield Line("  experiment: not known")
    elif not part.separable:
        yield Line("  experiment: none on one variable tells it apart")
    else:
        yield Line(f"  experiment: {part.experiment}")
        for text in _lines(part.pair_disagreement_rate, part.witness, ("reference", "alternative")):
            yield Line(f"    {text}", quiet=True)
