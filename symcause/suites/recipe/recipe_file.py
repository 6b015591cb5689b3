"""The recipe file ``symcause.suite/1``: TOML with strict keys; an error names the key and its place."""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal

from symcause.attempts.attempt_run import all_names
from symcause.audits.publication.published_problem import facts_about
from symcause.errors import ProblemError, UsageError, did_you_mean
from symcause.formats.storage.byte_streams import read_bytes
from symcause.formats.structs import Meta, Struct, decode
from symcause.suites.bounds import RECIPE_BYTES
from symcause.suites.recipe.bundled_recipes import BUNDLED
from symcause.suites.recipe.part_tables import part_of
from symcause.suites.recipe.recipe import BASELINES, Bounds, Part, Recipe

Name = Annotated[str, Meta(extra_json_schema={"pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"})]
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_VERSION = re.compile(r"(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}")


class DistinctTable(Struct, frozen=True, forbid_unknown_fields=True):
    """What may not be there twice: problems never, gold if that is asked for."""

    problems: Literal["refuse"] = "refuse"  # What is the same up to names and order is drawn again.
    gold: Literal["refuse", "report"] = "report"
    """`report` counts true models that two splits have, `refuse` keeps them in one."""


class BoundsTable(Struct, frozen=True, forbid_unknown_fields=True):
    """How far a suite may be from even."""

    balance: int = 1  # By how many problems labels may differ.
    shortcut: Decimal = Decimal("0.1")
    """By how much a shortcut may be better than the best constant answer, before more than chance
    among all rules is needed to explain it."""


class SuiteDocument(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The recipe of a suite."""

    format: Literal["symcause.suite/1"]
    name: Name  # Small letters, digits and hyphens; ids begin with its last word.
    version: str
    """Three numbers. A new major version has other problems; others change texts or pages alone."""
    seed: int  # With the key, all that problems depend on.
    part: tuple[dict[str, Any], ...]  # The parts, below.
    canary: str | None = None  # A text in every public record; one is made if left out.
    splits: dict[str, Decimal] | None = None  # Shares whose sum is 1; if left out, all is `test`.
    distinct: DistinctTable = DistinctTable()
    bounds: BoundsTable = BoundsTable()
    about: dict[str, str] | None = None
    """`description`, `license`, `url`, `creator`, `date`, `citation`."""
    baselines: tuple[str, ...] = BASELINES
    """Bundled baselines that answer every part that they can, for the page."""


def recipe_named(name: str) -> Recipe:
    """The bundled recipe of this name, or that of a file."""
    if name in BUNDLED:
        return parse_recipe(BUNDLED[name].read_bytes(), BUNDLED[name].name)
    if not Path(name).suffix and not Path(name).exists():
        known = ", ".join(BUNDLED)
        raise UsageError("no such recipe", value=name, remedy=f"bundled: {known}; or name a file")
    return parse_recipe(read_bytes(name, RECIPE_BYTES), name)


def parse_recipe(source: bytes, file: str | None = None) -> Recipe:
    """The recipe of a file. Raises ProblemError for one that is malformed or asks what there is not."""
    if len(source) > RECIPE_BYTES:
        raise ProblemError(f"more than {RECIPE_BYTES:,} bytes", file=file)
    try:
        tables = tomllib.loads(source.decode("utf-8"), parse_float=Decimal)
    except UnicodeDecodeError:
        raise ProblemError("not UTF-8", file=file) from None
    except tomllib.TOMLDecodeError as error:
        raise ProblemError(f"not TOML: {error}", file=file) from None
    try:
        return _recipe(decode(tables, SuiteDocument), source)
    except (ProblemError, UsageError) as error:
        raise error.at(file=file) from None


def _recipe(read: SuiteDocument, source: bytes) -> Recipe:
    if _NAME.fullmatch(read.name) is None:
        remedy = "use small letters, digits and single hyphens"
        raise ProblemError("not a name", place="name", value=read.name, remedy=remedy)
    if _VERSION.fullmatch(read.version) is None:
        remedy = "write three numbers, such as 1.0.0"
        raise ProblemError("not a version", place="version", value=read.version, remedy=remedy)
    if read.canary is not None and not read.canary.strip():
        remedy = "leave it out, and one is made"
        raise ProblemError("an empty canary", place="canary", remedy=remedy)
    if read.bounds.balance < 0:
        raise ProblemError("below 0", place="bounds.balance", value=read.bounds.balance)
    return Recipe(
        name=read.name,
        version=read.version,
        seed=read.seed,
        splits=_splits(read.splits or {"test": Decimal(1)}),
        parts=_parts(read.part),
        source=source,
        canary=read.canary,
        gold=read.distinct.gold,
        bounds=Bounds(read.bounds.balance, Fraction(read.bounds.shortcut)),
        about=facts_about(_stated(read), "about"),
        baselines=_baselines(read.baselines),
    )


def _baselines(names: tuple[str, ...]) -> tuple[str, ...]:
    known = all_names()
    for at, name in enumerate(names):
        place = f"baselines[{at}]"
        if name not in known:
            remedy = did_you_mean(name, known)
            raise ProblemError("no such baseline", place=place, value=name, remedy=remedy)
        if name in names[:at]:
            raise ProblemError("named twice", place=place, value=name)
    return names


def _stated(read: SuiteDocument) -> dict[str, str]:
    """What is said about the suite; name and version are said elsewhere."""
    about = read.about or {}
    for key in ("name", "version"):
        if key in about:
            remedy = f"the recipe has a {key} of its own"
            raise ProblemError("said twice", place=f"about.{key}", remedy=remedy)
    return {"name": read.name, "version": read.version, **about}


def _splits(shares: dict[str, Decimal]) -> tuple[tuple[str, Fraction], ...]:
    for name, share in shares.items():
        if re.fullmatch(r"[a-z][a-z0-9_]*", name) is None:
            raise ProblemError("not the name of a split", place="splits", value=name)
        if not 0 < share <= 1:
            remedy = "shares are above 0, and their sum is 1"
            raise ProblemError("not a share", place=f"splits.{name}", value=share, remedy=remedy)
    if sum(shares.values()) != 1:
        raise ProblemError("the shares of the splits do not sum up to 1", place="splits")
    return tuple((name, Fraction(share)) for name, share in shares.items())


def _parts(tables: tuple[dict[str, Any], ...]) -> tuple[Part, ...]:
    if not tables:
        raise ProblemError("a suite has parts", place="part", remedy="add a table [[part]]")
    parts: list[Part] = []
    for at, table in enumerate(tables):
        try:
            part = part_of(table, parts)
        except (ProblemError, UsageError) as error:
            raise error.at(place=f"part[{at}]") from None
        if any(part.name == other.name for other in parts):
            raise ProblemError("two parts of one name", place=f"part[{at}].name", value=part.name)
        parts.append(part)
    return tuple(parts)
