"""Members of a space of mechanisms in order of their total size, smallest first, listed lazily.

A* over the variables in problem order: a node fixes the mechanisms of the first few and is worth their
sizes plus the least sizes that the others have in any member. Nodes without an acyclic completion are
dropped at once, so every node leads to members. Successors are the next option of the last variable and
the first option of the next one, so nothing is listed before it is needed.

What the size of a mechanism is the family says, and up to which size it knows all. The listing ends, saying
so, before the first total at which a longer one could come in.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol

from symcause.errors import LimitError
from symcause.mechanisms.branch_space import BranchSpace
from symcause.mechanisms.local_space import F, F_co, M, S, S_contra
from symcause.mechanisms.root_branch import Branch
from symcause.solvers.acyclic.acyclic_choices import exists_acyclic


class SizedMechanisms(Protocol[F_co]):
    """The mechanisms of one variable, by size."""

    @property
    def horizon(self) -> int | None:
        """Up to this size all mechanisms are known; None: all there are."""

    @property
    def largest(self) -> int:
        """No mechanism that is known is larger."""

    def of_size(self, size: int) -> Iterator[tuple[int, F_co]]:
        """The mechanisms of this size, with their parent sets."""


class Sizes(Protocol[S_contra, F_co]):
    """How large mechanisms of a family are."""

    def sized(self, space: S_contra, groups: Sequence[int]) -> SizedMechanisms[F_co]:
        """The mechanisms of a variable with these parent sets, by size."""


@dataclass(frozen=True)
class Sized(Generic[M]):
    """A member with its total size."""

    model: M
    total: int


def members_by_size(space: BranchSpace[S, F, M], sizes: Sizes[S, F]) -> Iterator[Sized[M]]:
    """Members, smallest first; raises LimitError where sizes are no longer known."""
    streams = [_Search(branch, sizes).run() for branch in space.branches if not branch.is_empty]
    yield from heapq.merge(*streams, key=lambda sized: sized.total)


@dataclass(frozen=True)
class _Option(Generic[F]):
    size: int
    group: int
    function: F


class _Options(Generic[S, F]):
    """The mechanisms of one variable by size, computed size by size."""

    def __init__(self, space: S, live: Sequence[int], sizes: Sizes[S, F]) -> None:
        self._number = sum(space.weights[group] for group in live)
        self._sized = sizes.sized(space, live)
        self._known: list[_Option[F]] = []
        self._size = 0
        # Every mechanism up to the horizon is sized; None if that is every mechanism there is.
        self.horizon, self.largest = self._sized.horizon, self._sized.largest

    @property
    def unsized(self) -> bool:
        """True if the variable has mechanisms that are never sized."""
        while self.get(len(self._known)) is not None:
            pass
        return len(self._known) < self._number

    def get(self, index: int) -> _Option[F] | None:
        """The option with this index; None beyond the longest that is sized."""
        while len(self._known) <= index:
            if self._size >= (self.largest if self.horizon is None else self.horizon):
                return None
            self._size += 1
            options = [_Option(self._size, *one) for one in self._sized.of_size(self._size)]
            self._known += sorted(options, key=lambda o: (o.group, o.function.table))
        return self._known[index]


class _Search(Generic[S, F, M]):
    def __init__(self, branch: Branch[S, F, M], sizes: Sizes[S, F]) -> None:
        self._branch = branch
        self._at = [i for i, s in enumerate(branch.spaces) if s is not None]
        self._options = [_Options(s, branch.live(s.variable), sizes) for s in branch.endogenous]
        firsts = [options.get(0) for options in self._options]
        self._least = [
            (o.horizon or o.largest) + 1 if f is None else f.size
            for o, f in zip(self._options, firsts, strict=True)
        ]

    def run(self) -> Iterator[Sized[M]]:
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

    def _option(self, k: int, index: int) -> _Option[F]:
        option = self._options[k].get(index)
        assert option is not None
        return option

    def _completes(self, indices: tuple[int, ...]) -> bool:
        choices = list(self._branch.choices)
        for k, index in enumerate(indices):
            choices[self._at[k]] = {self._option(k, index).group: 1}
        return exists_acyclic(choices)

    def _model(self, indices: tuple[int, ...]) -> M:
        functions = {
            self._branch.endogenous[k].variable: self._option(k, index).function
            for k, index in enumerate(indices)
        }
        return self._branch.build(self._branch.roots, functions)
