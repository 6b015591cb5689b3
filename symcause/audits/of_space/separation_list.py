"""The list of separations for people: every experiment with what each of two models shows under it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import UnsetType

from symcause.audits.of_space.space_documents import SeparationPart, SeparationsDocument
from symcause.audits.story import Block, Grid, Line, Right, Section

Words = Callable[[Mapping[str, Any]], str]
"""An experiment in a line."""


def separation_list(document: SeparationsDocument, words: Words) -> Section | None:
    """The experiments, best first; None where only the best was asked for."""
    if isinstance(document.separations, UnsetType) or not document.separations:
        return None
    rows = tuple(
        (str(number), words(part.experiment), *_shown(part))
        for number, part in enumerate(document.separations, 1)
    )
    grid = Grid.of((Right(""), "experiment", "first", "second"), rows)
    return Section("Experiments, best first", (grid, *_ending(document, len(rows))))


def list_lines(document: SeparationsDocument, words: Words) -> Iterator[str]:
    """The same as plain lines."""
    if isinstance(document.separations, UnsetType):
        return
    for number, part in enumerate(document.separations, 1):
        first, second = _shown(part)
        yield f"{number}. {words(part.experiment)}: {first} in the first, {second} in the second"
    for line in _ending(document, len(document.separations)):
        yield line.text if isinstance(line, Line) else str(line)


def _shown(part: SeparationPart) -> tuple[str, str]:
    """What differs, as each model shows it."""
    if not isinstance(part.already, UnsetType):
        return part.already, "as seen"
    first, second = (
        ", ".join(f"{name} {_value(reading.get(name))}" for name in part.differing)
        for reading in part.readings
    )
    return first, second


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "nothing"
    return str(value)


def _ending(document: SeparationsDocument, shown: int) -> Iterator[Block]:
    """Whether these are all."""
    if document.complete is True:
        yield Line("there is no other" if shown == 1 else f"these {shown} are all", quiet=True)
    elif isinstance(document.incomplete_reason, str):
        yield Line(f"there may be more: {document.incomplete_reason}", quiet=True)
    else:
        yield Line(f"the best {shown}; there are more", quiet=True)
