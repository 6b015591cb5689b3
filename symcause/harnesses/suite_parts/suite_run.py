"""The suite run of a harness: the parts of a suite that are asked, with prompts, problems and numbers.

Prompts are those of the public part, byte for byte; the complete problems beside them are for the scorer.
The files are held against the manifest first, so that the fingerprint in a log is that of what was asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

from symcause.api import score_text
from symcause.errors import ProblemError, UsageError, did_you_mean
from symcause.formats.datasets.opaque_ids import PUBLISHED
from symcause.formats.problems import read_document
from symcause.harnesses.static_tasks import family_metrics, numbers_of
from symcause.harnesses.suite_parts.primary_number import (
    MEASURED,
    PrimaryNumber,
    Worth,
    primary_number,
)
from symcause.harnesses.suite_parts.suite_home import suite_folder
from symcause.registry import Family, family_of
from symcause.suites.checks.file_digests import digests_checked
from symcause.suites.folder import suite_layout as paths
from symcause.suites.folder.suite_folder import Lines, SuiteFolder
from symcause.suites.folder.suite_manifest import ManifestDocument
from symcause.suites.recipe.recipe import Part, Recipe
from symcause.suites.recipe.recipe_file import parse_recipe

TEST = "test"
"""The split that is asked where there is one of this name."""


@dataclass(frozen=True)
class SuiteItem:
    """One problem under its public id: the prompt for the model, and the document for the scorer."""

    id: str
    prompt: str
    document: Mapping[str, Any]

    @property
    def own(self) -> str:
        """What its maker called it."""
        return str(self.document["id"])

    @property
    def metadata(self) -> Mapping[str, Any]:
        """What is known of it."""
        return self.document.get("metadata") or {}


@dataclass(frozen=True)
class PartRun:
    """One part: its items, its primary number, and what else is measured."""

    part: Part
    primary: PrimaryNumber
    metrics: tuple[str, ...]  # of all its families, without the primary number
    items: tuple[SuiteItem, ...]


@dataclass(frozen=True)
class Scored:
    """One answer, scored."""

    worth: Worth
    values: Mapping[str, float]  # the primary number first
    reason: str | None = None  # why it is invalid, if it is


def scored(
    document: Mapping[str, Any], response: str, primary: PrimaryNumber, metrics: Iterable[str] = ()
) -> Scored:
    """What a response to a problem is worth, with all numbers."""
    line = score_text(read_document(document), response)
    worth = primary.worth(line, str(document["id"]), document.get("metadata") or {})
    values = {primary.name: worth.value, **numbers_of(line, metrics)}
    reason = line.get("reason")
    return Scored(worth, values, reason if isinstance(reason, str) else None)


@dataclass(frozen=True)
class SuiteRun:
    """The parts of a suite that a run asks, and what its results have to say of them."""

    folder: Path
    manifest: ManifestDocument
    split: str
    parts: tuple[PartRun, ...]

    @property
    def facts(self) -> dict[str, object]:
        """What a result names: suite, version, fingerprint of the public part, parts and split."""
        known = self.manifest
        return {
            "suite": known.name,
            "version": known.version,
            "public_digest": known.public_digest,
            "open": known.open,
            "split": self.split,
            "parts": [one.part.name for one in self.parts],
        }


def suite_run(
    suite: str | Path, part: str | None = None, split: str | None = None, limit: int | None = None
) -> SuiteRun:
    """The parts of a suite, or one of them, in a split; of each the first *limit* problems.

    What belongs together is asked together, as pairs and the texts of a problem do: there may be some more.

    Raises UsageError for a part or split that is not there, ProblemError for files that are not those of
    the manifest.
    """
    folder = SuiteFolder(suite_folder(suite))
    manifest = folder.manifest
    if not manifest.parts:
        raise UsageError(
            "this is the public part of a suite alone: without true models nothing can be scored",
            file=str(folder.place),
            remedy="name the folder that has evaluator/ beside it",
        )
    if complaints := digests_checked(folder).complaints:
        first = complaints[0]
        raise ProblemError(first.message, file=first.file, value=first.value, remedy=first.remedy)
    recipe = parse_recipe(folder.data(paths.RECIPE) or b"", folder.file(paths.RECIPE))
    asked = _split(recipe, split)
    chosen = _parts(recipe, part)
    made = (_part_run(folder, recipe, one, asked, limit) for one in chosen)
    runs = [run for run in made if run is not None]
    if not runs:
        what = f"part {part} of this suite" if part is not None else "this suite"
        raise UsageError(f"{what} has no problems in this split", value=asked)
    return SuiteRun(folder.place, manifest, asked, tuple(runs))


def _split(recipe: Recipe, asked: str | None) -> str:
    names = [name for name, _ in recipe.splits]
    if asked is None:
        if TEST in names or len(names) == 1:
            return TEST if TEST in names else names[0]
        remedy = f"name one: split={' or '.join(names)}"
        raise UsageError("this suite has several splits, and none of them is test", remedy=remedy)
    if asked not in names:
        raise UsageError("no such split", value=asked, remedy=did_you_mean(asked, names))
    return asked


def _parts(recipe: Recipe, name: str | None) -> tuple[Part, ...]:
    if name is None:
        return recipe.parts
    if name not in recipe.by_name:
        raise UsageError("no such part", value=name, remedy=did_you_mean(name, recipe.by_name))
    return (recipe.part(name),)


def _part_run(
    folder: SuiteFolder, recipe: Recipe, part: Part, split: str, limit: int | None
) -> PartRun | None:
    items = tuple(_items(folder, recipe, part, split))
    if not items:
        return None
    families = {one.name: one for one in (family_of(read_document(i.document)) for i in items)}
    metrics = _shared_metrics(tuple(families.values()), part)
    primary = primary_number(part, families.values(), (i.metadata for i in items), metrics)
    others = tuple(name for name in metrics if name != primary.name)
    return PartRun(part, primary, others, items if limit is None else _first(items, primary, limit))


def _first(
    items: tuple[SuiteItem, ...], primary: PrimaryNumber, limit: int
) -> tuple[SuiteItem, ...]:
    """So many items, in their order, and what belongs with them: a difference needs both its sides."""
    units = [primary.belongs(one.own, one.metadata)[0] for one in items]
    sizes = Counter(units)
    before = accumulate(sizes.values(), initial=0)
    kept = {unit for unit, number in zip(sizes, before, strict=False) if number < limit}
    return tuple(one for one, unit in zip(items, units, strict=True) if unit in kept)


def _items(folder: SuiteFolder, recipe: Recipe, part: Part, split: str) -> Iterator[SuiteItem]:
    """The problems of a table, in its order, which is that of the ids."""
    measured = _measured(folder, recipe, part)
    whole = {
        document["metadata"][PUBLISHED]["id"]: _noted(document, measured)
        for _, document in Lines(folder, paths.complete(part.name))
    }
    for _, record in Lines(folder, paths.public(paths.table(part.name, split))):
        yield SuiteItem(record["id"], record["prompt"], whole[record["id"]])


def _measured(folder: SuiteFolder, recipe: Recipe, part: Part) -> Mapping[str, str]:
    """The numbers that count for the problems that are rendered, by their own ids."""
    names = () if part.texts is None else part.texts.parts
    return {
        str(document["id"]): recipe.part(name).primary
        for name in names
        for _, document in Lines(folder, paths.complete(name))
    }


def _noted(document: dict[str, Any], measured: Mapping[str, str]) -> dict[str, Any]:
    """A text that knows what is measured of it."""
    metadata = document.get("metadata") or {}
    of = str((metadata.get("rendering") or {}).get("of"))
    known = {MEASURED: measured[of]} if of in measured else {}
    return {**document, "metadata": {**metadata, **known}}


def _shared_metrics(families: tuple[Family, ...], part: Part) -> dict[str, object]:
    """The numbers that answers to all problems of a part have."""
    every = [family_metrics(one, may_be_open=part.abstain) for one in families]
    return {name: None for name in every[0] if all(name in own for own in every)}
