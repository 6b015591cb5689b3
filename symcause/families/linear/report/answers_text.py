"""The check of one hypothesis, for people."""

from __future__ import annotations

from collections.abc import Iterator

from symcause.audits.story import Block, Section, Story, Tone
from symcause.audits.words import fixed, number_of, plural, yes_no
from symcause.families.linear.documents.check import LinearCheck

MOST_OBJECTIONS = 8
"""Objections that a report lists."""


def check_story(document: LinearCheck) -> Story:
    """Does it fit, where not; among how many; how close to gold."""
    tones = {True: Tone.GOOD, False: Tone.BAD, None: Tone.UNKNOWN}
    words = {True: "fits", False: "contradicted", None: "unknown"}
    return Story(
        f"{document.problem} · {document.setting} · {document.semantics}",
        _sentence(document),
        "invalid" if document.valid is False else words[document.fits],
        tones[document.fits],
        tuple(_facts(document)),
        tuple(_notes(document)),
        tuple(_sections(document)),
    )


def _sentence(document: LinearCheck) -> str:
    if document.valid is False:
        return f"There is no hypothesis to check: {document.reason}."
    if document.fits is None:
        return f"Whether the hypothesis fits is not known: {document.reason}."
    if not document.fits:
        return "No model of the class agrees with the hypothesis and with the evidence."
    if document.unique:
        return "The hypothesis fits the evidence, and its graph is the only one that does."
    rest = "" if document.count is None else f" so do {plural(document.count - 1, 'other graph')}"
    return f"The hypothesis fits the evidence;{rest or ' how many other graphs do is not known'}."


def _facts(document: LinearCheck) -> Iterator[tuple[str, str]]:
    yield "fits", yes_no(document.fits)
    yield "in the class", yes_no(document.in_class)
    yield "graphs", number_of(document.count, "unknown")
    yield "justified", yes_no(document.justified)
    yield "class", str(document.scope)


def _notes(document: LinearCheck) -> Iterator[str]:
    misfit = document.misfit
    if misfit is not None and misfit.read is not None:
        yield f"{misfit.place} reads {misfit.read}, the hypothesis gives {misfit.given}"
    elif misfit is not None:
        size = "a smallest set" if misfit.minimum else "none of them can be left out"
        yield f"rows that rule it out ({size}): {', '.join(misfit.rows)}"
    if document.target_predicted is not None or document.target_entailed is not None:
        stated = document.target_predicted or "nothing"
        shown = document.target_entailed or "no single value"
        told = {True: "justified", False: "not justified", None: "open"}[document.justified]
        yield f"reactor: predicted {stated}, the evidence entails {shown} ({told})"


def _sections(document: LinearCheck) -> Iterator[Section]:
    if document.objections:
        listed: list[Block] = [f"  {text}" for text in document.objections[:MOST_OBJECTIONS]]
        more = len(document.objections) - MOST_OBJECTIONS
        yield Section("Against it", (*listed, *([f"  … {more} more"] if more > 0 else ())))
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
