"""Heads of files: the first object or table row, which tells what a file is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from symcause.bounds.formats_bounds import HEAD_BYTES
from symcause.errors import SymcauseError
from symcause.formats.pools.text_detection import text_of
from symcause.formats.storage.byte_streams import STANDARD_INPUT, Source, opened
from symcause.registry import families, load


def label_of(path: str | Path) -> str | None:
    """The option of ``score`` that a file is, if it holds no answers."""
    known = {key: option for family in families() for key, option in family.labels.items()}
    found = opening(path)
    return next((option for key, option in known.items() if key in found), None)


def opening(path: str | Path) -> Mapping[str, object]:
    """The first object of a file or row of a table; empty where it cannot be read, or only once."""
    if str(path) == STANDARD_INPUT or not Path(path).is_file():
        return {}
    with opened(path) as source:
        if source.first_byte() not in (b"{", b"["):
            return _row(source)
        text = source.read(HEAD_BYTES).decode(errors="replace").lstrip().removeprefix("[").lstrip()
    try:
        value, _ = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):  # whoever reads the file says what is wrong with it
        return {}
    return value if isinstance(value, dict) else {}


def _row(source: Source) -> Mapping[str, object]:
    """The first row of a table, or its heads where nobody takes answers from such a one."""
    heads = source.head().decode(errors="replace").partition("\n")[0].strip().split(",")
    try:
        text = text_of(source)
        if text is None or text.answers is None or text.whole:
            return dict.fromkeys(heads)
        value = next((document.value for document in load(text.answers)(source)), None)
    except SymcauseError:
        return dict.fromkeys(heads)
    return value if isinstance(value, dict) else {}
