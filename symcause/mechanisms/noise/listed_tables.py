"""Listed tables: the costs of the tables that a class has, parent sets with the same ones together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from symcause.mechanisms.noise.pattern_tallies import Tallied
from symcause.mechanisms.noise.priced_tables import Counts, table_costs

_ENTRIES = 1 << 18  # costs that are taken at a time


class Tables(Protocol):
    """The tables of a class with exactly these parents (a mask), ascending."""

    def __call__(self, variable: int, parents: int) -> tuple[int, ...]: ...


def listed_costs(
    tables: Tables, variable: int, tallied: Sequence[Tallied], parts: int
) -> Iterator[tuple[int, Counts]]:
    """The costs of the listed tables, [table][part], parent set by parent set; only the first parts."""
    for alike in tallied:
        same: dict[tuple[int, ...], list[int]] = {}
        for i, mask in enumerate(alike.masks):
            same.setdefault(tables(variable, mask), []).append(i)
        for listed, sets in same.items():
            step = max(1, _ENTRIES // max(1, len(listed) * parts))
            for some in (sets[i : i + step] for i in range(0, len(sets), step)):
                costs = table_costs(alike.tallies[some, :parts], listed)
                yield from ((alike.masks[i], costs[:, at]) for at, i in enumerate(some))
