"""Worlds of the ReplaySCM release, compact and verbose, read from and written to files."""

from __future__ import annotations

from collections.abc import Sequence

from symcause.errors import ProblemError, did_you_mean
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.formats.pools.foreign_values import Placed
from symcause.formats.strict_json import below

MODES = {"none": Mode.NONE, "hard_constant": Mode.CONSTANT, "hard_assigned": Mode.ASSIGNED}


def read_worlds(record: Placed, variables: tuple[str, ...]) -> tuple[World, ...]:
    """All worlds of a record."""
    _check_binary(record["signature"]["domains"])
    panel = _labels(record["panelUnits"])
    listed = record["task"]["parameters"]["worldSplits"] or record["goldAnswer"]["worldSplits"]
    splits = _listed_splits(listed)
    return tuple(_read_world(world, variables, panel, splits) for world in record["worlds"].parts())


def _check_binary(domains: Placed) -> None:
    """Refuse variables that are not binary; ``binary`` may be spelled out, for each or for all."""
    if not domains or domains.value == "binary":
        return
    spelled = domains.entries().values() if isinstance(domains.value, dict) else [domains]
    for domain in spelled:
        if domain.value == "binary":
            continue
        if sorted({part.bit() for part in domain.parts()}) != ["0", "1"]:
            raise ProblemError("not a binary variable", place=domain.place)


def _listed_splits(splits: Placed) -> dict[str, str]:
    if not splits:
        return {}
    return {name: split for split, names in splits.entries().items() for name in names.texts()}


def _labels(units: Placed) -> tuple[str, ...] | None:
    if not units:
        return None
    return tuple(str(unit.value) for unit in units.parts())


def _read_world(
    world: Placed,
    variables: tuple[str, ...],
    panel: tuple[str, ...] | None,
    splits: dict[str, str],
) -> World:
    name = world["worldId"].text()
    listed = _own(world, "rows" if _own(world, "rows") else "rowsVerbose")
    entries = listed.parts()
    if any(isinstance(entry.value, dict) for entry in entries):
        rows = tuple(_verbose_row(entry, variables) for entry in entries)
        labels = [entry["unitId"].value for entry in entries]
        units = None if None in labels else tuple(map(str, labels))
    else:
        rows = tuple(_bits(entry) for entry in entries)
        units = _labels(world["domain"]) if isinstance(world["domain"].value, list) else panel
        if units is not None and len(units) != len(rows):
            raise ProblemError(f"{len(rows)} rows for {len(units)} units", place=listed.place)
    if world["unitLabels"].value == "derived":  # by our own writer, for tools that need some
        units = None
    mode, targets, assigned = _intervention(world)
    _check_assignments(listed.place, assigned, variables, rows)
    return World(name, _split(_own(world, "split"), splits.get(name)), mode, targets, rows, units)


def _own(world: Placed, key: str) -> Placed:
    """A fact about a world: its own, else (verbose) the one under ``extra``."""
    return world[key] if world[key] or not world["extra"][key] else world["extra"][key]


def _bits(row: Placed) -> str:
    """A row of bits; YAML may have taken one that starts with 1 for a number."""
    return str(row.value) if type(row.value) is int else row.text()


def _verbose_row(entry: Placed, variables: tuple[str, ...]) -> str:
    values = entry["values"]
    return "".join(values[name].bit() for name in variables)


def _split(split: Placed, listed: str | None) -> Split:
    word = split.text() if split or listed is None else listed
    known = [str(known) for known in Split]
    if word not in known:
        raise ProblemError(
            "unknown split", place=split.place, value=word, remedy=did_you_mean(word, known)
        )
    return Split(word)


