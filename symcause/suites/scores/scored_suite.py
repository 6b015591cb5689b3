"""The scored suite, the end of the scores of suites: systems beside baselines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from symcause.errors import UsageError, did_you_mean
from symcause.models.number_phrases import joined_names, plural
from symcause.scoring.score_table import Table
from symcause.suites.scores.capability_table import Capability, capabilities, capability_table
from symcause.suites.scores.class_intervals import Resampling
from symcause.suites.scores.given_answers import GivenAnswers
from symcause.suites.scores.marked_answers import Marker
from symcause.suites.scores.opened_suite import OpenedSuite, opened_suite
from symcause.suites.scores.stored_scores import stored_scores
from symcause.suites.scores.suite_page import suite_page

ALL = "all"
"""Instead of the name of a split: every problem."""


@dataclass(frozen=True)
class ScoredSuite:
    """Answers to a suite; *split* is the one that is counted, None for all."""

    opened: OpenedSuite
    given: GivenAnswers
    split: str | None
    resampling: Resampling

    @cached_property
    def rows(self) -> list[Capability]:
        """What systems and baselines come to, part by part. Raises UsageError where a name is taken."""
        suite = self.opened.suite
        stored, systems = stored_scores(suite), self.given.systems
        for name in systems:
            if name in stored:
                remedy = "give your system another name: model in its rows"
                raise UsageError("a baseline of the suite is called so", value=name, remedy=remedy)
        return list(capabilities(suite, systems | stored, self.split, self.resampling))

    @cached_property
    def systems(self) -> list[str]:
        """Systems, then baselines."""
        return [*self.given.systems, *stored_scores(self.opened.suite)]

    @property
    def tables(self) -> list[Table]:
        """The table of capabilities."""
        return [capability_table(self.rows, self.systems, self.split)]

    @property
    def source(self) -> str:
        """What a result names: the suite, its version, the split, the fingerprint of what was read."""
        recipe = self.opened.suite.recipe
        name, digest = f"{recipe.name} {recipe.version}", self.opened.public_digest
        return f"{name}, split {self.split or ALL}; public part {digest}"

    @cached_property
    def missing(self) -> dict[str, dict[str, int]]:
        """By system, parts of which problems are not answered, with how many."""
        return self.given.missing(self.split)

    def notes(self) -> Iterator[str]:
        """What one has to know of the numbers."""
        parts = self.opened.suite.by_part
        for model, left in self.missing.items():
            sizes = {row.part.name: len(self._counted(row.part.name)) for row in self.rows}
            none = [part for part in parts if left.get(part, 0) == sizes[part] > 0]
            some = [f"{part} {left[part]} of {sizes[part]}" for part in left if part not in none]
            if none:
                yield f"{model} has not answered the parts {joined_names(none)}"
            if some:
                yield f"{model} has left out, and these count as 0: {', '.join(some)}"
        if self.given.unknown:
            yield f"{plural(len(self.given.unknown), 'id')} of no problem of this suite"
        if self.given.replaced:
            yield f"{plural(self.given.replaced, 'answer')} replaced by a later one"
        if not self.given.systems:
            yield "no answer was given: these are the baselines alone"

    def _counted(self, part: str) -> list[str]:
        entries = self.opened.suite.by_part[part]
        return [one.id for one in entries if self.split in (None, one.split)]

    def page(self) -> str:
        """The page of these numbers."""
        suite, split = self.opened.suite, self.split or "all"
        name = f"{suite.recipe.name} {suite.recipe.version}"
        number = plural(len(self.given.systems), "system")
        facts = [("split", split), ("fingerprint of its public part", self.opened.public_digest)]
        return suite_page(suite, self.tables, f"{name}: {number} beside baselines", facts)

    def to_dict(self) -> dict[str, object]:
        """What ``--json`` prints."""
        suite = self.opened.suite
        return {
            "family": None,
            "suite": suite.recipe.name,
            "version": suite.recipe.version,
            "public_digest": self.opened.public_digest,
            "split": self.split or ALL,
            "answers": len(self.given.lines),
            "failed": len(self.given.complaints),
            "replaced": self.given.replaced,
            "unknown": list(self.given.unknown),
            "missing": self.missing,
            "seed": self.resampling.seed,
            "bootstrap": self.resampling.times,
            "baselines": list(stored_scores(suite)),
            "parts": [row.to_dict() for row in self.rows],
            "notes": list(self.notes()),
        }


def opened_scores(
    folder: str, *, gold: str | None, split: str | None, resampling: Resampling
) -> ScoredSuite:
    """A suite that answers can be given to. Raises UsageError for a split that it does not have."""
    opened = opened_suite(folder, gold)
    recipe = opened.suite.recipe
    names = [*(name for name, _ in recipe.splits), ALL]
    chosen = split or recipe.measured
    if chosen not in names:
        remedy = did_you_mean(chosen, names)
        raise UsageError("no such split", place="--split", value=chosen, remedy=remedy)
    given = GivenAnswers(Marker(opened.suite))
    return ScoredSuite(opened, given, None if chosen == ALL else chosen, resampling)
