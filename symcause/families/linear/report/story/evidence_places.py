"""Places of the evidence in a linear story, such as ``chain[3].freq``, in plain words.

Steps of the chain are numbered as prompts number them, the start being none; records are counted from 1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from symcause.models.number_phrases import joined_names

_PLACE = re.compile(r"(chain|records)\[(\d+)\]")
_CELL = re.compile(r"((?:chain|records)\[\d+\])\.(.+)")


def row(place: str) -> str:
    """
    >>> row("chain[0]"), row("chain[3]"), row("records[0]")
    ('at the start', 'after step 3', 'in record 1')
    """
    match = _PLACE.fullmatch(place)
    if match is None:
        return place
    number = int(match[2])
    if match[1] == "records":
        return f"in record {number + 1}"
    return f"after step {number}" if number else "at the start"


def readings(places: Sequence[str]) -> str:
    """Readings by variable.

    >>> readings(["chain[0].freq", "chain[3].freq", "records[1].size"])
    'freq at the start and after step 3, and size in record 2'
    """
    rows: dict[str, list[str]] = {}
    for place in places:
        cell = _CELL.fullmatch(place)
        at, name = (cell[1], cell[2]) if cell is not None else (place, "")
        rows.setdefault(name, []).append(row(at))
    texts = [f"{name} {joined_names(found)}".strip() for name, found in rows.items()]
    return joined_names(texts) if len(texts) == len(places) else ", and ".join(texts)


def spoken(text: str) -> str:
    """A text that begins with a place.

    >>> spoken("chain[1]: size reads 136"), spoken("chain[1].size reads 136")
    ('after step 1 size reads 136', 'after step 1 size reads 136')
    """
    match = _PLACE.match(text)
    if match is None or text[match.end() : match.end() + 1] not in (":", "."):
        return text
    return f"{row(match[0])} {text[match.end() + 1 :].lstrip()}"
