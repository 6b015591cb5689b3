"""Slots of phrases and patterns: ``{name}`` in a text that is to be filled in.

>>> slots_of("{quantity} is {value} {unit}")
('quantity', 'value', 'unit')
>>> filled("{on} all day", {"on": "the mud is deep"})
'the mud is deep all day'
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from symcause.errors import ProblemError

_SLOT = re.compile(r"\{([^{}]*)\}")
_BREAKS = re.compile(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


def slots_of(text: str) -> tuple[str, ...]:
    """The slots of a text, in their order."""
    return tuple(_SLOT.findall(text))


def filled(text: str, values: Mapping[str, str]) -> str:
    """The text with these slots filled in; others stay."""
    return _SLOT.sub(lambda found: values.get(found[1], found[0]), text)


def pieces(text: str) -> list[tuple[str, str | None]]:
    """The text cut at its slots: (what stands before it, the slot), the last without a slot."""
    parts = _SLOT.split(text)
    return list(zip(parts[::2], [*parts[1::2], None], strict=True))


def check_slots(text: str, known: Collection[str], place: str) -> None:
    """Complain about a brace that is no slot, and about slots that are not *known* here."""
    for slot in slots_of(text):
        if slot not in known:
            listed = ", ".join(f"{{{name}}}" for name in known)
            remedy = f"known here: {listed}" if listed else "no slot can be used here"
            raise ProblemError("unknown slot", place=place, value=f"{{{slot}}}", remedy=remedy)
    if re.search(r"[{}]", _SLOT.sub("", text)):
        raise ProblemError("a brace that is no slot", place=place, value=text, remedy="remove it")


def check_line(text: str, place: str) -> None:
    """Complain about a text that is empty, has a line break, or a blank at either end."""
    if not text:
        raise ProblemError("empty", place=place, remedy="give it some words")
    if _BREAKS.search(text):
        raise ProblemError("a line break", place=place, value=text, remedy="keep it on one line")
    if text != text.strip():
        raise ProblemError("a blank at its end", place=place, value=text, remedy="remove the blank")
