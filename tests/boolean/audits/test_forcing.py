"""Rows that force an edge: checked against all functions of all parent sets, by hand."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from symcause.families.boolean.audits.evidence.edge_reasons import forcing_rows
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.formats.pools.problem_files import read_problem
from tests.reports.cases import EXAMPLES

NAMES = ("corner", "unique", "ordered", "hidden-order", "ambiguous", "block-order")


def explained(
    problem: BooleanProblem, effect: str, without: str, rows: set[tuple[int, int]]
) -> bool:
    """Does some function of at most this many other variables give the values of these rows?"""
    most = problem.default_class().max_parents
    names = problem.variables
    others = [v for v in problem.disclosure.admissible(effect) if v != without]
    for size in range(min(len(others), len(others) if most is None else most) + 1):
        for parents in combinations(others, size):
            table: dict[tuple[str, ...], set[str]] = {p: set() for p in product("01", repeat=size)}
            for w, r in rows:
                row = problem.worlds[w].rows[r]
                table[tuple(row[names.index(p)] for p in parents)].add(row[names.index(effect)])
            if all(len(values) < 2 for values in table.values()):
                return True
    return False


@pytest.mark.parametrize("name", NAMES)
def test_rows_force_the_edge_and_none_is_superfluous(name: str) -> None:
    problem = read_problem(EXAMPLES / f"{name}.json")
    assert isinstance(problem, BooleanProblem)
    most, found = problem.default_class().max_parents, 0
    for effect in problem.variables:
        for cause in problem.disclosure.admissible(effect):
            rows = forcing_rows(problem, cause, effect, most)
            if rows is None:
                continue
            found += 1
            assert not explained(problem, effect, cause, set(rows))
            for row in rows:
                assert explained(problem, effect, cause, set(rows) - {row})
            assert all(effect not in problem.worlds[w].targets for w, _ in rows)
            assert all(problem.worlds[w] in problem.training for w, _ in rows)
    assert found or name == "ambiguous"
