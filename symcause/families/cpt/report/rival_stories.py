"""Rival stories: two networks that have the given numbers, and what tells them apart."""

from __future__ import annotations

from dataclasses import replace

from symcause.audits.of_space.separation_list import separation_list
from symcause.audits.story import Section, Story, Tone
from symcause.families.cpt.documents.question_documents import CptAlternatives, CptSeparate
from symcause.families.cpt.report.audit_story import network_lines, number_words
from symcause.families.cpt.space.network_separations import QUERY


def alternatives_story(document: CptAlternatives) -> Story:
    """Two networks that answer differently, or that there are none."""
    title = document.problem or ""
    if not document.alternatives:
        text = document.reason or "No two networks answer differently."
        return Story(title, text, tone=Tone.UNKNOWN if document.reason else Tone.GOOD)
    lines = tuple(line for part in document.alternatives for line in network_lines(part))
    text = "Two networks that have the given numbers answer differently."
    return Story(title, text, tone=Tone.SOME, sections=(Section("The two networks", lines),))


def separation_story(document: CptSeparate) -> Story:
    """What tells two networks apart, and the list of everything that does where it was asked for."""
    story = _first(document)
    listed = separation_list(document, lambda experiment: f"read {experiment['read']}")
    return story if listed is None else replace(story, sections=(listed,))


def _first(document: CptSeparate) -> Story:
    title = document.problem or ""
    if document.readings is None:
        return Story(title, document.reason or "unknown", tone=Tone.SOME)
    first, second = document.readings
    what = document.by
    if document.by == QUERY:
        what, words = "The query", (number_words(first), number_words(second))
        first, second = words if words[0] != words[1] else (first, second)
    text = f"{what} is {first} in the first, {second} in the second"
    return Story(title, text, tone=Tone.GOOD)
