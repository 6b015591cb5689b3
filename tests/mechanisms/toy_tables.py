"""A toy family of two to four values: problems, their spaces and questions, and a generator of problems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import product
from math import prod
from random import Random

from symcause.audits.experiments.outcome_shares import Plain
from symcause.mechanisms.tables.table_branches import TableBranches, TableChoice
from symcause.mechanisms.tables.table_cells import TableCells, TableExperiment, table_contexts
from symcause.mechanisms.tables.table_evidence import TableEvidence, TableWorld
from symcause.mechanisms.tables.table_functions import TableFunction, reduced
from symcause.mechanisms.tables.table_list import TableList
from symcause.mechanisms.tables.table_models import TableModel
from symcause.mechanisms.tables.table_version_space import TableVersionSpace
from symcause.mechanisms.tables.table_worlds import TableWorldChoice
from symcause.solvers.sets.hitting_sets import Fewest

ROWS = 3
"""Contexts of every experiment: the first rows of the first world."""


@dataclass(frozen=True)
class Toy:
    """Evidence, the roots or how many there are, and the same class for all variables."""

    evidence: TableEvidence
    roots: tuple[str, ...] | int
    most: int
    least: int = 0
    required: tuple[tuple[str, str], ...] = ()  # parent, child
    listed: bool = False
    ordered: bool = False

    @property
    def size(self) -> dict[str, int]:
        return dict(zip(self.evidence.variables, self.evidence.sizes, strict=True))

    def space(self) -> TableBranches:
        given = () if isinstance(self.roots, int) else self.roots
        free = [v for v in self.evidence.variables if v not in given]
        return TableBranches(self.evidence, self.roots, {v: self._choice(v) for v in free})

    def candidates(self, v: str) -> tuple[str, ...]:
        """All other variables, or those before it."""
        names = self.evidence.variables
        return names[: names.index(v)] if self.ordered else tuple(p for p in names if p != v)

    def _choice(self, v: str) -> TableChoice:
        others = self.candidates(v)
        required = tuple(p for p, child in self.required if child == v)

        def listing(parents: tuple[str, ...]) -> TableList:
            return of_sums(tuple(self.size[p] for p in parents), self.size[v])

        known = listing if self.listed else None
        return TableChoice(others, self.most, self.least, required, known)

    def experiments(self) -> list[TableExperiment]:
        """Each variable set to each value, and mere observation."""
        single = [((v, x),) for v, size in self.size.items() for x in range(size)]
        return [TableExperiment(assignments) for assignments in [*single, ()]]

    @property
    def contexts(self) -> tuple[tuple[int, ...], ...]:
        return self.evidence.worlds[0].rows[:ROWS]

    def cells(self) -> TableCells:
        return TableCells(self.space(), table_contexts(self.evidence, self.contexts))

    def outcome(self, model: TableModel, experiment: TableExperiment) -> tuple[int, ...]:
        """A column for each variable, as :class:`TableCells` has it."""
        names, width = self.evidence.variables, (max(self.evidence.sizes) - 1).bit_length()
        do = dict(experiment.assignments)
        runs = [model.run(dict(zip(names, row, strict=True)), do) for row in self.contexts]
        return tuple(sum(run[v] << r * width for r, run in enumerate(runs)) for v in names)

    def world(self, model: TableModel, experiment: TableExperiment) -> TableWorld:
        """The same as evidence."""
        names, do = self.evidence.variables, dict(experiment.assignments)
        runs = [model.run(dict(zip(names, row, strict=True)), do) for row in self.contexts]
        return TableWorld(tuple(tuple(run[v] for v in names) for run in runs), experiment.targets)

    def disambiguated(self, gold: TableModel, worlds: list[TableWorld]) -> Fewest:
        *_, best = TableWorldChoice(self.space(), gold, worlds).run(most_rounds=100)
        return best

    def told(self, worlds: list[TableWorld]) -> Toy:
        """With further worlds."""
        told = (*self.evidence.worlds, *worlds)
        return replace(self, evidence=TableEvidence(*self._shape, told))

    @property
    def _shape(self) -> tuple[tuple[str, ...], tuple[int, ...]]:
        return self.evidence.variables, self.evidence.sizes


@dataclass(frozen=True, repr=False, eq=False)
class ToySpace(TableVersionSpace):
    """The version space of a toy, as a family opens it."""

    problem: Toy

    def opened(self) -> TableBranches:
        return self.problem.space()

    @cached_property
    def contexts(self) -> tuple[tuple[int, ...], ...]:
        return self.problem.contexts

    def learnt(self, experiment: Plain, outcome: Plain) -> Toy:
        return self.problem.told([self.seen(experiment, outcome)])


@cache
def of_sums(sizes: tuple[int, ...], values: int) -> TableList:
    """A listed class: what depends on the sum of the inputs; it is as long as its outputs add up to."""
    sums = [sum(inputs) for inputs in product(*[range(s) for s in reversed(sizes)])]
    tables = [[f[s] for s in sums] for f in product(range(values), repeat=max(sums) + 1)]
    return TableList.of(sizes, values, tables, [1 + sum(t) for t in tables])


def toy(seed: int, hidden: bool = False) -> tuple[Toy, TableModel, Random]:
    """A small problem with its gold; every other one mixed, some in order, every fifth listed."""
    rng = Random(f"tables {seed}")
    k = (2, 3, 4)[seed % 3]
    names = tuple("ABCD"[: 4 if k == 2 else 3])
    sizes = tuple(rng.choice((2, k)) if seed % 2 else k for _ in names)
    most = 2 if prod(sizes) <= 18 else 1
    roots = tuple(rng.sample(names, 1 if hidden else rng.randint(0, 1)))
    listed, ordered, size = seed % 5 == 4, rng.random() < 0.4, dict(zip(names, sizes, strict=True))
    roots = names[:1] if ordered else roots
    gold = model(rng, size, roots, most, listed, ordered)
    shown = [world(rng, gold, size, (), 3 + k)]
    for _ in range(rng.randint(1, 3)):
        targets = tuple(rng.sample(names, rng.randint(1, 2)))
        shown.append(world(rng, gold, size, targets, 2 + k))
    edges = [(p, v) for v, f in gold.functions.items() for p in f.parents]
    required = (rng.choice(edges),) if edges and rng.random() < 0.3 else ()
    least = int(rng.random() < 0.3 and all(f.parents for f in gold.functions.values()))
    evidence = TableEvidence(names, sizes, tuple(shown))
    given = 1 if hidden else roots
    return Toy(evidence, given, most, least, required, listed, ordered), gold, rng


def model(
    rng: Random,
    size: Mapping[str, int],
    roots: tuple[str, ...],
    most: int,
    listed: bool = False,
    ordered: bool = False,
) -> TableModel:
    """A random model along a random order, or that of the variables."""
    names, functions = tuple(size), dict[str, TableFunction]()
    before = list(roots)
    inner = [v for v in names if v not in roots]
    for v in inner if ordered else rng.sample(inner, len(inner)):
        parents = sorted(rng.sample(before, min(len(before), rng.randint(1, most))))
        shape = tuple(size[p] for p in parents)
        outputs = [rng.randrange(size[v]) for _ in range(prod(shape))]
        functions[v] = reduced(parents, outputs, shape, size[v])
        if listed:
            table = rng.choice(of_sums(shape, size[v]).tables)
            functions[v] = TableFunction(tuple(parents), table, shape, size[v])
        before.append(v)
    return TableModel(roots, functions)


def world(
    rng: Random, gold: TableModel, size: Mapping[str, int], targets: tuple[str, ...], rows: int
) -> TableWorld:
    """Rows that gold shows, with random values of roots and targets."""
    runs = []
    for _ in range(rows):
        given = {v: rng.randrange(size[v]) for v in size}
        runs.append(gold.run(given, {t: given[t] for t in targets}))
    return TableWorld(tuple(tuple(run[v] for v in size) for run in runs), targets)
