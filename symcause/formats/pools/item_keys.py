"""Keys of items that have no id: their file, and their number there from 0 on, as releases count them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

_LINE = re.compile(r"(?P<file>.*?)(?::(?P<line>\d+))?")


def item_key(file: str | None, place: str, document: Mapping[str, object]) -> str:
    """What an item is called: by its id, or by its file and its number there.

    >>> item_key("data/test.jsonl:3", "", {}), item_key("test.json", "[7]", {})
    ('test-2', 'test-7')
    """
    named = document.get("id")
    if isinstance(named, str) and named:
        return named
    match = _LINE.fullmatch(file or "item")
    assert match is not None, "everything is a file"
    stem, listed = file_stem(match["file"]), re.fullmatch(r".*\[(\d+)\]", place)
    if listed is not None:
        return f"{stem}-{listed[1]}"
    return stem if match["line"] is None else f"{stem}-{int(match['line']) - 1}"


def file_stem(file: str) -> str:
    """The name of a file without folders and endings.

    >>> file_stem("data/test.csv.gz")
    'test'
    """
    return Path(file).name.partition(".")[0] or "item"
