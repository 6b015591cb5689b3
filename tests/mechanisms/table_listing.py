"""All models of a toy problem of tables by plain listing, as functions of tuples of values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product

from symcause.mechanisms.tables.table_evidence import TableWorld
from symcause.mechanisms.tables.table_functions import TableFunction
from symcause.mechanisms.tables.table_models import TableModel
from tests.mechanisms.toy_tables import Toy

Plain = tuple[tuple[str, ...], tuple[tuple[tuple[int, ...], int], ...]]
"""Parents, and the output for each tuple of their values."""


def members(case: Toy) -> list[TableModel]:
    """All of them, each once, in no order."""
    names, found = case.evidence.variables, []
    options = {v: list(mechanisms(case, v)) for v in names}
    sets = combinations(names, case.roots) if isinstance(case.roots, int) else (case.roots,)
    shown = {v for w in case.evidence.worlds for v in names if w.rows and v not in w.targets}
    for roots in sets:
        if isinstance(case.roots, int) and shown <= set(roots):
            continue
        if any(child in roots for _, child in case.required):
            continue
        own = [v for v in names if v not in roots]
        for picked in product(*[options[v] for v in own]):
            functions = dict(zip(own, picked, strict=True))
            if _ordered(functions):
                tables = {v: table(case, v, f) for v, f in functions.items()}
                found.append(TableModel(roots, tables))
    return found


def mechanisms(case: Toy, v: str, fitting: bool = True) -> Iterator[Plain]:
    """All functions of a variable in the class, or only those that fit its rows."""
    names, size = case.evidence.variables, case.size
    rows = [r for w in case.evidence.worlds if v not in w.targets for r in w.rows]
    seen = [dict(zip(names, row, strict=True)) for row in rows] if fitting else []
    needed = {p for p, child in case.required if child == v}
    for k in range(case.least, case.most + 1):
        for parents in combinations(case.candidates(v), k):
            inputs = list(product(*[range(size[p]) for p in parents]))
            shown = {tuple(s[p] for p in parents): s[v] for s in seen}
            if not needed <= set(parents) or any(
                shown[tuple(s[p] for p in parents)] != s[v] for s in seen
            ):
                continue
            outputs = [(shown[x],) if x in shown else range(size[v]) for x in inputs]
            for chosen in product(*outputs):
                f = dict(zip(inputs, chosen, strict=True))
                if all(_essential(f, j) for j in range(k)) and (not case.listed or _of_sums(f)):
                    yield parents, tuple(f.items())


def table(case: Toy, v: str, plain: Plain) -> TableFunction:
    """The same function as a table."""
    parents, f = plain
    base, number = case.size[v], 0
    for inputs, output in f:
        pattern, radix = 0, 1
        for p, value in zip(parents, inputs, strict=True):
            pattern, radix = pattern + value * radix, radix * case.size[p]
        number += output * base**pattern
    return TableFunction(parents, number, tuple(case.size[p] for p in parents), base)


def agrees(case: Toy, model: TableModel, world: TableWorld) -> bool:
    """Does every mechanism give what the rows show?"""
    names = case.evidence.variables
    states = [dict(zip(names, row, strict=True)) for row in world.rows]
    free = {v: f for v, f in model.functions.items() if v not in world.targets}
    return all(f(state) == state[v] for state in states for v, f in free.items())


def _essential(f: Mapping[tuple[int, ...], int], j: int) -> bool:
    return any(f[x] != f[(*x[:j], 0, *x[j + 1 :])] for x in f)


def _of_sums(f: Mapping[tuple[int, ...], int]) -> bool:
    by_sum: dict[int, set[int]] = {}
    for inputs, output in f.items():
        by_sum.setdefault(sum(inputs), set()).add(output)
    return all(len(outputs) == 1 for outputs in by_sum.values())


def _ordered(functions: Mapping[str, Plain]) -> bool:
    waiting = set(functions)
    while waiting:
        ready = {v for v in waiting if waiting.isdisjoint(functions[v][0])}
        if not ready:
            return False
        waiting -= ready
    return True
