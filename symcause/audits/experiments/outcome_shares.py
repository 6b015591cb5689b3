"""Outcome shares of experiments: how many members of a version space show each outcome."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, overload

from msgspec import Struct

from symcause.formats.data_frames import data_frame
from symcause.models.notebook_hook import Shown
from symcause.models.prose.value_line import cut

if TYPE_CHECKING:
    from pandas import DataFrame

Plain = Mapping[str, object]
"""An experiment, or what is seen under one: plain values, as JSON has them."""


class Outcome(Struct, frozen=True):
    """Something that may be seen, the number of members that show it, and their share of all."""

    shown: Plain
    members: int
    share: Fraction


@dataclass(frozen=True)
class Outcomes(Sequence[Outcome], Shown):
    """The outcomes of one experiment, those of most members first; *rest* members show others.

    Where a rest is left, :attr:`worst` and :attr:`expected` are what they are at most.

    >>> found = counted({"look": "a"}, [({"heads": True}, 2), ({"heads": False}, 6)])
    >>> [(one.shown["heads"], one.members, str(one.share)) for one in found]
    [(False, 6, '3/4'), (True, 2, '1/4')]
    >>> found.total, found.worst, str(found.expected)
    (8, 6, '5')
    >>> part = counted({"look": "a"}, [({"heads": False}, 6)], rest=2)
    >>> part, str(part[0].share), str(part.expected)
    (<1 outcomes: 6 members, 2 show others; {'look': 'a'}>, '3/4', '5')
    """

    experiment: Plain
    parts: tuple[Outcome, ...]
    rest: int = 0

    @property
    def total(self) -> int:
        """How many members there are."""
        return sum(part.members for part in self.parts) + self.rest

    @property
    def worst(self) -> int:
        """The members that the largest outcome holds."""
        return max((*(part.members for part in self.parts), self.rest))

    @property
    def expected(self) -> Fraction:
        """The members that hold the outcome of one of them, on average."""
        known = sum((part.members * part.share for part in self.parts), Fraction(0))
        return known + Fraction(self.rest * self.rest, self.total) if self.rest else known

    @overload
    def __getitem__(self, at: int) -> Outcome: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Outcome]: ...

    def __getitem__(self, at: int | slice) -> Outcome | Sequence[Outcome]:
        return self.parts[at]

    def __len__(self) -> int:
        return len(self.parts)

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.parts)

    def __repr__(self) -> str:
        sizes = ", ".join(str(part.members) for part in self.parts[:10])
        more = ", …" if len(self.parts) > 10 else ""
        rest = f", {self.rest} show others" if self.rest else ""
        shown = f"{len(self.parts)} outcomes: {sizes}{more} members{rest}"
        return cut(f"<{shown}; {dict(self.experiment)}>")

    def to_pandas(self) -> DataFrame:
        """A frame with one row an outcome. Raises UsageError where pandas is not installed."""
        heads = list(dict.fromkeys(key for part in self.parts for key in part.shown))
        rows = [
            (*(part.shown.get(key) for key in heads), part.members, float(part.share))
            for part in self.parts
        ]
        return data_frame(rows, (*heads, "members", "share"))


def counted(experiment: Plain, found: Iterable[tuple[Plain, int]], rest: int = 0) -> Outcomes:
    """Outcomes with the members that show them; equal ones are added, *rest* members show others."""
    kinds: dict[str, Plain] = {}
    numbers: dict[str, int] = {}
    for shown, members in found:
        key = json.dumps(shown, sort_keys=True, default=str)
        kinds.setdefault(key, shown)
        numbers[key] = numbers.get(key, 0) + members
    total = sum(numbers.values()) + rest
    order = sorted(numbers, key=lambda key: (-numbers[key], key))
    parts = [Outcome(kinds[key], numbers[key], Fraction(numbers[key], total)) for key in order]
    return Outcomes(experiment, tuple(parts), rest)
