"""Files that are no JSON: which family reads them is told from how they begin."""

from __future__ import annotations

import re
from pathlib import Path

from symcause.formats.streams import Source, opened
from symcause.registry import Text, families


def text_of(source: Source) -> Text | None:
    """The description of text files that fits the beginning of a source; a catch-all comes last."""
    head = source.head().decode("utf-8", errors="replace")
    known = [text for family in families() for text in family.texts]
    for text in sorted(known, key=lambda text: not text.pattern):
        if re.search(text.pattern, head):
            return text
    return None


def text_suffixes() -> tuple[str, ...]:
    """How the names of such files end."""
    return tuple(s for family in families() for text in family.texts for s in text.suffixes)


def is_text(path: Path) -> bool:
    """Does a file begin as some family's files do? Others of such a name are passed over in folders."""
    with opened(path) as source:
        found = text_of(source)
    return found is not None and bool(found.pattern)
