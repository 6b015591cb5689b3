"""Disclosure fields of a sheet: the setting, and the roots, the order or the blocks that it discloses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from symcause.errors import ProblemError
from symcause.formats.sheets import CHOICE, NAMES, NUMBER, Field, Sheet, names_of, number_of
from symcause.models.disclosure import DISCLOSED, Setting

KEYS = ("setting", "roots", "order", "blocks", "root_count")
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
