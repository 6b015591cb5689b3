"""Linear problems of shapes that plain random ones lack: what users have measured."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

import symcause
from symcause.families.linear.problem.problem import LinearProblem
from tests.linear.cases import rational_feasible

Rows = list[dict[str, Any]]


def _number(rng: Random) -> Fraction:
    return Fraction(rng.randint(-9, 9), rng.choice((1, 2, 3, 7, 10)))


def _made(records: Rows, chain: Rows | None = None, **told: Any) -> LinearProblem:
    return symcause.linear.problem(records=records, chain=chain, target="f", **told)


def fractions(rng: Random) -> LinearProblem:
    """Amounts and effects that are no whole numbers; sometimes they follow an equation."""
    w = _number(rng)
    rows: Rows = []
    for _ in range(rng.randint(2, 4)):
        a, b = _number(rng), _number(rng)
        rows.append({"a": a, "b": b, "f": w * a + Fraction(1, 3) if rng.random() < 0.8 else b})
    return _made(rows)


def idle_parent(rng: Random) -> LinearProblem:
    """A property that has one value in every reading."""
    rows = [{"a": _number(rng), "b": 5, "f": _number(rng)} for _ in range(3)]
    return _made(rows)


def isolated(rng: Random) -> LinearProblem:
    """A property that was set and moved nothing."""
    first = {"a": 1, "b": 2, "f": _number(rng), "do": ""}
    return _made([], [first, {**first, "a": 7, "do": "a=7"}])


def one_row(rng: Random) -> LinearProblem:
    return _made([{"a": _number(rng), "b": _number(rng), "f": _number(rng)}])


def equal_rows(rng: Random) -> LinearProblem:
    row = {"a": _number(rng), "b": _number(rng), "f": _number(rng)}
    return _made([row] * 3)


def roots_only(rng: Random) -> LinearProblem:
    """Every property was set, and no other moved."""
    start: dict[str, Any] = {"a": _number(rng), "b": _number(rng), "f": 3, "do": ""}
    then = {**start, "a": 20, "do": "a=20"}
    return _made([], [start, then, {**then, "b": 30, "do": "b=30"}])


def six_variables(rng: Random) -> LinearProblem:
    names = ["a", "b", "c", "d", "e", "f"]
    rows: Rows = []
    for _ in range(2):
        row: dict[str, Any] = {name: _number(rng) for name in names}
        rows.append({**row, "f": 2 * row["a"] + 1, "e": row["d"]})
    return _made(rows, max_parents=1)


def names_by_number(rng: Random) -> LinearProblem:
    """Names that sort differently as texts and by their numbers, in neither order."""
    names = rng.sample(["X10", "X2", "X9"], 3)
    rows: Rows = []
    for _ in range(3):
        row: dict[str, Any] = {name: _number(rng) for name in names}
        rows.append({**row, names[2]: 3 * row[names[0]], "f": row[names[2]]})
    return _made(rows)


SHAPES: dict[str, Callable[[Random], LinearProblem]] = {
    "fractions": fractions,
    "idle parent": idle_parent,
    "isolated variable": isolated,
    "one row": one_row,
    "equal rows": equal_rows,
    "roots only": roots_only,
    "six variables": six_variables,
    "names by number": names_by_number,
}


def explaining(problem: LinearProblem) -> set[frozenset[tuple[str, str]]]:
    """Every graph of the rational class: feasible parent sets of all variables, without a circle."""
    names, most = problem.variables, problem.max_parents
    options = []
    for name in names:
        others = problem.candidates(name)
        size = len(others) if most is None else min(most, len(others))
        sets = [s for k in range(size + 1) for s in combinations(others, k)]
        options.append([s for s in sets if rational_feasible(problem, name, s)])
    graphs = (dict(zip(names, chosen, strict=True)) for chosen in product(*options))
    return {
        frozenset((p, v) for v, parents in graph.items() for p in parents)
        for graph in graphs
        if _orders(graph)
    }


def _orders(graph: dict[str, tuple[str, ...]]) -> bool:
    left = dict(graph)
    while left:
        first = [v for v, parents in left.items() if not left.keys() & set(parents)]
        if not first:
            return False
        left = {v: parents for v, parents in left.items() if v not in first}
    return True
