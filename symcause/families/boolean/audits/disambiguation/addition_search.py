"""The search for the fewest additions that leave one model where cells were not observed.

An addition is a further world that gold could show, or a hidden cell that is read after all, with the value
that it has in the completion of the rows that suits gold best. Unobserved cells couple the mechanisms, so
nothing is counted by pattern: a member that survives a choice S survives a largest superset T of it, and as
more evidence only refutes, every choice that refutes this member takes something outside T. These demands
are learned one by one (:mod:`symcause.solvers.sets.hitting_sets`); the first proposal that leaves no member
which all additions together refute is smallest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Protocol

from symcause.answers import Unknown
from symcause.errors import LimitError, UsageError
from symcause.families.boolean.audits.disambiguation.world_search import legal_gold, named
from symcause.families.boolean.audits.pool.world_pool import PoolOptions, candidate_worlds
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.boolean_space import BooleanSpace
from symcause.families.boolean.space.noise.cell_disturbance import (
    disturbance,
    disturbed_by,
    errors_needed,
)
from symcause.families.boolean.space.space_choice import open_space
from symcause.models.bit_sets import bits
from symcause.solvers.sets.hitting_sets import fewest

MOST_LISTED = 1_000
"""Most members that are looked at one by one."""

_LEARNED = 10  # demands taken from one look at what a proposal leaves

Cell = tuple[int, int, str]
"""Training world, row, variable."""


class Additions(Protocol):
    """What may be added to a problem, numbered."""

    @property
    def size(self) -> int: ...
    def added(self, chosen: int) -> BooleanProblem:
        """The problem with a choice of them."""

    def costs(self, model: BooleanSCM, chosen: int, more: int) -> int:
        """How many cells the model disturbs with a choice and one more."""


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

    def costs(self, model: BooleanSCM, chosen: int, more: int) -> int:
        taken = tuple(self.worlds[i] for i in bits(chosen | 1 << more))
        return disturbed_by(self.problem, model) + len(
            disturbance(self.problem, model, taken).disturbed
        )


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

    def costs(self, model: BooleanSCM, chosen: int, more: int) -> int:
        return disturbed_by(self.added(chosen | 1 << more), model)


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
        replace(world, rows=tuple("".join(row) for row in told))
        for world, told in zip(problem.training, rows, strict=True)
    )
    training = set(map(id, problem.training))
    worlds = tuple(next(made) if id(world) in training else world for world in problem.worlds)
    kept = tuple(name for name in problem.latent if all(c[2] != name for c in values))
    return replace(problem, worlds=worlds, latent=kept)


@dataclass(frozen=True)
class Found:
    """A choice of additions; *minimal*: no fewer of them do it. A count beyond reach is None."""

    chosen: int
    lower_bound: int
    count_before: int | None
    count_after: int

    @property
    def minimal(self) -> bool:
        return self.chosen.bit_count() == self.lower_bound


@dataclass(frozen=True)
class AdditionSearch:
    """Gold, the class, and what may be added."""

    problem: BooleanProblem
    hypotheses: HypothesisClass
    gold: BooleanSCM
    additions: Additions

    def run(self) -> Iterator[Found]:
        """Better and better choices; the last is smallest. Raises LimitError beyond reach."""
        every = (1 << self.additions.size) - 1
        left = list(islice(self._others(every), MOST_LISTED + 1))
        if len(left) > MOST_LISTED:
            raise LimitError(f"all additions together leave more than {MOST_LISTED:,} models")
        before = self._counted(0)
        for best in fewest(every, (), self._demands):
            if best.chosen != every or best.optimal:
                yield Found(best.chosen, best.lower_bound, before, len(left) + 1)

    def _counted(self, chosen: int) -> int | None:
        number = sum(1 for _ in islice(self._others(chosen), MOST_LISTED + 1))
        return None if number > MOST_LISTED else number + 1

    def _others(self, chosen: int) -> Iterator[BooleanSCM]:
        """Members beside gold."""
        for model in self._space(chosen).others(self.gold):
            if isinstance(model, Unknown):
                raise LimitError(model.reason)
            yield model

    def _space(self, chosen: int) -> BooleanSpace:
        return open_space(self.additions.added(chosen), self.hypotheses)

    def _demands(self, chosen: int) -> list[int]:
        """Of what every sufficient choice takes something that this one does not."""
        learned: list[int] = []
        for number, model in enumerate(self._others(chosen)):
            if number >= MOST_LISTED:
                raise LimitError(f"more than {MOST_LISTED:,} models to look at one by one")
            demand = self._outside(model, chosen)
            if demand and demand not in learned:
                learned.append(demand)
            if len(learned) >= _LEARNED:
                break
        return learned

    def _outside(self, model: BooleanSCM, chosen: int) -> int:
        """What a largest choice that the model survives leaves out; nothing if it survives all."""
        taken = chosen
        for i in range(self.additions.size):
            if not taken >> i & 1 and self._survives(model, taken, i):
                taken |= 1 << i
        return ~taken & ((1 << self.additions.size) - 1)

    def _survives(self, model: BooleanSCM, taken: int, more: int) -> bool:
        return self.additions.costs(model, taken, more) <= self._most

    @property
    def _most(self) -> int:
        """Disturbed cells of a member."""
        return self.hypotheses.errors


def holed_gold(problem: BooleanProblem, hypotheses: HypothesisClass) -> BooleanSCM:
    """Gold as a member of the space, or the reason why additions make no sense."""
    gold = legal_gold(problem)
    needed = errors_needed(problem, gold, hypotheses.errors)
    if needed is not None:
        raise UsageError(
            f"the gold model of {problem.id} is invalid: it disturbs {needed} training cells, the class "
            f"allows {hypotheses.errors}",
            remedy=f"--errors {needed} would do",
        )
    if open_space(problem, hypotheses).objections(gold):
        raise UsageError(
            f"the gold model of {problem.id} is outside the class: {hypotheses}",
            remedy="widen the class",
        )
    return gold


def _settable(world: World, problem: BooleanProblem) -> bool:
    """Does a world set nothing latent, and leave something to see?"""
    hidden = {*world.targets, *problem.latent}
    return not set(world.targets) & set(problem.latent) and hidden < set(problem.variables)


def _hide(world: World, hidden: list[int]) -> World:
    if not hidden:
        return world
    rows = ("".join("?" if i in hidden else bit for i, bit in enumerate(row)) for row in world.rows)
    return replace(world, rows=tuple(rows))
