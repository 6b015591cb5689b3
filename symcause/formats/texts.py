"""Files that are no JSON: which family reads them is told from how they begin."""

from __future__ import annotations

import re

from symcause.formats.streams import Source
from symcause.registry import Text, families


def text_of(source: Source) -> Text | None:
    """The description of text files that fits the beginning of a source; a catch-all comes last."""
    head = source.head().decode("utf-8", errors="replace")
    known = [text for family in families() for text in family.texts]
    for text in sorted(known, key=lambda text: not text.pattern):
        if re.search(text.pattern, head):
            return text
    return None
