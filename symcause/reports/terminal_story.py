"""The story of a result as a terminal report: verdict, grounds and next steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symcause.audits.story import Grid, Line, Story, Tone
from symcause.reports.terminal_layout import heading, styled, table, to_text

if TYPE_CHECKING:
    from rich.console import RenderableType

    from symcause.audits.story import Block

STYLES = {
    Tone.GOOD: "bold green",
    Tone.SOME: "bold yellow",
    Tone.BAD: "bold red",
    Tone.UNKNOWN: "bold magenta",
    Tone.PLAIN: "bold",
}


def story_text(story: Story) -> str:
    """The story as text that suits standard output."""
    return to_text(_parts(story))


def _parts(story: Story) -> Iterator[RenderableType]:
    yield styled(story.title, "bold")
    if story.verdict is not None:
        yield styled(f"{story.verdict.upper()}: {story.sentence}", STYLES[story.tone])
    elif story.sentence:
        yield story.sentence
    yield from (f"  {note}" for note in story.notes)
    for section in story.sections:
        if section.title:
            yield heading(section.title)
        yield from map(_block, section.blocks)
    if story.steps:
        yield heading("What to do next")
        yield from (f"  {step}" for step in story.steps)


def _block(block: Block) -> RenderableType:
    if isinstance(block, Grid):
        return table(block.columns, block.rows, block.right)
    if isinstance(block, Line):
        return styled(block.text, "dim" if block.quiet else "bold" if block.strong else "")
    return block
