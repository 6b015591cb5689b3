"""Members of a Boolean space in order of total AST size, smallest first, listed lazily.

A* over the variables in problem order: a node fixes the mechanisms of the first few and is worth their
sizes plus the least sizes that the others have in any member. Nodes without an acyclic completion are
dropped at once, so every node leads to members. Successors are the next option of the last variable and
the first option of the next one, so nothing is listed before it is needed.

Only mechanisms within the catalogue's reach can be sized. The listing ends, saying so, before the first
total at which a longer one could come in.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass

from symcause.errors import LimitError
from symcause.families.boolean.bounds import SIZED_NODES
from symcause.families.boolean.catalogue import Catalogue
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.exact.root_branch import Branch
from symcause.families.boolean.space.mechanisms.mechanism_groups import LocalSpace
from symcause.solvers.acyclic.acyclic_choices import exists_acyclic


@dataclass(frozen=True)
class Sized:
    """A member with its total AST size."""

    model: BooleanSCM
    total_ast: int


def members_by_size(space: ExactSpace) -> Iterator[Sized]:
    """Members, smallest first; raises LimitError where sizes are no longer known."""
    streams = [
        _Search(branch, space.catalogue).run() for branch in space.branches if not branch.is_empty
    ]
    yield from heapq.merge(*streams, key=lambda found: found.total_ast)


@dataclass(frozen=True)
class _Option:
    size: int
    group: int
    table: int


class _Options:
    """The mechanisms of one variable by size, computed size by size."""

    def __init__(self, branch: Branch, space: LocalSpace, book: Catalogue) -> None:
        self._space, self._book = space, book
        self._live = branch.live(space.variable)
        self._known: list[_Option] = []
        self._size = 0
        # Every mechanism up to the horizon is sized; None if that is every mechanism there is.
        reach = min(book.reach(group.bit_count()) for group in self._live)
        self.horizon = None if space.listing is not None or reach > SIZED_NODES else reach

    @property
    def unsized(self) -> bool:
        """True if the variable has mechanisms that are never sized."""
        while self.get(len(self._known)) is not None:
            pass
        return len(self._known) < sum(self._space.weights[group] for group in self._live)

    def get(self, index: int) -> _Option | None:
        """The option with this index; None beyond the longest that is sized."""
        while len(self._known) <= index:
            if self._size >= (SIZED_NODES if self.horizon is None else self.horizon):
                return None
            self._size += 1
            self._known += sorted(self._of_size(self._size), key=lambda o: (o.group, o.table))
        return self._known[index]

    def _of_size(self, size: int) -> Iterator[_Option]:
        for group in self._live:
            if group.bit_count() >= max(size, 2):
                continue
            seen, value = self._space.fixed(group)
            for found, table in self._book.fitting_by_size(group.bit_count(), size, seen, value):
                if found == size and Function(self._space.parents(group), table) in self._space:
                    yield _Option(size, group, table)


class _Search:
    def __init__(self, branch: Branch, book: Catalogue) -> None:
        self._branch = branch
        self._at = [i for i, s in enumerate(branch.spaces) if s is not None]
        self._options = [_Options(branch, s, book) for s in branch.endogenous]
        firsts = [options.get(0) for options in self._options]
        self._least = [
            (o.horizon or SIZED_NODES) + 1 if f is None else f.size
            for o, f in zip(self._options, firsts, strict=True)
        ]

    def run(self) -> Iterator[Sized]:
        end = self._end()
        heap: list[tuple[int, tuple[int, ...]]] = []
        self._push(heap, (0,))
        while heap:
            total, indices = heapq.heappop(heap)
            if total >= end:
                raise LimitError(
                    f"members of AST size {end} and more may use mechanisms too long to size",
                    remedy="bound the class with --max-ast or --max-parents",
                )
            self._push(heap, (*indices[:-1], indices[-1] + 1))
            if len(indices) < len(self._options):
                self._push(heap, (*indices, 0))
            else:
                yield Sized(self._model(indices), total)
        if any(options.unsized for options in self._options):
            raise LimitError(
                "the other members use mechanisms too long to size",
                remedy="bound the class with --max-ast or --max-parents",
            )

    def _end(self) -> int:
        """The least total that a member with an unsized mechanism could have."""
        base = sum(self._least)
        ends = [
            base - least + options.horizon + 1
            for options, least in zip(self._options, self._least, strict=True)
            if options.horizon is not None
        ]
        return min(ends, default=1 << 62)

    def _push(self, heap: list[tuple[int, tuple[int, ...]]], indices: tuple[int, ...]) -> None:
        """Put the first option from here on that has an acyclic completion."""
        options = self._options[len(indices) - 1]
        *before, index = indices
        while options.get(index) is not None:
            if self._completes((*before, index)):
                fixed = sum(self._option(k, i).size for k, i in enumerate((*before, index)))
                heapq.heappush(heap, (fixed + sum(self._least[len(indices) :]), (*before, index)))
                return
            index += 1

    def _option(self, k: int, index: int) -> _Option:
        option = self._options[k].get(index)
        assert option is not None
        return option

    def _completes(self, indices: tuple[int, ...]) -> bool:
        choices = list(self._branch.choices)
        for k, index in enumerate(indices):
            choices[self._at[k]] = {self._option(k, index).group: 1}
        return exists_acyclic(choices)

    def _model(self, indices: tuple[int, ...]) -> BooleanSCM:
        functions = {}
        for k, index in enumerate(indices):
            space = self._branch.endogenous[k]
            option = self._option(k, index)
            functions[space.variable] = Function(space.parents(option.group), option.table)
        return BooleanSCM(self._branch.roots, functions)
