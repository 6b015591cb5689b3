"""Explanation of an edge or an empty linear space by a smallest set of rows.

A row that follows a ``set`` compares its reading with the value set, which it thus contains. How smallest
sets are found is in :mod:`~space.smallest_rows`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.linear.bounds import EXPLANATION_STEPS
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.local.evidence_rows import LinearRows, Row
from symcause.families.linear.space.row_circuits import refuting_rows
from symcause.families.linear.space.smallest_rows import Explanation, RowName, smallest_rows
from symcause.solvers.acyclic.acyclic_choices import exists_acyclic


def explain_edge(
    space: LinearSpace,
    cause: str,
    effect: str,
    *,
    always: bool,
    steps: int = EXPLANATION_STEPS,
    budget: Meter | None = None,
) -> Explanation | Unknown | None:
    """Rows because of which cause → effect is in every member (or, *always* false, in none).

    None if it is not so. *steps* bound the search for a minimum, a *budget* the whole search.
    """
    claim = _Nothing(space, (cause, effect), not always, budget or Meter())
    return smallest_rows(claim, steps)


def explain_at_once(space: LinearSpace, cause: str, effect: str) -> Explanation | None:
    """Rows of *effect* because of which it has this cause in every member, by linear algebra alone.

    None where there are none, or where the rows are no equations. None of the rows can be left out; one
    row, or two where no single one does, are as few as there can be.
    """
    evidence = space.locals[space.index[effect]].evidence
    if not evidence.exact or cause not in evidence.candidates:
        return None
    rows = refuting_rows(evidence, cause)
    if rows is None:
        return None
    # Fewer than two rows refute nothing unless a row is wrong by itself, and that one was looked for.
    return Explanation(tuple(RowName(effect, row.place) for row in rows), len(rows) <= 2)


def explain_conflict(
    space: LinearSpace, *, steps: int = EXPLANATION_STEPS
) -> Explanation | Unknown | None:
    """Rows that no model of the class explains together; None if the space is not empty."""
    return smallest_rows(_Nothing(space, None, True, Meter()), steps)


class _Nothing:
    """The claim that a set of rows leaves no member that has (or lacks) an edge."""

    def __init__(
        self, space: LinearSpace, edge: tuple[str, str] | None, present: bool, budget: Meter
    ) -> None:
        self._space, self.budget = space, budget
        self._edge, self._present = edge, present
        self._numbered: list[tuple[int, Row]] = [
            (i, row) for i, local in enumerate(space.locals) for row in local.evidence.rows
        ]
        self._tables: dict[tuple[int, frozenset[int]], dict[int, int] | Unknown] = {}

    @cached_property
    def rows(self) -> tuple[RowName, ...]:
        names = self._space.problem.variables
        return tuple(RowName(names[i], row.place) for i, row in self._numbered)

    def holds(self, chosen: Iterable[int]) -> bool | Unknown:
        """True if the rows *chosen* leave nothing."""
        by_variable: dict[int, set[int]] = {i: set() for i in range(len(self._space.locals))}
        for k in chosen:
            by_variable[self._numbered[k][0]].add(k)
        choices: list[dict[int, int]] = []
        for i, kept in by_variable.items():
            table = self._table(i, frozenset(kept))
            if isinstance(table, Unknown):
                return table
            choices.append(table)
        return not exists_acyclic(choices)

    def _table(self, variable: int, kept: frozenset[int]) -> dict[int, int] | Unknown:
        key = (variable, kept)
        if key not in self._tables:
            evidence = self._space.locals[variable].evidence
            fewer = evidence.only(self._numbered[k][1] for k in sorted(kept))
            local = self._space.local_space(fewer, self.budget)
            self._tables[key] = self._space.table(
                local, among=self._among(variable, fewer), budget=self.budget
            )
        return self._tables[key]

    def _among(self, variable: int, evidence: LinearRows) -> Callable[[int], bool] | None:
        """Which parent sets matter: with (or without) the edge; without rows the least of any."""
        if self._edge is None or self._space.index[self._edge[1]] != variable:
            return None if evidence.rows else (lambda mask: mask == evidence.required)
        cause = self._edge[0]
        bit = 1 << evidence.candidates.index(cause) if cause in evidence.candidates else 0
        return lambda mask: bool(mask & bit) == self._present
