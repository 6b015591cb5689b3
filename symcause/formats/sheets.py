"""Sheets: a problem of any family as tables that people edit.

A family lays its document out (``sheet`` in its declaration) and makes a document of an edited sheet
(``edited``). A sheet is plain values: groups of rows under named columns, fields beside them, and a switch
for every group and row. What is switched off stays on the sheet and is left out of the document. Cells are
texts; whether they make sense is said by the reader of the family's format, as it is for a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from symcause.errors import ProblemError
from symcause.models.disclosure import DISCLOSED, Setting

BIT, NUMBER, TEXT, CHOICE, NAMES = "bit", "number", "text", "choice", "names"
"""What a cell or a field takes: 0, 1 or ?; a number; any text; one of the choices; some of them."""


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """A column of a table."""

    name: str
    kind: str = TEXT
    choices: tuple[str, ...] = ()


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A value that stands beside a table; *names* are joined by commas."""

    key: str
    title: str
    value: str = ""
    kind: str = TEXT
    choices: tuple[str, ...] = ()
    help: str = ""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One row, with its switch."""

    cells: tuple[str, ...]
    on: bool = True
    label: str = ""


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """A table with a switch: a world, the records, a transcript."""

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...] = ()
    fields: tuple[Field, ...] = ()
    on: bool = True
    about: str = ""
    marked: tuple[str, ...] = ()  # columns that an intervention fixed
    evidence: bool = True  # the questions rest on it; else it is only carried along

    def field(self, key: str) -> str:
        """The value of a field of this group; empty if it has none."""
        return value_of(self.fields, key)

    @property
    def lit(self) -> tuple[Row, ...]:
        """The rows that are switched on."""
        return tuple(row for row in self.rows if row.on)


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """All of a problem that is edited as tables; *blank* is what a further group begins as."""

    groups: tuple[Group, ...]
    fields: tuple[Field, ...] = ()
    blank: Group | None = None
    group: str = "table"  # what a group is called

    @property
    def lit(self) -> tuple[Group, ...]:
        """The groups that are switched on."""
        return tuple(group for group in self.groups if group.on)

    def field(self, key: str) -> str:
        """The value of a field of the sheet; empty if it has none."""
        return value_of(self.fields, key)


def value_of(fields: tuple[Field, ...], key: str) -> str:
    """The value of the field of this key; empty if there is none."""
    return next((field.value.strip() for field in fields if field.key == key), "")


def names_of(text: str) -> list[str]:
    """The names of a field of that kind."""
    return [part.strip() for part in text.split(",") if part.strip()]


def number_of(text: str, place: str) -> int | None:
    """A whole number, None for nothing. Raises ProblemError for anything else."""
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise ProblemError("not a whole number", place=place, value=text, remedy="0, 1, 2, …")
    return int(text)


# what a setting discloses

DISCLOSURE_KEYS = ("setting", "roots", "order", "blocks", "root_count")
"""The keys of a document that these fields stand for."""

_SETTINGS = tuple(str(setting) for setting in Setting)


def disclosure_fields(document: Mapping[str, Any], names: tuple[str, ...]) -> Iterator[Field]:
    """The setting, or one that discloses less, and what it discloses."""
    setting = Setting(document["setting"])
    yield Field(
        key="setting",
        title="setting",
        value=document["setting"],
        kind=CHOICE,
        choices=_SETTINGS[setting.rank :],
        help="How much of the order and the roots the problem discloses",
    )
    yield from (_field(key, document.get(key), names) for key in DISCLOSED[setting])


def _field(key: str, value: Any, names: tuple[str, ...]) -> Field:
    if key == "root_count":
        return Field(key=key, title="roots", value="" if value is None else str(value), kind=NUMBER)
    if key == "blocks":
        spelled = " | ".join(",".join(block) for block in value or ())
        return Field(key=key, title="blocks", value=spelled, help="Blocks in order: A,B | C,D")
    if key == "order":
        return Field(
            key=key, title="order", value=",".join(value or ()), help="All variables in order"
        )
    return Field(key=key, title="roots", value=",".join(value or ()), kind=NAMES, choices=names)


def disclosed(
    document: Mapping[str, Any], names: tuple[str, ...], sheet: Sheet
) -> dict[str, object]:
    """The same keys after an edit: from the sheet, else the document, else what follows from it."""
    setting = sheet.field("setting") or document["setting"]
    if setting not in _SETTINGS:
        raise ProblemError("no such setting", place="setting", value=setting)
    stated: dict[str, object] = {"setting": setting}
    for key in DISCLOSED[Setting(setting)]:
        values = [field.value.strip() for field in sheet.fields if field.key == key]
        if not values:
            value = document.get(key)
            stated[key] = _follows(key, document, names) if value is None else value
        elif key == "root_count":
            stated[key] = number_of(values[0], "roots")
        elif key == "blocks":
            stated[key] = [names_of(block) for block in values[0].split("|")]
        else:
            stated[key] = names_of(values[0])
    return {key: value for key, value in stated.items() if value is not None}


def _follows(key: str, document: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    """What a setting discloses that discloses less than the document's own; as ``--setting`` has it."""
    roots = document.get("roots")
    if roots is None or key not in ("root_count", "blocks"):
        return None
    rest = [name for name in names if name not in roots]
    return len(roots) if key == "root_count" else [block for block in (list(roots), rest) if block]
