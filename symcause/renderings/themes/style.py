"""The style: how the lines of a rendering are laid out, and its file ``symcause.style/1``.

A style has patterns for every family that it can lay out. Each has exactly the slots that the family's
wording names, each once; the words of the theme may be used besides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import msgspec

from symcause.errors import ProblemError, SymcauseError
from symcause.formats.structs import Struct, decode
from symcause.renderings.family_words import wordings
from symcause.renderings.themes.phrase_slots import check_slots, slots_of
from symcause.renderings.themes.theme import WORDS
from symcause.renderings.themes.theme_file import Id, check_file_id, read_tables

FORMAT = "symcause.style/1"
CLAUSES, PAIRS, BITS = "clauses", "pairs", "bits"

_WORD_SLOTS = (*WORDS, *(word.capitalize() for word in WORDS))


@dataclass(frozen=True, eq=False)
class Style:
    """A style: what a cell looks like, and the patterns of every family."""

    id: str
    cells: str
    separator: str
    last: str | None
    patterns: Mapping[str, Mapping[str, str]]
    source: bytes
    own: bool = False  # a user's, from a file

    @property
    def in_clauses(self) -> bool:
        """Are cells clauses, so that the text is prose?"""
        return self.cells == CLAUSES


class StyleDocument(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A style: the layout of the lines of a rendering; every family has a table of its own."""

    format: Literal["symcause.style/1"]
    id: Id
    cells: Literal["bits", "pairs", "clauses"]
    separator: str | None = None
    last: str | None = None


@cache
def style_document() -> type[Any]:
    """The type of style files, with a table for every family that can be rendered."""
    tables: list[tuple[str, Any, Any]] = []
    for wording in (one for one in wordings() if one.like is None):
        fields = [(name, str) for name in wording.lines]
        table = msgspec.defstruct(
            f"{wording.family.capitalize()}Patterns",
            fields,
            frozen=True,
            forbid_unknown_fields=True,
        )
        table.__doc__ = f"The patterns of {wording.family} lines."
        tables.append((wording.family, table | None, None))
    made = msgspec.defstruct(
        "StyleFile",
        tables,
        bases=(StyleDocument,),
        frozen=True,
        forbid_unknown_fields=True,
        kw_only=True,
    )
    made.__doc__ = StyleDocument.__doc__
    return made


def __getattr__(name: str) -> Any:
    if name == "StyleFile":  # named by the registry; families say which tables it has
        return style_document()
    raise AttributeError(name)


def parse_style(source: bytes, file: str | None = None) -> Style:
    """The style of a file, checked but for what depends on a theme."""
    try:
        read = decode(read_tables(source, None), style_document())
        return _style(read, source, file is not None)
    except SymcauseError as error:
        raise error.at(file=file) from None


def _style(read: StyleDocument, source: bytes, own: bool) -> Style:
    check_file_id(read.id)
    clauses = read.cells == CLAUSES
    if clauses and read.separator is None:
        raise ProblemError("clauses need a separator", place="separator", remedy="add one")
    for key in ("separator", "last"):
        text = getattr(read, key)
        if text is not None and not clauses:
            raise ProblemError(f"{read.cells} take no {key}", place=key, remedy="remove it")
        if text is not None and (not text or "\n" in text):
            raise ProblemError("not a separator", place=key, value=text)
    last, between = read.last or "", read.separator or ""
    if last and (last.startswith(between) or between.startswith(last)):
        raise ProblemError(
            "separator and last equal each other, or one begins the other",
            place="separator",
            value=read.last,
            remedy="change one of them",
        )
    patterns = {}
    for wording in wordings():
        table = getattr(read, wording.like or wording.family)
        if table is not None:
            patterns[wording.family] = {key: getattr(table, key) for key in wording.lines}
            for key, slots in wording.lines.items():
                _check_pattern(getattr(table, key), slots, f"{wording.family}.{key}")
    if not patterns:
        raise ProblemError("a style needs patterns of a family", remedy="add a table [boolean]")
    separator = read.separator or {PAIRS: ", ", BITS: " | "}[read.cells]
    return Style(read.id, read.cells, separator, read.last, patterns, source, own)


def _check_pattern(text: str, slots: tuple[str, ...], place: str) -> None:
    check_slots(text, (*slots, *_WORD_SLOTS), place)
    used = [slot for slot in slots_of(text) if slot in slots]
    for slot in slots:
        if used.count(slot) != 1:
            raise ProblemError(
                f"{{{slot}}} must be in it exactly once", place=place, value=used.count(slot)
            )
    lines = text.split("\n")
    if len(lines) < 2 or lines[-1]:
        raise ProblemError("a pattern ends with one line break", place=place, value=text)
    if any(not line for line in lines[:-1]):
        raise ProblemError("an empty line", place=place, value=text, remedy="remove it")
    if any(line.startswith("#") for line in lines):
        raise ProblemError("a line that begins with #", place=place, value=text, remedy="change it")
