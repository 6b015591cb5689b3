"""Rendering files: problems read from what was rendered.

Without further knowledge all bundled themes and styles are tried. A text that nobody can read is refused
with the complaint of the reader that came furthest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from symcause.errors import ProblemError, SymcauseError
from symcause.formats.pools.json_documents import Document
from symcause.formats.storage.byte_streams import Source
from symcause.renderings.codec.text_reader import ReadError, position
from symcause.renderings.family_words import ToldDocument, Wording, wordings
from symcause.renderings.texts.description import Description
from symcause.renderings.texts.frame import frame
from symcause.renderings.texts.text_codec import ReadText, decoded, read_text
from symcause.renderings.themes.library import (
    STYLES,
    THEMES,
    description_of,
    style_named,
    theme_named,
)
from symcause.renderings.themes.phrase_slots import filled
from symcause.renderings.themes.style import Style
from symcause.renderings.themes.theme import Theme
from symcause.renderings.told_document import canonical


@dataclass(frozen=True)
class Found:
    """The reading of a text, and the words that it is in."""

    read: ReadText
    description: Description

    @property
    def told(self) -> ToldDocument:
        return self.read.told

    @property
    def wording(self) -> Wording:
        return self.description.wording

    def document(self, id: str) -> dict[str, Any]:
        """The problem, without gold, in the names of the nouns."""
        return {"id": id, **self.wording.document(self.told)}


def read_rendering(
    text: str, themes: Iterable[Theme] | None = None, styles: Iterable[Style] | None = None
) -> Found:
    """The reading of a text in one of these themes and styles; None: all that are bundled."""
    known = list(map(theme_named, THEMES) if themes is None else themes)
    laid_out = list(map(style_named, STYLES) if styles is None else styles)
    found: list[Found] = []
    furthest: tuple[int, SymcauseError] | None = None
    for description in _readers(text, known, laid_out):
        try:
            found.append(Found(read_text(text, description), description))
        except SymcauseError as error:
            at = error.at_character if isinstance(error, ReadError) else len(text)
            if furthest is None or at > furthest[0]:
                furthest = at, error
    if len({canonical(one.told) for one in found}) > 1:
        names = ", ".join(f"{f.description.theme.id}/{f.description.style.id}" for f in found)
        raise ProblemError(
            f"readers disagree about this text: {names}", remedy="name the theme with --theme"
        )
    if found:
        return found[0]
    if furthest is None:
        raise ProblemError(
            "the task is in the words of no theme that was tried",
            place=position(text, len(frame()["headings"]["task"])),
            remedy="name its theme with --theme",
        )
    raise furthest[1]


def _readers(text: str, themes: list[Theme], styles: list[Style]) -> Iterator[Description]:
    """The readers that can read the task, the first paragraph, of a text."""
    heading = frame()["headings"]["task"]
    for theme in themes:
        for wording in wordings():
            tasks = (filled(frame()["task"][key], theme.slots) for key in wording.tasks)
            if not any(text.startswith(heading + task) for task in tasks):
                continue
            for style in styles:
                if wording.family in style.patterns:
                    yield description_of(theme, style, wording)


def rendering_documents(source: Source) -> Iterator[Document]:
    """The one problem of a file with a rendering in a bundled theme and style."""
    text = decoded(source.rest(), source.file)
    name = PurePath(source.file).stem.strip("-") or "rendering"
    try:
        document = read_rendering(text).document(name)
    except SymcauseError as error:
        raise error.at(file=source.file) from None
    yield Document(document, source.file)
