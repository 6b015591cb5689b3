"""Detection of the family of a text file that is no JSON, by how it begins."""

from __future__ import annotations

import re
from pathlib import Path

from symcause.formats.shared_entries import RENDERINGS
from symcause.formats.storage.byte_streams import STANDARD_INPUT, Source, opened
from symcause.registry import Text, families


def text_of(source: Source) -> Text | None:
    """The description of text files that fits the beginning of a source; a catch-all comes last."""
    head = source.head().decode("utf-8", errors="replace")
    known = [text for family in families() for text in family.texts]
    named = text_named(Path(source.file).suffix.lower())
    if named is not None:
        return named
    if re.search(RENDERINGS.pattern, head):
        return RENDERINGS
    for text in sorted(known, key=lambda text: not text.pattern):
        if re.search(text.pattern, head):
            return text
    return None


def text_named(suffix: str) -> Text | None:
    """The description of text files that are told by how their names end."""
    known = (text for family in families() for text in family.texts if text.by_name)
    return next((text for text in known if suffix in text.suffixes), None)


def holds_answers(path: str) -> bool:
    """Is a file, no JSON, one that holds its answers beside their problems?"""
    if path == STANDARD_INPUT or not Path(path).is_file():
        return False
    with opened(path) as source:
        text = None if source.first_byte() in b"{[" else text_of(source)
    return text is not None and text.whole


def text_suffixes() -> tuple[str, ...]:
    """How the names of such files end."""
    return tuple(s for family in families() for text in family.texts for s in text.suffixes)


def is_text(path: Path) -> bool:
    """Does a file begin as some family's files do? Others of such a name are passed over in folders."""
    with opened(path) as source:
        text = text_of(source)
    return text is not None and bool(text.pattern)
