"""Bundle columns: how columns of the Boolean bundle are read off records, and what a table declares."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from symcause.families.boolean.release.bundle.record_sums import Sums
from symcause.scoring.answer_groups import Group

Row = dict[str, Any]
Reading = Callable[[Group], object]


def mean(name: str, *given: str) -> Reading:
    """The mean of what is known; 0.0 where nothing is."""
    return lambda group: group.total(name, given).mean or 0.0


def known_share(name: str) -> Reading:
    """Of the records that say so or not; None where none does."""
    return lambda group: group.total(name).mean


def share(name: str) -> Reading:
    """Of all records; None of none."""
    return lambda group: group.total(name).sum / len(group) if len(group) else None


def count(*flags: str) -> Reading:
    return lambda group: group.count(*flags)


def among(name: str, flag: str) -> Reading:
    """The share among those with a flag; None where there are none."""

    def cell(group: Group) -> object:
        cases = group.count(flag)
        return group.count(name, flag) / cases if cases else None

    return cell


def ratio(part: str, whole: str) -> Reading:
    """Of sums: cells of cells; None of no cells."""

    def cell(group: Group) -> object:
        of = group.total(whole).sum
        return group.total(part).sum / of if of else None

    return cell


def top(name: str) -> Reading:
    """The most frequent value, of several the last by name."""

    def cell(group: Group) -> object:
        found = {str(value): n for value, n in group.counts(name).items()}
        return max(found, key=lambda value: (found[value], value), default=None)

    return cell


def top_share(name: str) -> Reading:
    def cell(group: Group) -> object:
        counts = group.counts(name)
        return max(counts.values()) / sum(counts.values()) if counts else None

    return cell


@dataclass(frozen=True)
class Declared:
    """A table: its file, whose records, by which fields, under which names, and its columns."""

    file: str
    records: str
    fields: tuple[str, ...]
    columns: tuple[tuple[str, Reading], ...]
    names: tuple[str, ...] = ()  # what the fields are called, if not by their own names
    heldout: bool = False  # of held-out worlds only

    @property
    def heads(self) -> tuple[str, ...]:
        return (*(self.names or self.fields), *(head for head, _ in self.columns))

    def rows(self, sums: Sums) -> Iterator[tuple[object, ...]]:
        only = (lambda model, split, *_: split == "heldout") if self.heldout else None
        groups = sums.of[self.records].by(*self.fields, where=only)
        pairs = [
            (key, (*key, *(cell(group) for _, cell in self.columns)))
            for key, group in groups.items()
        ]
        yield from (row for _, row in sorted(pairs, key=self._order))

    def _order(self, item: tuple[tuple[object, ...], tuple[object, ...]]) -> tuple[object, ...]:
        key, _ = item
        return tuple((0, part, "") if isinstance(part, int) else (1, 0, str(part)) for part in key)
