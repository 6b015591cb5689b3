"""Label balance of a part: as many problems of one label as of another, and no fact that tells it.

The first of the facts is the label. Of the others every value goes with all labels alike, so that a rule
that looks at one of them alone is right no more often than chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

Facts = Mapping[str, str]


@dataclass
class LabelBalance:
    """What was taken so far, by label; *slack* is by how many labels may differ."""

    keys: tuple[str, ...]
    slack: int
    most: int  # problems in all
    labels: set[str] = field(default_factory=set)
    counts: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)

    def know(self, facts: Iterable[Facts]) -> None:
        """Learn which labels there are."""
        if self.keys:
            self.labels |= {one.get(self.keys[0], "") for one in facts}

    def admits(self, unit: Sequence[Facts]) -> bool:
        """Would these problems, too, leave it even?"""
        trial = LabelBalance(self.keys, self.slack, self.most, set(self.labels))
        trial.counts = {cell: Counter(labels) for cell, labels in self.counts.items()}
        for facts in unit:
            trial.take(facts)
        return all(trial._even(facts) for facts in unit)

    def take(self, facts: Facts) -> None:
        """Count a problem."""
        for cell in self._cells(facts):
            self.counts.setdefault(cell, Counter())[facts.get(self.keys[0], "")] += 1

    def _even(self, facts: Facts) -> bool:
        label = facts.get(self.keys[0], "") if self.keys else ""
        for cell in self._cells(facts):
            labels = self.counts[cell]
            whole = cell[0] == self.keys[0]
            if whole and not self._room(labels, label):
                return False
            if not whole and labels[label] - min(labels[one] for one in self.labels) > self.slack:
                return False
        return True

    def _room(self, labels: Counter[str], label: str) -> bool:
        """Is a label within its share? Where shares are no whole numbers, so many may have one more."""
        share, more = divmod(self.most, max(len(self.labels), 1))
        above = sum(number > share for number in labels.values())
        return labels[label] <= share or (labels[label] == share + 1 and above <= more)

    def _cells(self, facts: Facts) -> list[tuple[str, str]]:
        """The label of all problems counts in one cell, other facts by their value."""
        return [(key, "" if at == 0 else facts.get(key, "")) for at, key in enumerate(self.keys)]


@dataclass(frozen=True)
class Cell:
    """The labels of the problems of one value of a fact; the value is empty for all of them."""

    fact: str
    value: str
    labels: Mapping[str, int]

    @property
    def spread(self) -> int:
        """By how many problems the labels differ."""
        return max(self.labels.values()) - min(self.labels.values())


def cells_of(keys: Sequence[str], problems: Sequence[Facts]) -> list[Cell]:
    """How labels go with facts, fact by fact."""
    if not keys:
        return []
    balance = LabelBalance(tuple(keys), 0, len(problems))
    balance.know(problems)
    for facts in problems:
        balance.take(facts)
    names = sorted(balance.labels)
    return [
        Cell(fact, value, {name: counted[name] for name in names})
        for (fact, value), counted in sorted(balance.counts.items())
    ]
