"""Sizes of Boolean functions: those of one variable, by the size of the shortest expression."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symcause.families.boolean.bounds import SIZED_NODES
from symcause.families.boolean.catalogue import Catalogue
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.space.mechanisms.mechanism_groups import LocalSpace


@dataclass(frozen=True)
class SizedFunctions:
    """The functions of one variable with these parent sets, as far as the catalogue reaches."""

    space: LocalSpace
    groups: Sequence[int]
    book: Catalogue

    largest = SIZED_NODES

    @property
    def horizon(self) -> int | None:
        """Up to this size all functions are known; None: all there are."""
        reach = min(self.book.reach(group.bit_count()) for group in self.groups)
        return None if self.space.listing is not None or reach > SIZED_NODES else reach

    def of_size(self, size: int) -> Iterator[tuple[int, Function]]:
        """The functions of this size, with their parent sets."""
        for group in self.groups:
            if group.bit_count() >= max(size, 2):
                continue
            names, (seen, value) = self.space.parents(group), self.space.fixed(group)
            for own, table in self.book.fitting_by_size(group.bit_count(), size, seen, value):
                if own == size and (function := Function(names, table)) in self.space:
                    yield group, function


@dataclass(frozen=True)
class FunctionSizes:
    """The size of a Boolean function: that of its shortest expression in the catalogue."""

    book: Catalogue

    def sized(self, space: LocalSpace, groups: Sequence[int]) -> SizedFunctions:
        """The functions of a variable with these parent sets, by size."""
        return SizedFunctions(space, groups, self.book)
