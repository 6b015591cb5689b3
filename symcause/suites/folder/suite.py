"""A suite, as the folder of suites has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, cast

from symcause.scoring.shortcuts import ShortcutAccuracy, shortcut_accuracies
from symcause.suites.draws.suite_key import Commitment
from symcause.suites.draws.suite_problem import SuiteProblem
from symcause.suites.folder.suite_manifest import Contents
from symcause.suites.recipe.recipe import Part, Recipe


@dataclass(frozen=True)
class Entry:
    """One problem under its public id."""

    id: str
    split: str
    whole: SuiteProblem


@dataclass(frozen=True)
class BundledAnswer:
    """What a baseline of the house answers to a problem, and what that is worth to its part."""

    id: str
    model: str
    response: str
    score: float | str


@dataclass(frozen=True)
class Suite:
    """Everything that the files of a suite are made of."""

    recipe: Recipe
    key: Commitment
    entries: tuple[Entry, ...]
    contents: Mapping[str, Contents] = field(default_factory=dict)
    version: str = ""  # of symcause
    canary: str = ""
    secret: bytes | None = None  # the key itself
    answers: tuple[BundledAnswer, ...] = ()  # of baselines

    @cached_property
    def by_part(self) -> Mapping[str, Sequence[Entry]]:
        """The entries of each part, in the order of their ids."""
        parts: dict[str, list[Entry]] = {part.name: [] for part in self.recipe.parts}
        for entry in sorted(self.entries, key=lambda entry: entry.id):
            parts[entry.whole.part].append(entry)
        return parts

    @cached_property
    def shortcuts(self) -> Mapping[str, tuple[ShortcutAccuracy, ...]]:
        """The shortcuts of each part, whose problems have the ids that are public."""
        named = {
            part: [cast("Any", replace)(one.whole.problem, id=one.id) for one in entries]
            for part, entries in self.by_part.items()
        }
        return {part: shortcut_accuracies(problems) for part, problems in named.items()}

    def tables(self, part: Part) -> dict[str, list[Entry]]:
        """The entries of a part, split by split; only splits that have some."""
        own = self.by_part[part.name]
        splits = {name: [one for one in own if one.split == name] for name, _ in self.recipe.splits}
        return {name: entries for name, entries in splits.items() if entries}
