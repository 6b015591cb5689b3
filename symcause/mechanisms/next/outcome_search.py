"""The search for all outcomes of an experiment, row by row, each with the number of members that show it.

The members that show the first rows of an outcome are counted (:mod:`.outcome_counts`); rows that none
shows are followed no further. So rare outcomes are found, too, as long as there are not too many in all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Generic

from symcause.budgets import StrictMeter
from symcause.errors import LimitError
from symcause.mechanisms.bounds import ROW_VALUES, SEARCHED_OUTCOMES
from symcause.mechanisms.local_space import F, M, S
from symcause.mechanisms.next.experiment_contexts import Experiment, Outcome
from symcause.mechanisms.next.outcome_counts import Cells

Row = tuple[int, ...]
"""A value of every variable."""


def searched_outcomes(cells: Cells[S, F, M], experiment: Experiment) -> dict[Outcome, int]:
    """Every outcome with the members that show it. Raises LimitError where there are too many."""
    search = _Search(cells, experiment)
    outcomes = dict(search.grown((), cells.space.count))
    if sum(outcomes.values()) != cells.space.count:
        raise AssertionError(f"{sum(outcomes.values())} of {cells.space.count} members show it")
    return outcomes


class _Search(Generic[S, F, M]):
    """Rows that members show, one after the other."""

    def __init__(self, cells: Cells[S, F, M], experiment: Experiment) -> None:
        self._experiment, self._names = experiment, cells.variables
        self._rows, self._lanes = cells.contexts.rows, cells.contexts.lanes
        self._after = [cells.first(rows) for rows in range(1, self._rows + 1)]
        self._looked = StrictMeter(
            SEARCHED_OUTCOMES, f"more than {SEARCHED_OUTCOMES:,} outcomes to look for"
        )
        given = dict(experiment.assignments)
        always = set.intersection(*(set(branch.roots) for branch in cells.branches))
        self._values: list[list[Sequence[int]]] = []  # by row, then by variable
        for row in range(self._rows):
            at = cells.contexts.columns
            known = {v: self._lanes.at(at[v], row) for v in always} | given
            self._values.append(
                [
                    (known[v],) if v in known else range(cells.mechanisms(v).values)
                    for v in self._names
                ]
            )
        number = prod(len(values) for values in self._values[0])
        if number > ROW_VALUES:
            raise LimitError(f"{number:,} rows that a member may show: too many outcomes")

    def grown(self, rows: tuple[Row, ...], members: int) -> Iterator[tuple[Outcome, int]]:
        """The outcomes that begin with these rows, which so many members show."""
        if len(rows) == self._rows:
            yield self._outcome(rows), members
            return
        left = members
        for row in product(*self._values[len(rows)]):
            if not left:
                return
            self._looked.spend()
            longer = (*rows, row)
            more, _ = self._after[len(rows)].count(self._experiment, self._outcome(longer))
            if more:
                left -= more
                yield from self.grown(longer, more)

    def _outcome(self, rows: tuple[Row, ...]) -> Outcome:
        width = self._lanes.width
        return tuple(
            [
                sum([value << r * width for r, value in enumerate(column)])
                for column in zip(*rows, strict=True)
            ]
        )
