"""Presets of the Boolean generator: named strata read from ``presets.toml`` or a user's file.

Numbers are read exactly (fractions, not floats), keys that nobody knows are refused, and every key that
a table leaves out comes from its file's ``[defaults]``, else from ours.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path

from symcause.errors import ProblemError, UsageError, did_you_mean
from symcause.families.boolean.bounds import PRESET_BYTES
from symcause.families.boolean.generator.option_weights import Weighted, parts
from symcause.families.boolean.models.worlds import Mode
from symcause.formats.pools.problem_files import named_by_option, read_text

_OURS = Path(__file__).with_name("presets.toml")


@dataclass(frozen=True)
class Preset:
    """One stratum; the comments of ``presets.toml`` say what each number does."""

    name: str
    variables: int
    roots: int
    max_parents: int
    window: int
    ast_drawn: tuple[int, int]
    ast_written: tuple[int, int]
    most_depth: int
    rows: int
    seed_worlds: int
    worlds: int
    most_worlds: int
    heldout: int
    target_sizes: tuple[tuple[int, Fraction], ...]
    modes: tuple[tuple[str, Fraction], ...]
    biases: tuple[Fraction, ...]
    levels: tuple[Fraction, ...]
    proposals: int
    shortcut_cap: int
    shortcut_floor: int
    most_survivors: int
    least_reduction: Fraction
    local_slack: int
    local_cap: int
    local_worlds: int
    least_scored_worlds: int
    least_scored_cells: int
    least_assigned: int
    least_constant: int
    most_targeted: int
    heldout_scored_worlds: int
    novelty: tuple[Fraction, Fraction]
    least_coverage: Fraction
    certifiable: bool
    attempts: int

    @cached_property
    def mode_weights(self) -> Weighted[Mode]:
        return Weighted.of([(Mode(mode), weight) for mode, weight in self.modes])

    @cached_property
    def size_weights(self) -> Weighted[int]:
        return Weighted.of(self.target_sizes)

    @cached_property
    def level_parts(self) -> tuple[int, ...]:
        return parts(self.levels)

    @cached_property
    def bias_parts(self) -> tuple[int, ...]:
        return parts(self.biases)


def presets(path: str | Path | None = None) -> dict[str, Preset]:
    """All presets of a file (None: ours), by name."""
    return dict(_presets(path))


@cache
def _presets(path: str | Path | None) -> Mapping[str, Preset]:
    """The same, once for all: a file is read once, too."""
    tables = _read(_OURS if path is None else Path(path))
    common = {**_read(_OURS)["defaults"], **tables.pop("defaults", {})}
    return {name: _preset(name, {**common, **table}, path) for name, table in tables.items()}


def preset(name: str, path: str | Path | None = None) -> Preset:
    """The preset of this name."""
    known = presets(path)
    if name not in known:
        raise UsageError(
            "no preset has this name",
            file=None if path is None else str(path),
            value=name,
            remedy=did_you_mean(name, known),
        )
    return known[name]


@cache
def _text(path: Path) -> str:
    with named_by_option():
        return read_text(path, PRESET_BYTES)


def _read(path: Path) -> dict[str, dict[str, object]]:
    try:
        tables = tomllib.loads(_text(path), parse_float=Fraction)
    except (tomllib.TOMLDecodeError, ValueError) as error:
        raise ProblemError(f"no TOML: {error}", file=str(path)) from None
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise ProblemError("a preset is a table", file=str(path), place=name, value=table)
    return tables


def _preset(name: str, table: Mapping[str, object], path: str | Path | None) -> Preset:
    file = None if path is None else str(path)
    known = [field.name for field in fields(Preset)]
    values: dict[str, object] = {"window": table.get("max_parents")}
    for key, value in table.items():
        if key not in known or key == "name":
            raise ProblemError(
                "unknown key",
                file=file,
                place=f"{name}.{key}",
                remedy=did_you_mean(key, [k for k in known if k != "name"]),
            )
        values[key] = _shaped(key, value, file, name)
    missing = [key for key in known if key not in values and key != "name"]
    if missing:
        raise ProblemError("a key is missing", file=file, place=f"{name}.{missing[0]}")
    made = Preset(name=name, **values)  # type: ignore[arg-type]
    _check(made, file)
    return made


def _shaped(key: str, value: object, file: str | None, name: str) -> object:
    """The value in the shape of its field; numbers must be integers or shares as the field says."""
    wanted = {field.name: str(field.type) for field in fields(Preset)}[key]
    shares = "Fraction" in wanted

    def number(part: object) -> int | Fraction:
        fits = isinstance(part, int | Fraction) if shares else isinstance(part, int)
        if isinstance(part, bool) or not fits or not isinstance(part, int | Fraction):
            kind = "a number" if shares else "a whole number"
            raise ProblemError(f"not {kind}", file=file, place=f"{name}.{key}", value=part)
        return Fraction(part) if shares else part

    if wanted == "bool":
        if not isinstance(value, bool):
            raise ProblemError("not true or false", file=file, place=f"{name}.{key}", value=value)
        return value
    if wanted.startswith("tuple[tuple"):
        if not isinstance(value, Mapping) or not value:
            raise ProblemError("not a table of weights", file=file, place=f"{name}.{key}")
        names = [int(k) if k.isdecimal() else k for k in value]
        return tuple(zip(names, map(number, value.values()), strict=True))
    if wanted.startswith("tuple"):
        if not isinstance(value, list) or not value:
            raise ProblemError("not a list", file=file, place=f"{name}.{key}", value=value)
        return tuple(map(number, value))
    return number(value)


def _check(made: Preset, file: str | None) -> None:
    """What must hold for an instance to exist at all."""
    rules = {
        "roots": 1 <= made.roots < made.variables,
        "variables": made.variables <= 60,
        "max_parents": 1 <= made.max_parents <= 8,
        "window": made.window >= 1,
        "rows": made.rows >= 1,
        "ast_drawn": len(made.ast_drawn) == 2 and 1 <= made.ast_drawn[0] <= made.ast_drawn[1],
        "ast_written": len(made.ast_written) == 2,
        "worlds": 1 <= made.seed_worlds <= made.worlds <= made.most_worlds,
        "modes": {name for name, _ in made.modes} <= {"none", "constant", "assigned"},
        "target_sizes": all(
            isinstance(size, int) and 1 <= size < made.variables for size, _ in made.target_sizes
        ),
        "novelty": len(made.novelty) == 2,
        "attempts": made.attempts >= 1,
    }
    for key, holds in rules.items():
        if not holds:
            raise ProblemError("out of range", file=file, place=f"{made.name}.{key}")
