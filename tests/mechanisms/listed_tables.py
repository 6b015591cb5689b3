"""Tables of two or three values, listed and looked at one by one: problems that anybody can solve plainly.

A stand-in for the engine of one variable, as slow as it is simple.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import prod

import numpy as np
from numpy.typing import NDArray

from symcause.mechanisms.branch_space import BranchSpace, branches_of
from symcause.mechanisms.local_space import least_sets
from symcause.mechanisms.member_tally import Tally
from symcause.mechanisms.root_branch import Branch
from symcause.mechanisms.worlds.refutation import Pool
from symcause.models.bit_sets import bits, mask_of
from symcause.models.cycles import named_cycle

MOST_TABLES = 81  # of one parent set


@dataclass(frozen=True)
class Table:
    """A mechanism: digit *p* of its table, in the base of the variable's values, is its output for *p*."""

    parents: tuple[str, ...]
    table: int


@dataclass(frozen=True)
class Model:
    """Roots and mechanisms."""

    roots: tuple[str, ...]
    functions: Mapping[str, Table]

    def changed(self, other: Model) -> tuple[str, ...]:
        names = {*self.functions, *other.functions}
        return tuple(sorted(v for v in names if self.functions.get(v) != other.functions.get(v)))

    @property
    def key(self) -> tuple[object, ...]:
        return tuple(sorted(self.roots)), tuple(sorted(self.functions.items(), key=str))


@dataclass(frozen=True)
class World:
    """Rows of values, and the variables that were set."""

    targets: frozenset[str]
    rows: tuple[Mapping[str, int], ...]


@dataclass(frozen=True)
class Class:
    """Variables with their numbers of values; roots, or how many of them there are."""

    sizes: Mapping[str, int]
    roots: tuple[str, ...] | int

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.sizes)

    @property
    def root_sets(self) -> tuple[tuple[str, ...], ...]:
        if isinstance(self.roots, int):
            return tuple(combinations(self.names, self.roots))
        return (self.roots,)

    def output(self, variable: str, function: Table, row: Mapping[str, int]) -> int:
        pattern, place = 0, 1
        for parent in function.parents:
            pattern += place * row[parent]
            place *= self.sizes[parent]
        values = self.sizes[variable]
        return function.table // int(values**pattern) % values

    def fits(self, variable: str, function: Table, worlds: Sequence[World]) -> bool:
        return all(
            self.output(variable, function, row) == row[variable]
            for world in worlds
            if variable not in world.targets
            for row in world.rows
        )

    def functions(self, variable: str) -> tuple[Table, ...]:
        """All mechanisms whose parents all matter, of parent sets with few tables."""
        return self._functions[variable]

    @cached_property
    def _functions(self) -> dict[str, tuple[Table, ...]]:
        return {v: tuple(self._listed(v)) for v in self.names}

    def _listed(self, variable: str) -> Iterator[Table]:
        others = [v for v in self.names if v != variable]
        for parents in (p for k in range(3) for p in combinations(others, k)):
            domains = [range(self.sizes[p]) for p in parents]
            number = self.sizes[variable] ** prod(map(len, domains))
            rows = [dict(zip(parents, values, strict=True)) for values in product(*domains)]
            for table in range(number if number <= MOST_TABLES else 0):
                function = Table(parents, table)
                shown = [(row, self.output(variable, function, row)) for row in rows]
                if all(
                    any(
                        one != other and all(row[q] == with_[q] for q in parents if q != p)
                        for row, one in shown
                        for with_, other in shown
                    )
                    for p in parents
                ):
                    yield function


class Listed:
    """The mechanisms of one variable that fit, from a list."""

    def __init__(self, names: tuple[str, ...], variable: str, fitting: Sequence[Table]) -> None:
        self.names, self.variable, self._all = names, variable, frozenset(fitting)
        self._by_group: dict[int, list[Table]] = {}
        for function in fitting:
            self._by_group.setdefault(self.group(function), []).append(function)
        self.weights = {group: len(some) for group, some in self._by_group.items()}
        self.least = least_sets(self.weights)
        self.total = len(fitting)

    def parents(self, group: int) -> tuple[str, ...]:
        return tuple(self.names[i] for i in bits(group))

    def group(self, function: Table) -> int:
        return mask_of(self.names.index(p) for p in function.parents)

    def __contains__(self, function: Table) -> bool:
        return function in self._all

    def functions(self, group: int, start: int = 0) -> Iterator[Table]:
        return (f for f in self._by_group.get(group, ()) if f.table >= start)

    def draw(self, group: int, rng: random.Random) -> Table:
        return rng.choice(self._by_group[group])