def _intervention(world: Placed) -> tuple[Mode, tuple[str, ...], dict[str, str]]:
    """Mode, targets and constant values; several entries of a verbose world act together."""
    stated = _stated(world["extra"])
    if stated is not None:
        return stated
    listed = world["interventions"]
    entries = listed.parts() if listed else [world["intervention"]]
    modes: set[Mode] = set()
    targets: dict[str, None] = {}
    constants: dict[str, str] = {}
    for entry in entries:
        given = entry["assignments"]
        values = {name: bit.bit() for name, bit in given.entries().items()} if given else {}
        named = entry["targets"].texts() if entry["targets"] else tuple(values)
        mode = _mode(entry["mode"]) if entry["mode"] else None
        if mode is None:
            mode = Mode.CONSTANT if values else Mode.ASSIGNED
        if named:
            modes.add(mode)
        targets.update(dict.fromkeys(named))
        constants.update(values)
    if not targets:
        return Mode.NONE, (), {}
    mode = Mode.ASSIGNED if Mode.ASSIGNED in modes else Mode.CONSTANT
    return mode, tuple(targets), constants


def _stated(extra: Placed) -> tuple[Mode, tuple[str, ...], dict[str, str]] | None:
    """What a world's ``extra.Intervention…`` keys state; they win over the others."""
    fixed, free = extra["InterventionTargetsConstant"], extra["InterventionTargetsAssigned"]
    every = extra["InterventionTargetsAll"]
    if not (fixed or free or every):
        return None
    constants = {name: bit.bit() for name, bit in fixed.entries().items()} if fixed else {}
    named = (*(every.texts() if every else ()), *constants, *(free.texts() if free else ()))
    targets = tuple(dict.fromkeys(named))
    if not targets:
        return Mode.NONE, (), {}
    if extra["InterventionMode"]:
        mode = _mode(extra["InterventionMode"])
    else:
        mode = Mode.CONSTANT if set(constants) == set(targets) else Mode.ASSIGNED
    return (Mode.ASSIGNED if mode is Mode.NONE else mode), targets, constants


def _mode(mode: Placed) -> Mode:
    word = mode.text()
    if word not in MODES:
        raise ProblemError(
            "unknown mode", place=mode.place, value=word, remedy=did_you_mean(word, MODES)
        )
    return MODES[word]


def _check_assignments(
    place: str, assigned: dict[str, str], variables: tuple[str, ...], rows: Sequence[str]
) -> None:
    """The values that an intervention states must be those in the rows."""
    for name, bit in assigned.items():
        at = variables.index(name) if name in variables else -1
        for j, row in enumerate(rows):
            if at >= 0 and row[at : at + 1] != bit:
                raise ProblemError(
                    f"the intervention sets {name}={bit}, the row has another value",
                    place=below(place, j),
                    value=row,
                )


def own_units(world: World) -> tuple[str, ...]:
    """The labels of a world's rows; a world without any gets plain ones."""
    return world.units or tuple(f"u{i:02d}" for i in range(len(world.rows)))


def write_world(
    world: World, variables: tuple[str, ...], panel: tuple[str, ...] | None
) -> dict[str, object]:
    """A world, compact where its units are the *panel*'s, else with units of its own."""
    constant = world.mode is Mode.CONSTANT
    assignments = {v: int(world.rows[0][variables.index(v)]) for v in world.targets if constant}
    assigned = world.mode is Mode.ASSIGNED
    document: dict[str, object] = {
        "worldId": world.id,
        "observationMode": "panel_full",
        "intervention": {
            "assignments": assignments,
            "mode": "hard_assigned" if assigned else "hard_constant",
            "targets": list(world.targets),
            "type": "hard_do",
        },
        "split": str(world.split),
    }
    if world.units is None:
        document["unitLabels"] = "derived"
    units = own_units(world)
    if units == panel:
        return {**document, "rows": list(world.rows)}
    rows = [
        {"unitId": unit, "values": {v: int(b) for v, b in zip(variables, row, strict=True)}}
        for unit, row in zip(units, world.rows, strict=True)
    ]
    return {**document, "domain": list(units), "domainSize": len(units), "rowsVerbose": rows}
