"""Additions to evidence with unobserved cells: further worlds of gold, or hidden cells that are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from symcause.families.boolean.audits.disambiguation.world_search import by_preference, named
from symcause.families.boolean.audits.pool.world_pool import PoolOptions, candidate_worlds
from symcause.families.boolean.models.replay import disturbed_cells
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.noise.cell_disturbance import disturbance, disturbed_by
from symcause.models.bit_sets import bits

Cell = tuple[int, int, str]
"""Training world, row, variable."""


class Additions(Protocol):
    """What may be added to a problem, numbered."""

    @property
    def size(self) -> int: ...
    def added(self, chosen: int) -> BooleanProblem:
        """The problem with a choice of them."""

    @property
    def preferred(self) -> Sequence[int]:
        """Which are rather taken than others."""

    def survived(self, model: BooleanSCM, chosen: int, most: int) -> int:
        """A largest choice from this one on with which a model disturbs at most so many cells."""


@dataclass(frozen=True)
class FurtherWorlds:
    """Worlds that gold could show; latent variables stay hidden in them."""

    problem: BooleanProblem
    worlds: tuple[World, ...]

    @classmethod
    def of(cls, problem: BooleanProblem, gold: BooleanSCM, options: PoolOptions) -> FurtherWorlds:
        whole = filled(problem, completion(problem, gold))
        drawn = candidate_worlds(replace(whole, latent=()), gold, options)
        hidden = [problem.variables.index(name) for name in problem.latent]
        return cls(problem, tuple(_hide(w, hidden) for w in drawn if _settable(w, problem)))

    @property
    def size(self) -> int:
        return len(self.worlds)

    def chosen(self, chosen: int) -> tuple[World, ...]:
        return named(self.problem, [self.worlds[i] for i in bits(chosen)])

    def added(self, chosen: int) -> BooleanProblem:
        return self.problem.with_worlds(self.chosen(chosen))

    @cached_property
    def preferred(self) -> Sequence[int]:
        return by_preference(self.worlds)

    def survived(self, model: BooleanSCM, chosen: int, most: int) -> int:
        """Rows are disturbed and completed each by itself, so that worlds add up."""
        costs = [self._cost(model, world) for world in self.worlds]
        left = most - disturbed_by(self.problem, model) - sum(costs[i] for i in bits(chosen))
        for i, cost in enumerate(costs):
            if not chosen >> i & 1 and cost <= left:
                chosen, left = chosen | 1 << i, left - cost
        return chosen

    def _cost(self, model: BooleanSCM, world: World) -> int:
        if world.holes is None:
            return disturbed_cells(model, (world,), self.problem.variables)
        return len(disturbance(self.problem, model, (world,)).disturbed)


@dataclass(frozen=True)
class ReadCells:
    """Hidden cells that could have been read, with the values that suit gold best."""

    problem: BooleanProblem
    values: dict[Cell, int]

    @classmethod
    def of(cls, problem: BooleanProblem, gold: BooleanSCM) -> ReadCells:
        found = completion(problem, gold)
        return cls(problem, {c: v for c, v in found.items() if c[2] not in problem.latent})

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        order = {name: i for i, name in enumerate(self.problem.variables)}
        return tuple(sorted(self.values, key=lambda cell: (*cell[:2], order[cell[2]])))

    @property
    def size(self) -> int:
        return len(self.cells)

    def added(self, chosen: int) -> BooleanProblem:
        taken = {self.cells[i]: self.values[self.cells[i]] for i in bits(chosen)}
        return filled(self.problem, taken)

    @property
    def preferred(self) -> Sequence[int]:
        return range(self.size)

    def survived(self, model: BooleanSCM, chosen: int, most: int) -> int:
        for i in range(self.size):
            more = chosen | 1 << i
            if more != chosen and disturbed_by(self.added(more), model) <= most:
                chosen = more
        return chosen


def completion(problem: BooleanProblem, gold: BooleanSCM) -> dict[Cell, int]:
    """Values of the unobserved training cells that leave gold the fewest disturbed ones."""
    return disturbance(problem, gold).values


def filled(problem: BooleanProblem, values: dict[Cell, int]) -> BooleanProblem:
    """The problem with these unobserved training cells read."""
    at = {name: i for i, name in enumerate(problem.variables)}
    rows = [[list(row) for row in world.rows] for world in problem.training]
    for (w, r, variable), value in values.items():
        rows[w][r][at[variable]] = str(value)
    made = iter(
        replace(world, rows=tuple("".join(row) for row in texts))
        for world, texts in zip(problem.training, rows, strict=True)
    )
    training = set(map(id, problem.training))
    worlds = tuple(next(made) if id(world) in training else world for world in problem.worlds)
    kept = tuple(name for name in problem.latent if all(c[2] != name for c in values))
    return replace(problem, worlds=worlds, latent=kept)


def _settable(world: World, problem: BooleanProblem) -> bool:
    """Does a world set nothing latent, and leave something to see?"""
    hidden = {*world.targets, *problem.latent}
    return not set(world.targets) & set(problem.latent) and hidden < set(problem.variables)


def _hide(world: World, hidden: list[int]) -> World:
    if not hidden:
        return world
    rows = ("".join("?" if i in hidden else bit for i, bit in enumerate(row)) for row in world.rows)
    return replace(world, rows=tuple(rows))