class Space(BranchSpace[Listed, Table, Model]):
    """All models of a class that show these worlds."""

    def __init__(self, models: Class, worlds: Sequence[World]) -> None:
        self.models, self.worlds = models, worlds

    @property
    def variables(self) -> tuple[str, ...]:
        return self.models.names

    @cached_property
    def local(self) -> dict[str, Listed]:
        return {
            v: Listed(
                self.variables,
                v,
                [f for f in self.models.functions(v) if self.models.fits(v, f, self.worlds)],
            )
            for v in self.variables
        }

    @cached_property
    def tally(self) -> Tally:
        roots = self.models.roots
        if isinstance(roots, int):
            return Tally([self.local[v].weights for v in self.variables], roots)
        return Tally([{0: 1} if v in roots else self.local[v].weights for v in self.variables])

    @cached_property
    def branches(self) -> tuple[Branch[Listed, Table, Model], ...]:
        sets = self.models.root_sets
        return branches_of(self.variables, sets, lambda _: True, self.local.__getitem__, Model)


class TablePool(Pool[World]):
    """Worlds of tables."""

    def __init__(self, models: Class, worlds: Sequence[World]) -> None:
        super().__init__(models.names, worlds, tuple(models.sizes.values()))

    @property
    def rows(self) -> NDArray[np.int64]:
        rows = [[row[v] for v in self.variables] for world in self.worlds for row in world.rows]
        return np.array(rows, dtype=np.int64).reshape(-1, len(self.variables))

    @property
    def world_of_row(self) -> NDArray[np.int64]:
        return np.repeat(np.arange(len(self.worlds)), [len(world.rows) for world in self.worlds])

    def scored(self, variable: int) -> NDArray[np.bool_]:
        name = self.variables[variable]
        free = [name not in world.targets for world in self.worlds for _ in world.rows]
        return np.array(free, dtype=bool)


@dataclass(frozen=True)
class Case:
    """A problem with gold, and worlds that gold shows beside those of the evidence."""

    models: Class
    gold: Model
    evidence: tuple[World, ...]
    worlds: tuple[World, ...]

    @cached_property
    def pool(self) -> TablePool:
        return TablePool(self.models, self.worlds)

    def space(self, chosen: int) -> Space:
        return Space(self.models, (*self.evidence, *(self.worlds[i] for i in bits(chosen))))

    @cached_property
    def members(self) -> list[Model]:
        """All models that show the evidence, by plain listing."""
        names, fitting = self.models.names, {}
        for v in names:
            every = self.models.functions(v)
            fitting[v] = [f for f in every if self.models.fits(v, f, self.evidence)]
        found = []
        for roots in self.models.root_sets:
            inner = [v for v in names if v not in roots]
            for functions in product(*(fitting[v] for v in inner)):
                chosen = dict(zip(inner, functions, strict=True))
                if not named_cycle({v: f.parents for v, f in chosen.items()}, inner):
                    found.append(Model(roots, chosen))
        return found

    def refuters(self, model: Model) -> int:
        """The worlds that a model does not show."""
        return mask_of(
            i
            for i, world in enumerate(self.worlds)
            if not all(self.models.fits(v, f, (world,)) for v, f in model.functions.items())
        )

    @cached_property
    def demands(self) -> list[int]:
        return [self.refuters(member) for member in self.members]

    def left(self, chosen: int) -> int:
        return sum(not demand & chosen for demand in self.demands)


def random_case(seed: int) -> Case:
    rng = random.Random(seed)
    while True:
        names = tuple(f"V{i}" for i in range(3))
        sizes = {v: rng.choice((2, 3)) for v in names}
        hidden = seed % 3 == 0
        roots = (rng.choice(names),)
        models = Class(sizes, 1 if hidden else roots)
        order = [*roots, *rng.sample([v for v in names if v not in roots], 2)]
        functions = {
            v: rng.choice(
                [f for f in models.functions(v) if set(f.parents) <= set(order[: order.index(v)])]
            )
            for v in order[1:]
        }
        gold = Model(roots, functions)
        shown = [_world(models, gold, order, rng) for _ in range(8)]
        case = Case(models, gold, tuple(shown[:1]), tuple(shown[1:]))
        if len(case.members) <= 1_500:
            return case


def _world(models: Class, gold: Model, order: Sequence[str], rng: random.Random) -> World:
    targets = frozenset(rng.sample(order, rng.choice((0, 1, 1, 2))))
    rows = []
    for _ in range(rng.choice((1, 2, 3))):
        row: dict[str, int] = {}
        for v in order:
            if v in gold.roots or v in targets:
                row[v] = rng.randrange(models.sizes[v])
            else:
                row[v] = models.output(v, gold.functions[v], row)
        rows.append(row)
    return World(targets, tuple(rows))
