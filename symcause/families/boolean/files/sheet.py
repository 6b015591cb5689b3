"""The sheet of a Boolean problem file: one table for each world, for editing in the workbench."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symcause.errors import ProblemError
from symcause.families.boolean.problem.problem_validation import DISCLOSED
from symcause.formats.sheets import (
    BIT,
    CHOICE,
    NAMES,
    NUMBER,
    Column,
    Field,
    Group,
    Row,
    Sheet,
    names_of,
    number_of,
)
from symcause.models.disclosure import Setting

_SETTINGS = tuple(str(setting) for setting in Setting)
_SPLITS, _MODES = ("train", "heldout"), ("none", "constant", "assigned")
_KEYS = ("roots", "order", "blocks", "root_count")


def sheet_of(document: Mapping[str, Any]) -> Sheet:
    """The tables of a document in one of our formats."""
    names = tuple(document["variables"])
    worlds = tuple(_world(names, world) for world in document["worlds"])
    blank = _world(names, {"id": "", "split": "train", "rows": ()})
    return Sheet(fields=_fields(document, names), groups=worlds, blank=blank, group="world")


def _fields(document: Mapping[str, Any], names: tuple[str, ...]) -> tuple[Field, ...]:
    text = "How much of the order and the roots the problem discloses"
    most = document.get("max_parents")
    fields = [
        Field(
            key="setting",
            title="setting",
            value=document["setting"],
            kind=CHOICE,
            choices=_SETTINGS[Setting(document["setting"]).rank :],
            help=text,
        )
    ]
    fields += [_disclosed(key, document, names) for key in DISCLOSED[Setting(document["setting"])]]
    fields.append(
        Field(
            key="max_parents",
            title="most parents",
            value="" if most is None else str(most),
            kind=NUMBER,
            help="Bound on the parents of a mechanism; empty: none",
        )
    )
    return tuple(fields)


def _disclosed(key: str, document: Mapping[str, Any], names: tuple[str, ...]) -> Field:
    value = document.get(key)
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


def _world(names: tuple[str, ...], world: Mapping[str, Any]) -> Group:
    targets, units = tuple(world.get("targets", ())), world.get("units")
    labels = units or [""] * len(world["rows"])
    train = world["split"] == "train"
    return Group(
        key=world["id"],
        title=world["id"],
        columns=tuple(Column(name=name, kind=BIT) for name in names),
        rows=tuple(
            Row(cells=tuple(row), label=label)
            for row, label in zip(world["rows"], labels, strict=True)
        ),
        fields=(
            Field(key="targets", title="set", value=",".join(targets), kind=NAMES, choices=names),
            Field(
                key="mode",
                title="mode",
                value=world.get("mode", "none"),
                kind=CHOICE,
                choices=_MODES,
            ),
            Field(key="split", title="split", value=world["split"], kind=CHOICE, choices=_SPLITS),
        ),
        marked=targets,
        about="" if train else "held out: no evidence",
        evidence=train,
    )


def edited(document: Mapping[str, Any], sheet: Sheet) -> dict[str, Any]:
    """The document with what the sheet says in the places that it shows."""
    setting = sheet.field("setting") or document["setting"]
    values = {key: value for key, value in document.items() if key not in (*_KEYS, "worlds")}
    values |= {"setting": setting, "max_parents": _bound(sheet)}
    if values["max_parents"] is None:
        del values["max_parents"]
    values |= _disclosure(document, sheet, setting)
    values["worlds"] = [
        _edited_world(group, place) for place, group in enumerate(sheet.groups) if group.on
    ]
    if any("?" in row for world in values["worlds"] for row in world["rows"]):
        values["format"] = "symcause.boolean/2"
    return values


def _bound(sheet: Sheet) -> int | None:
    return number_of(sheet.field("max_parents"), "most parents")


def _disclosure(document: Mapping[str, Any], sheet: Sheet, setting: str) -> dict[str, Any]:
    """What the setting discloses: from the sheet, else the document, else what follows from it."""
    if setting not in _SETTINGS:
        raise ProblemError("no such setting", place="setting", value=setting)
    found: dict[str, Any] = {}
    for key in DISCLOSED[Setting(setting)]:
        values = [field.value.strip() for field in sheet.fields if field.key == key]
        if not values:
            value = document.get(key)
            found[key] = _follows(key, document) if value is None else value
        elif key == "root_count":
            found[key] = number_of(values[0], "roots")
        elif key == "blocks":
            found[key] = [names_of(block) for block in values[0].split("|")]
        else:
            found[key] = names_of(values[0])
    return {key: value for key, value in found.items() if value is not None}


def _follows(key: str, document: Mapping[str, Any]) -> Any:
    """What a setting discloses that discloses less than the document's own; as ``--setting`` has it."""
    roots, names = document.get("roots"), document["variables"]
    if roots is None or key not in ("root_count", "blocks"):
        return None
    rest = [name for name in names if name not in roots]
    return len(roots) if key == "root_count" else [block for block in (list(roots), rest) if block]


def _edited_world(group: Group, place: int) -> dict[str, Any]:
    rows = group.lit
    for number, row in enumerate(rows):
        if any(cell not in ("0", "1", "?") for cell in row.cells):
            raise ProblemError(
                "a cell is 0, 1 or ?",
                place=f"world {group.title}, row {number + 1}",
                value="".join(row.cells),
            )
    world: dict[str, Any] = {
        "id": group.title or f"world_{place:02d}",
        "split": group.field("split") or "train",
        "mode": group.field("mode") or "none",
        "targets": names_of(group.field("targets")),
        "rows": ["".join(row.cells) for row in rows],
    }
    if world["targets"] and world["mode"] == "none":
        world["mode"] = "assigned"
    if not world["targets"]:
        world["mode"] = "none"
    if any(row.label for row in rows):
        world["units"] = [row.label for row in rows]
    return world
