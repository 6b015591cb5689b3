"""The check story: whether a linear answer fits, and among how many."""

from __future__ import annotations

from collections.abc import Iterator

from symcause.audits.story import Block, Section, Story, Tone
from symcause.families.linear.bounds import STORY_OBJECTIONS
from symcause.families.linear.documents.check_document import LinearCheck
from symcause.families.linear.report.story.evidence_places import readings, row, spoken
from symcause.models.number_phrases import fixed, joined_names, number_of, plural, yes_no


def check_story(document: LinearCheck) -> Story:
    """Does it fit, where not; among how many; how close to gold."""
    tones = {True: Tone.GOOD, False: Tone.BAD, None: Tone.UNKNOWN}
    words = {True: "fits", False: "contradicted", None: "unknown"}
    found = document.right if _alone(document) else document.fits
    if _alone(document):
        words = {True: "justified", False: document.support or "not justified", None: "unknown"}
    return Story(
        f"{document.problem} · {document.setting} · {document.semantics}",
        _sentence(document),
        "invalid" if document.valid is False else words[found],
        Tone.BAD if document.valid is False else tones[found],
        tuple(_facts(document)),
        tuple(_notes(document)),
        tuple(_sections(document)),
    )


def _alone(document: LinearCheck) -> bool:
    """Is it a prediction without a hypothesis?"""
    return bool(document.valid) and document.edges is None and document.claimed


def _sentence(document: LinearCheck) -> str:
    if document.valid is False:
        return f"There is no hypothesis to check: {document.reason}."
    if _alone(document):
        told = {
            True: "the evidence entails it",
            False: "the evidence does not entail it",
            None: "what the evidence entails is not known",
        }
        return f"The answer is a prediction alone, without a hypothesis: {told[document.right]}."
    if document.fits is None:
        return f"Whether the hypothesis fits is not known: {document.reason}."
    if not document.fits:
        return "No model of the class agrees with the hypothesis and with the evidence."
    if document.unique:
        return "The hypothesis fits the evidence, and its graph is the only one that does."
    rest = "" if document.count is None else f" so do {plural(document.count - 1, 'other graph')}"
    return f"The hypothesis fits the evidence;{rest or ' how many other graphs do is not known'}."


def _facts(document: LinearCheck) -> Iterator[tuple[str, str]]:
    if _alone(document):
        yield "graphs", number_of(document.count, "unknown")
        yield "justified", yes_no(document.justified)
    elif document.valid is not False:
        yield "fits", yes_no(document.fits)
        yield "in the class", yes_no(document.in_class)
        yield "graphs", number_of(document.count, "unknown")
        yield "justified", yes_no(document.justified)
    yield "class", str(document.scope)


def abstention_facts(document: LinearCheck) -> Iterator[tuple[str, str]]:
    """What belongs beside whether it was right to abstain."""
    yield "class", str(document.scope)
    if document.target_entailed is not None:
        yield "the reactor's target in all of them", document.target_entailed


def _notes(document: LinearCheck) -> Iterator[str]:
    misfit = document.misfit
    if misfit is not None and misfit.read is not None:
        told = spoken(f"{misfit.place} reads {misfit.read}")
        if not any(spoken(text).startswith(told) for text in document.objections):
            yield f"{told}, the hypothesis gives {misfit.given}"
    elif misfit is not None:
        size = "no fewer would do" if misfit.minimum else "none of them can be left out"
        yield f"ruled out by {readings(misfit.rows)} ({size})"
    if document.target_predicted is not None or document.target_entailed is not None:
        yield f"reactor: {_target(document)}"
    if isinstance(document.disputed, str):
        yield document.disputed


def _target(document: LinearCheck) -> str:
    """What is predicted, and what follows from the evidence."""
    said, shown = document.target_predicted, document.target_entailed
    entails = f"the evidence entails {shown}" if shown else "the evidence entails no single value"
    if said is None:
        return f"no prediction; {entails}"
    if said == shown and document.justified is False:
        return f"predicts {said}, as the evidence does, but from a hypothesis that it rules out"
    told = {True: ", so it is justified", False: ", so it is not justified", None: ""}
    return f"predicts {said}; {entails}{told[document.justified]}"


def _against(document: LinearCheck) -> Iterator[str]:
    """Objections, those of several rows that say the same in one line."""
    rows: dict[str, list[str]] = {}
    for text in document.objections:
        place, colon, said = text.partition(": ")
        told = row(place)
        if colon and told != place:
            rows.setdefault(said, []).append(told)
        else:
            rows.setdefault(text, [])
    for said, found in rows.items():
        yield f"{joined_names(found)} {said}" if found else said


def _sections(document: LinearCheck) -> Iterator[Section]:
    against = [text for text in _against(document) if text != document.reason]
    if against:
        shown: list[Block] = [f"  {text}" for text in against[:STORY_OBJECTIONS]]
        more = len(against) - STORY_OBJECTIONS
        yield Section("Against it", (*shown, *([f"  … {more} more"] if more > 0 else ())))
    if document.edge_f1 is not None:
        yield Section("Against gold", tuple(_metrics(document)))


def _metrics(document: LinearCheck) -> Iterator[Block]:
    named = (
        ("edge F1", document.edge_f1),
        ("target-edge F1", document.target_edge_f1),
        ("root F1", document.root_f1),
        ("coefficient F1", document.coefficient_f1),
    )
    shown = [f"{name} {fixed(value, 3)}" for name, value in named if value is not None]
    yield f"  {', '.join(shown)}, SHD {document.shd}"
