"""The primary number of a suite's part, in harnesses: what one answer is worth, and what all come to.

What an answer adds is what it adds where a suite is scored (``suites/scores``). Standard errors resample
what belongs together: the problems of one latent, the texts of one problem, the two of a pair.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import nan, sqrt
from typing import Any, ClassVar, NamedTuple

from symcause.errors import UsageError
from symcause.registry import Family
from symcause.scoring.abstention_tables import OPEN, SETTLED
from symcause.scoring.rendering_scores import BASE, FREE
from symcause.suites.recipe.recipe import Part
from symcause.suites.scores.primary_numbers import (
    ABSTAIN,
    CLAIM,
    PAIRED,
    RIGHT,
    TOLD_APART,
    score_of,
)

MEASURED = "measured"
"""Where the metadata of a text say what is measured of it."""

Line = Mapping[str, object]
"""What ``score`` says of an answer."""


class Worth(NamedTuple):
    """What one answer is worth, what it belongs to, and which of its own it is."""

    value: float
    unit: str
    side: str = ""


class Number(NamedTuple):
    """What answers come to, with its standard error; NaN where there is none."""

    value: float
    stderr: float
    units: int


@dataclass(frozen=True)
class PrimaryNumber(ABC):
    """One number for one part."""

    name: str  # of the score

    is_mean: ClassVar[bool] = False  # of what single answers are worth

    @property
    def key(self) -> tuple[str, str]:
        """What makes it again: its kind and its name."""
        return type(self).__name__, self.name

    def worth(self, line: Line, id: str, metadata: Mapping[str, Any]) -> Worth:
        """What an answer to a problem is worth, which has this id and metadata."""
        return Worth(self.value(line, metadata), *self.belongs(id, metadata))

    @abstractmethod
    def value(self, line: Line, metadata: Mapping[str, Any]) -> float:
        """What an answer is worth."""

    @abstractmethod
    def belongs(self, id: str, metadata: Mapping[str, Any]) -> tuple[str, str]:
        """The unit of a problem, and which of that it is."""

    @abstractmethod
    def sums(self, unit: Iterable[Worth]) -> tuple[float, int]:
        """What the answers of one unit add to the sum, and to the number of cases."""

    def number(self, answers: Iterable[Worth]) -> Number:
        """What they come to: a mean over cases."""
        units: dict[str, list[Worth]] = {}
        for one in answers:
            units.setdefault(one.unit, []).append(one)
        sums = [found for own in units.values() if (found := self.sums(own))[1]]
        cases = sum(count for _, count in sums)
        if not cases:
            return Number(nan, nan, 0)
        mean = sum(total for total, _ in sums) / cases
        return Number(mean, _stderr(sums, mean, cases), len(sums))


def _stderr(sums: list[tuple[float, int]], mean: float, cases: int) -> float:
    """The standard error of a mean whose cases come in units."""
    if len(sums) < 2:
        return nan
    apart = sum((total - count * mean) ** 2 for total, count in sums)
    return sqrt(apart * len(sums) / (len(sums) - 1)) / cases


@dataclass(frozen=True)
class MetricMean(PrimaryNumber):
    """The mean of a metric of the family."""

    is_mean: ClassVar[bool] = True
    abstain: ClassVar[bool] = False  # do prompts offer to?

    def value(self, line: Line, metadata: Mapping[str, Any]) -> float:
        return float(score_of(line, self.name, abstain=self.abstain))

    def belongs(self, id: str, metadata: Mapping[str, Any]) -> tuple[str, str]:
        return str(metadata.get("latent", id)), ""

    def sums(self, unit: Iterable[Worth]) -> tuple[float, int]:
        values = [one.value for one in unit]
        return sum(values), len(values)


@dataclass(frozen=True)
class RightOrOpen(MetricMean):
    """The same where prompts offer to abstain: of an open question, to abstain is right."""

    abstain: ClassVar[bool] = True


@dataclass(frozen=True)
class PairsToldApart(PrimaryNumber):
    """The share of pairs of which the settled problem gets a claim and the open one an abstention."""

    def value(self, line: Line, metadata: Mapping[str, Any]) -> float:
        wanted = CLAIM if metadata["sibling"]["settled"] else ABSTAIN
        return float(score_of(line, TOLD_APART, abstain=True) == wanted)

    def belongs(self, id: str, metadata: Mapping[str, Any]) -> tuple[str, str]:
        pair = metadata["sibling"]
        return str(pair["pair"]), SETTLED if pair["settled"] else OPEN

    def sums(self, unit: Iterable[Worth]) -> tuple[float, int]:
        sides = {one.side: one.value for one in unit}
        return (min(sides.values()), 1) if len(sides) == 2 else (0.0, 0)


@dataclass(frozen=True)
class WordingDifference(PrimaryNumber):
    """The mean difference between texts of a problem and its neutral table: what reading costs.

    Of each the number of the part that has the problem without a text (:data:`MEASURED`).
    """

    def value(self, line: Line, metadata: Mapping[str, Any]) -> float:
        return float(score_of(line, metadata[MEASURED], abstain=False))

    def belongs(self, id: str, metadata: Mapping[str, Any]) -> tuple[str, str]:
        about = metadata["rendering"]
        words = (about.get("theme"), about.get("style"), about.get("alignment") or FREE)
        return str(about["of"]), "-".join(map(str, words))

    def sums(self, unit: Iterable[Worth]) -> tuple[float, int]:
        values = {one.side: one.value for one in unit}
        base = values.pop("-".join(BASE), None)
        if base is None:
            return 0.0, 0
        return sum(value - base for value in values.values()), len(values)


KINDS: dict[str, type[PrimaryNumber]] = {
    kind.__name__: kind for kind in (MetricMean, RightOrOpen, PairsToldApart, WordingDifference)
}
"""The kinds by name."""

_OWN: dict[str, tuple[type[PrimaryNumber], str]] = {
    TOLD_APART: (PairsToldApart, "sibling"),
    PAIRED: (WordingDifference, "rendering"),
}
"""Numbers that are no mean of a metric, and what problems must say of themselves for it."""


def primary_number(
    part: Part,
    families: Iterable[Family],
    problems: Iterable[Mapping[str, Any]],
    metrics: Collection[str],
) -> PrimaryNumber:
    """The primary number of a part, by what its recipe calls it; *problems* are their metadata.

    Raises UsageError for one that answers to its problems do not have.
    """
    name = part.primary
    if name in _OWN:
        kind, needed = _OWN[name]
        if all(needed in one for one in problems):
            return kind(name.replace(" ", "_"))
    elif name in metrics:
        return RightOrOpen(name) if name == RIGHT and part.abstain else MetricMean(name)
    titles = ", ".join(sorted({family.title for family in families}))
    known = ", ".join((*metrics, *_OWN))
    raise UsageError(
        f"answers about {titles} have no such number",
        place=f"part {part.name}: primary",
        value=name,
        remedy=f"known: {known}",
    )
