"""The sheet of a Boolean problem file: one table for each world, for editing in the workbench."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symcause.errors import ProblemError
from symcause.formats.sheets import (
    BIT,
    CHOICE,
    DISCLOSURE_KEYS,
    NAMES,
    NUMBER,
    Column,
    Field,
    Group,
    Row,
    Sheet,
    disclosed,
    disclosure_fields,
    names_of,
    number_of,
)

_SPLITS, _MODES = ("train", "heldout"), ("none", "constant", "assigned")


def sheet_of(document: Mapping[str, Any]) -> Sheet:
    """The tables of a document in one of our formats."""
    names = tuple(document["variables"])
    worlds = tuple(_world(names, world) for world in document["worlds"])
    blank = _world(names, {"id": "", "split": "train", "rows": ()})
    return Sheet(fields=_fields(document, names), groups=worlds, blank=blank, group="world")


def _fields(document: Mapping[str, Any], names: tuple[str, ...]) -> tuple[Field, ...]:
    most = document.get("max_parents")
    bound = Field(
        key="max_parents",
        title="most parents",
        value="" if most is None else str(most),
        kind=NUMBER,
        help="Bound on the parents of a mechanism; empty: none",
    )
    return (*disclosure_fields(document, names), bound)


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
    values = {
        key: value for key, value in document.items() if key not in (*DISCLOSURE_KEYS, "worlds")
    }
    values |= {"max_parents": _bound(sheet)}
    if values["max_parents"] is None:
        del values["max_parents"]
    values |= disclosed(document, tuple(document["variables"]), sheet)
    values["worlds"] = [
        _edited_world(group, place) for place, group in enumerate(sheet.groups) if group.on
    ]
    if any("?" in row for world in values["worlds"] for row in world["rows"]):
        values["format"] = "symcause.boolean/2"
    return values


def _bound(sheet: Sheet) -> int | None:
    return number_of(sheet.field("max_parents"), "most parents")


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
