"""Reasons for an edge in the evidence: rows that no mechanism explains without that cause.

Two rows conflict for a parent set if they agree on it and differ in the variable. Rows in which every
parent set without the cause has a conflict force the edge, whatever the functions. That is a sufficient
reason, found variable by variable; an edge that is forced by acyclicity, by the size of formulas or by
what is known beforehand has none here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from symcause.budgets import Meter
from symcause.families.boolean.bounds import EDGE_REASON_SETS
from symcause.families.boolean.problem.problem import BooleanProblem

Place = tuple[int, int]
"""A row: the number of its world in the problem, and its own number in it."""


@dataclass(frozen=True)
class _Rows:
    """The training rows in which a variable is no target."""

    problem: BooleanProblem
    effect: int
    rows: tuple[tuple[Place, str], ...]
    budget: Meter

    def conflict(self, kept: Iterable[int], parents: Sequence[int]) -> tuple[int, int] | None:
        """Two of these rows that agree on the parents and differ in the variable."""
        seen: dict[tuple[str, ...], int] = {}
        for i in kept:
            self.budget.spend()
            row = self.rows[i][1]
            other = seen.setdefault(tuple(row[p] for p in parents), i)
            if self.rows[other][1][self.effect] != row[self.effect]:
                return other, i
        return None


def forcing_rows(
    problem: BooleanProblem, cause: str, effect: str, most: int | None, budget: Meter | None = None
) -> tuple[Place, ...] | None:
    """The fewest rows that leave no parent set of at most this many without the cause, none superfluous.

    None where rows alone do not say it, or where there are too many parent sets. A row that is looked at
    is one step of the budget.
    """
    names = problem.variables
    others = [names.index(v) for v in problem.disclosure.admissible(effect) if v != cause]
    size = len(others) if most is None else min(most, len(others))
    if problem.holed or comb(len(others), size) > EDGE_REASON_SETS:
        return None
    rows = _Rows(problem, names.index(effect), tuple(_rows(problem, effect)), budget or Meter())
    sets = list(combinations(others, size))  # smaller ones conflict wherever a larger one does
    kept: list[int] = []
    for parents in sets:
        if rows.conflict(kept, parents) is None:
            pair = rows.conflict(range(len(rows.rows)), parents)
            if pair is None:
                return None
            kept += [i for i in pair if i not in kept]
    for i in list(kept):
        fewer = [j for j in kept if j != i]
        if all(rows.conflict(fewer, parents) is not None for parents in sets):
            kept = fewer
    return tuple(rows.rows[i][0] for i in sorted(kept))


def _rows(problem: BooleanProblem, effect: str) -> Iterator[tuple[Place, str]]:
    for w, world in enumerate(problem.worlds):
        if world in problem.training and effect not in world.targets:
            yield from (((w, r), row) for r, row in enumerate(world.rows))
