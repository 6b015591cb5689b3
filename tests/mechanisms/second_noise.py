"""A second engine for disturbed cells: every table, every model, every cell, one by one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product

Row = tuple[int, ...]


@dataclass(frozen=True)
class SeenWorld:
    """Rows that were read while some variables were set."""

    id: str
    targets: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Toy:
    """What a toy problem is about; the roots are given, or any set of their number."""

    sizes: Mapping[str, int]
    roots: tuple[str, ...]
    hidden: bool
    most: int  # parents
    worlds: tuple[SeenWorld, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.sizes)

    def root_sets(self) -> Iterator[tuple[str, ...]]:
        """Those that leave a cell to predict."""
        every = combinations(self.names, len(self.roots)) if self.hidden else [self.roots]
        for roots in every:
            inner = [v for v in self.names if v not in roots]
            if any(v not in world.targets for world in self.worlds for v in inner):
                yield roots


@dataclass(frozen=True)
class Mapped:
    """A mechanism as it is defined: inputs that matter, and an output for each of their patterns."""

    parents: tuple[str, ...]
    table: int

    def outputs(self, values: int, patterns: int) -> list[int]:
        return [self.table // values**p % values for p in range(patterns)]


@dataclass(frozen=True)
class MappedModel:
    roots: tuple[str, ...]
    functions: Mapping[str, Mapped]

    def changed(self, other: MappedModel) -> tuple[str, ...]:
        names = {*self.functions, *other.functions}
        return tuple(v for v in names if self.functions.get(v) != other.functions.get(v))

    @property
    def key(self) -> tuple[object, ...]:
        return tuple(sorted(self.roots)), tuple(sorted(self.functions.items()))


def _patterns(toy: Toy, parents: tuple[str, ...]) -> list[Row]:
    """The values of the parents, those of the first one changing fastest."""
    ranges = [range(toy.sizes[p]) for p in reversed(parents)]
    return [values[::-1] for values in product(*ranges)]


def functions(toy: Toy, variable: str) -> list[Mapped]:
    """All mechanisms of a variable in which every parent matters."""
    others = [v for v in toy.names if v != variable]
    values, found = toy.sizes[variable], []
    for number in range(min(toy.most, len(others)) + 1):
        for parents in combinations(others, number):
            patterns = _patterns(toy, parents)
            for said in product(range(values), repeat=len(patterns)):
                by = dict(zip(patterns, said, strict=True))
                if all(_matters(by, place) for place in range(number)):
                    table = sum(v * values**p for p, v in enumerate(said))
                    found.append(Mapped(parents, table))
    return found


def _matters(by: Mapping[Row, int], place: int) -> bool:
    pairs = combinations(by, 2)
    same = [(a, b) for a, b in pairs if a[:place] + a[place + 1 :] == b[:place] + b[place + 1 :]]
    return any(by[a] != by[b] for a, b in same)


def number_of_tables(toy: Toy, variable: str) -> int:
    """How many have to be looked at."""
    others = [v for v in toy.names if v != variable]
    sets = (s for k in range(toy.most + 1) for s in combinations(others, k))
    return sum(toy.sizes[variable] ** len(_patterns(toy, s)) for s in sets)


def models(toy: Toy, listed: Mapping[str, list[Mapped]]) -> list[MappedModel]:
    """All acyclic models of these mechanisms."""
    found = []
    for roots in toy.root_sets():
        inner = [v for v in toy.names if v not in roots]
        for chosen in product(*(listed[v] for v in inner)):
            mechanisms = dict(zip(inner, chosen, strict=True))
            if _acyclic(mechanisms):
                found.append(MappedModel(roots, mechanisms))
    return found


def _acyclic(mechanisms: Mapping[str, Mapped]) -> bool:
    left = dict(mechanisms)
    while left:
        ready = [v for v, f in left.items() if not set(f.parents) & set(left)]
        if not ready:
            return False
        for v in ready:
            del left[v]
    return True


def disturbed(toy: Toy, variable: str, function: Mapped, worlds: tuple[SeenWorld, ...]) -> int:
    """The cells of a variable in which its mechanism gives another value than was read."""
    patterns = _patterns(toy, function.parents)
    said = function.outputs(toy.sizes[variable], len(patterns))
    wrong = 0
    for world in worlds:
        if variable not in world.targets:
            for row in world.rows:
                read = dict(zip(toy.names, row, strict=True))
                inputs = tuple(read[p] for p in function.parents)
                wrong += said[patterns.index(inputs)] != read[variable]
    return wrong


def cost(toy: Toy, model: MappedModel, worlds: tuple[SeenWorld, ...] | None = None) -> int:
    worlds = toy.worlds if worlds is None else worlds
    return sum(disturbed(toy, v, f, worlds) for v, f in model.functions.items())


def random_toy(rng: random.Random, largest: int = 4, tables: int = 90) -> Toy:
    """A small problem whose models can be listed; numbers of values are mixed."""
    while True:
        names = [f"X{i}" for i in range(rng.choice((2, 3, 3)))]
        sizes = {v: rng.choice([*range(2, largest + 1), 1, 3]) for v in names}
        roots = tuple(sorted(rng.sample(names, rng.randint(0, 1)), key=names.index))
        worlds = tuple(
            SeenWorld(
                f"w{i}",
                tuple(v for v in names if rng.random() < 0.2),
                tuple(_row(rng, sizes) for _ in range(rng.randint(1, 5))),
            )
            for i in range(rng.randint(1, 3))
        )
        toy = Toy(sizes, roots, rng.random() < 0.3, rng.choice((1, 1, 2)), worlds)
        numbers = [number_of_tables(toy, v) for v in names if toy.hidden or v not in roots]
        if max(numbers) <= tables and _product(numbers) <= 20_000:
            return toy


def _row(rng: random.Random, sizes: Mapping[str, int]) -> Row:
    """Later variables mostly follow earlier ones, so that some models cost little."""
    row: list[int] = []
    for size in sizes.values():
        follows = row and rng.random() < 0.7
        row.append(row[-1] % size if follows else rng.randrange(size))
    return tuple(row)


def _product(numbers: list[int]) -> int:
    total = 1
    for number in numbers:
        total *= number
    return total
