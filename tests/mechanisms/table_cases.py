"""Cases for spaces of tables, and all models of a case, listed as functions of tuples of values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from math import prod
from random import Random

from symcause.mechanisms.tables.table_branches import TableBranches, TableChoice
from symcause.mechanisms.tables.table_evidence import TableEvidence, TableWorld
from symcause.mechanisms.tables.table_functions import TableFunction
from symcause.mechanisms.tables.table_list import TableList
from symcause.mechanisms.tables.table_models import TableModel

Plain = tuple[tuple[str, ...], tuple[tuple[tuple[int, ...], int], ...]]
"""Parents, and the output for each tuple of their values."""


@dataclass(frozen=True)
class Case:
    """Evidence, roots (or how many), and one choice for all variables."""

    evidence: TableEvidence
    roots: tuple[str, ...] | int
    most: int
    least: int = 0
    required: tuple[tuple[str, str], ...] = ()  # parent, child
    listed: bool = False

    @property
    def size(self) -> dict[str, int]:
        return dict(zip(self.evidence.variables, self.evidence.sizes, strict=True))

    def space(self) -> TableBranches:
        names = self.evidence.variables
        choices = {v: self._choice(v) for v in names if self.roots == () or v not in self._given}
        return TableBranches(self.evidence, self.roots, choices)

    @property
    def _given(self) -> tuple[str, ...]:
        return () if isinstance(self.roots, int) else self.roots

    def _choice(self, v: str) -> TableChoice:
        others = tuple(p for p in self.evidence.variables if p != v)
        required = tuple(p for p, child in self.required if child == v)

        def listing(parents: tuple[str, ...]) -> TableList:
            return _list(tuple(self.size[p] for p in parents), self.size[v])

        return TableChoice(
            others, self.most, self.least, required, listing if self.listed else None
        )

    def members(self) -> list[TableModel]:
        """All of them, each once, in no order."""
        names, found = self.evidence.variables, []
        options = {v: list(self.mechanisms(v)) for v in names}
        sets = (
            combinations(names, self.roots) if isinstance(self.roots, int) else iter((self.roots,))
        )
        shown = {v for w in self.evidence.worlds for v in names if w.rows and v not in w.targets}
        for roots in sets:
            if isinstance(self.roots, int) and shown <= set(roots):
                continue
            if any(child in roots for _, child in self.required):
                continue
            own = [v for v in names if v not in roots]
            for picked in product(*[options[v] for v in own]):
                functions = dict(zip(own, picked, strict=True))
                if _ordered(functions):
                    tables = {v: self.table(v, f) for v, f in functions.items()}
                    found.append(TableModel(roots, tables))
        return found

    def mechanisms(self, v: str, fitting: bool = True) -> Iterator[Plain]:
        """All functions of a variable in the class, or only those that fit its rows."""
        names, size = self.evidence.variables, self.size
        rows = [r for w in self.evidence.worlds if v not in w.targets for r in w.rows]
        seen = [dict(zip(names, row, strict=True)) for row in rows] if fitting else []
        needed = {p for p, child in self.required if child == v}
        for k in range(self.least, self.most + 1):
            for parents in combinations([p for p in names if p != v], k):
                inputs = list(product(*[range(size[p]) for p in parents]))
                for outputs in product(range(size[v]), repeat=len(inputs)):
                    f = dict(zip(inputs, outputs, strict=True))
                    if (
                        needed <= set(parents)
                        and all(f[tuple(s[p] for p in parents)] == s[v] for s in seen)
                        and all(_essential(f, j) for j in range(k))
                        and (not self.listed or _in_class(f))
                    ):
                        yield parents, tuple(f.items())

    def table(self, v: str, plain: Plain) -> TableFunction:
        """The same function as a table."""
        parents, f = plain
        base, table = self.size[v], 0
        for inputs, output in f:
            pattern, radix = 0, 1
            for p, value in zip(parents, inputs, strict=True):
                pattern, radix = pattern + value * radix, radix * self.size[p]
            table += output * base**pattern
        return TableFunction(parents, table, tuple(self.size[p] for p in parents), base)


def _essential(f: Mapping[tuple[int, ...], int], j: int) -> bool:
    return any(f[x] != f[(*x[:j], 0, *x[j + 1 :])] for x in f)


def _in_class(f: Mapping[tuple[int, ...], int]) -> bool:
    """The toy class: the output depends on the sum of the inputs alone."""
    by_sum: dict[int, set[int]] = {}
    for inputs, output in f.items():
        by_sum.setdefault(sum(inputs), set()).add(output)
    return all(len(outputs) == 1 for outputs in by_sum.values())


@cache
def _list(sizes: tuple[int, ...], values: int) -> TableList:
    """The same class as a list; its tables are as long as they have changes of output."""
    sums = [sum(reversed(x)) for x in product(*[range(s) for s in reversed(sizes)])]
    tables = [[f[s] for s in sums] for f in product(range(values), repeat=max(sums) + 1)]
    return TableList.of(sizes, values, tables, [1 + sum(t) for t in tables])


def length(function: TableFunction) -> int:
    """How long a table of the toy class is."""
    return 1 + sum(function.outputs)


def _ordered(functions: Mapping[str, Plain]) -> bool:
    waiting = set(functions)
    while waiting:
        ready = {v for v in waiting if waiting.isdisjoint(functions[v][0])}
        if not ready:
            return False
        waiting -= ready
    return True


def random_case(seed: int, hidden: bool = False) -> Case:
    """A small case with 2 to 4 values, every other one mixed, every fifth of a listed class."""
    rng = Random(f"tables {seed}")
    k = (2, 3, 4)[seed % 3]
    number = 4 if k == 2 else 3
    names = tuple("ABCD"[:number])
    sizes = tuple(rng.choice((2, k)) if seed % 2 else k for _ in names)
    most = 2 if prod(sizes) <= 18 else 1
    roots: tuple[str, ...] | int = 1 if hidden else tuple(rng.sample(names, rng.randint(0, 1)))
    given = names[:1] if isinstance(roots, int) else roots
    gold = _gold(rng, names, sizes, given, most)
    worlds = [_world(rng, gold, names, sizes, (), 3 + k)]
    for _ in range(rng.randint(1, 3)):
        targets = tuple(rng.sample(names, rng.randint(1, 2)))
        worlds.append(_world(rng, gold, names, sizes, targets, 2 + k))
    evidence = TableEvidence(names, sizes, tuple(worlds))
    required = ((names[0], names[-1]),) if seed % 7 == 3 and names[-1] not in given else ()
    least = 1 if seed % 11 == 5 and not required else 0
    return Case(evidence, roots, most, least, required, seed % 5 == 4)


def _gold(
    rng: Random, names: tuple[str, ...], sizes: tuple[int, ...], roots: tuple[str, ...], most: int
) -> dict[str, Plain | None]:
    """Functions in topological order; None for a root."""
    size = dict(zip(names, sizes, strict=True))
    others = [v for v in names if v not in roots]
    found: dict[str, Plain | None] = dict.fromkeys(roots)
    for v in rng.sample(others, len(others)):
        before = sorted(found)
        parents = tuple(sorted(rng.sample(before, min(len(before), most))))
        inputs = product(*[range(size[p]) for p in parents])
        found[v] = parents, tuple((x, rng.randrange(size[v])) for x in inputs)
    return found


def _world(
    rng: Random,
    gold: Mapping[str, Plain | None],
    names: tuple[str, ...],
    sizes: tuple[int, ...],
    targets: tuple[str, ...],
    rows: int,
) -> TableWorld:
    size, found = dict(zip(names, sizes, strict=True)), []
    for _ in range(rows):
        state: dict[str, int] = {}
        for v, plain in gold.items():
            if plain is None or v in targets:
                state[v] = rng.randrange(size[v])
            else:
                state[v] = dict(plain[1])[tuple(state[p] for p in plain[0])]
        found.append(tuple(state[v] for v in names))
    return TableWorld(tuple(found), targets)
