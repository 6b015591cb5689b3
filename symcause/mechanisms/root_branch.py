"""A branch of a space of mechanisms: the members with one root set, as an acyclic choice.

Every endogenous variable picks a parent set, weighted by how many fitting mechanisms use exactly
those parents, such that the picks form a DAG (:mod:`symcause.solvers.acyclic.acyclic_choices`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Generic

from msgspec import Struct

from symcause.budgets import Meter
from symcause.mechanisms.local_space import Build, F, LocalSpace, M, MechanismModel, S
from symcause.models.bit_sets import mask_of
from symcause.solvers.acyclic.acyclic_choices import enumerate_acyclic
from symcause.solvers.acyclic.choice_sampler import Sampler
from symcause.solvers.acyclic.choice_weight import count_acyclic, counting_steps, least_steps
from symcause.solvers.acyclic.node_placement import Placement

_PLACED = 16  # looks in the time that each variable takes


class Branch(Struct, Generic[S, F, M], frozen=True, dict=True):
    """The members with one root set; ``spaces[i]`` is None where variable *i* is a root."""

    variables: tuple[str, ...]
    roots: tuple[str, ...]
    spaces: tuple[S | None, ...]
    build: Build[F, M]
    placement: Placement | None = None  # of all variables, where many root sets share it
    looked: int | None = None  # and how many parent sets it looks at here

    @cached_property
    def choices(self) -> list[Mapping[int, int]]:
        """The acyclic-choice problem over all variables; roots have nothing to choose."""
        return [{0: 1} if space is None else space.weights for space in self.spaces]

    @cached_property
    def least(self) -> list[Mapping[int, int]]:
        """Choices enough to tell what can be placed: the parent sets that no other one makes idle."""
        return [{0: 1} if space is None else space.least for space in self.spaces]

    @cached_property
    def least_steps(self) -> int:
        """Counting takes at least so long."""
        return least_steps(self.choices)

    @cached_property
    def steps(self) -> int:
        """How long counting takes; raises LimitError beyond reach."""
        return counting_steps(self.choices)

    @cached_property
    def count(self) -> int:
        """The number of members; raises LimitError before it begins if that takes too long."""
        return count_acyclic(self.choices)

    @cached_property
    def is_empty(self) -> bool:
        if self.placement is None:
            return self._own.closed(0, 0) != self._own.full
        return self.placement.closed(self._rooted, self._rooted) != self.placement.full

    @cached_property
    def _own(self) -> Placement:
        """Of these variables alone, where the roots have nothing to wait for."""
        waiting = ~self._rooted
        least = [{group & waiting for group in options} for options in self.least]
        return Placement(range(len(self.variables)), least)

    @property
    def _rooted(self) -> int:
        """The roots, as a mask."""
        return mask_of(self.variables.index(root) for root in self.roots)

    @cached_property
    def looks(self) -> int:
        """What placing all variables takes, in looks at a parent set."""
        looked = sum(map(len, self.least)) if self.looked is None else self.looked
        return looked + _PLACED * len(self.variables)

    def is_empty_within(self, looks: Meter) -> bool:
        """The same as :attr:`is_empty`, counted."""
        if "is_empty" not in self.__dict__:
            looks.spend(self.looks)
        return self.is_empty

    def before(self, variable: str) -> int:
        """The largest set of variables that can come before *variable* in some member."""
        at = self.variables.index(variable)
        if self.placement is None:
            return self._own.closed(0, 0, barred=1 << at)
        return self.placement.closed(self._rooted, self._rooted, barred=1 << at)

    @cached_property
    def sampler(self) -> Sampler:
        return Sampler(self.choices)

    def local(self, variable: str) -> S:
        space = self.spaces[self.variables.index(variable)]
        assert space is not None, f"{variable} is a root here"
        return space

    @property
    def endogenous(self) -> tuple[S, ...]:
        return tuple(space for space in self.spaces if space is not None)

    def live(self, variable: str) -> tuple[int, ...]:
        """The parent sets that *variable* has in some member."""
        if self.is_empty:
            return ()
        outside = ~self.before(variable)
        return tuple(sorted(group for group in self.local(variable).weights if not group & outside))

    def members(self, after: M | None = None) -> Iterator[M]:
        """The members in order, those behind *after* if it is given."""
        start = (
            None if after is None else [0 if s is None else _group(s, after) for s in self.spaces]
        )
        for groups in enumerate_acyclic(self.choices, start):
            tables = None
            if after is not None and start is not None and list(groups) == start:
                tables = [
                    0 if s is None else after.functions[s.variable].table for s in self.spaces
                ]
            for functions in self._functions(groups, {}, tables):
                member = self.build(self.roots, functions)
                if member != after:
                    yield member

    def _functions(
        self, groups: Sequence[int], chosen: dict[str, F], tables: Sequence[int] | None
    ) -> Iterator[dict[str, F]]:
        at = next(
            (i for i, s in enumerate(self.spaces) if s is not None and s.variable not in chosen),
            None,
        )
        if at is None:
            yield chosen
            return
        space = self.spaces[at]
        assert space is not None
        for function in space.functions(groups[at], tables[at] if tables else 0):
            on_edge = tables if tables and function.table == tables[at] else None
            yield from self._functions(groups, {**chosen, space.variable: function}, on_edge)

    def ordered(self, groups: Sequence[int]) -> list[int]:
        """The variables that have a mechanism, each behind its parents, if these are the parents."""
        order: list[int] = []
        rest = [v for v, space in enumerate(self.spaces) if space is not None]
        waiting = mask_of(rest)
        while rest:
            later = []
            for v in rest:
                if groups[v] & waiting:
                    later.append(v)
                else:
                    order.append(v)
                    waiting ^= 1 << v
            rest = later
        return order

    def draw(self, rng: random.Random) -> M:
        return self.build(self.roots, self.drawn(rng)[1])

    def drawn(self, rng: random.Random) -> tuple[tuple[int, ...], dict[str, F]]:
        """The parent sets and the functions of a member that is drawn."""
        groups = self.sampler.draw(rng)
        return groups, {
            space.variable: space.draw(group, rng)
            for space, group in zip(self.spaces, groups, strict=True)
            if space is not None
        }


def _group(space: LocalSpace[F], member: MechanismModel[F]) -> int:
    return space.group(member.functions[space.variable])
