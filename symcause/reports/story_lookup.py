"""Lookup of the story of a result, by the question that its document answers."""

from __future__ import annotations

from symcause.audits.documents import Document
from symcause.audits.story import Story
from symcause.registry import family, load


def story_of(document: Document) -> Story | None:
    """What there is to say about a document; None if no question of its family makes such documents."""
    for name in family(document.family).questions.values():
        question = load(name)
        if getattr(question, "document", None) is type(document):  # convert has none
            story: Story = question().story(document)
            return story
    return None
