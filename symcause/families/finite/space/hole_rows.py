"""Hole rows: training rows of which some cells were not observed, and which models explain them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symcause.budgets import StrictMeter
from symcause.families.finite.bounds import SIMULATED_CELLS
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.space.root_assignments import patterns
from symcause.mechanisms.branch_space import Roots
from symcause.mechanisms.tables.table_models import TableModel

Row = tuple[int | None, ...]
Cells = NDArray[Any]


class HoleRows:
    """The training rows of a problem, with the targets of each."""

    def __init__(self, problem: FiniteProblem) -> None:
        self.variables, self._sizes = problem.variables, problem.sizes
        seen = [
            (row, frozenset(map(self.variables.index, world.targets)))
            for world in problem.training
            for row in world.rows
        ]
        self.rows = list(dict.fromkeys(seen))

    @cached_property
    def scored(self) -> frozenset[str]:
        """The variables of which some row shows a value that was not set."""
        return frozenset(
            [
                name
                for at, name in enumerate(self.variables)
                if any(row[at] is not None and at not in targets for row, targets in self.rows)
            ]
        )

    def whole_rows(self, variable: int, parents: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """The rows that show a variable that is no target and all these parents; 0 elsewhere."""
        asked = {variable, *parents}
        whole = dict[tuple[int, ...], None]()
        for row, targets in self.rows:
            if variable not in targets and all(row[at] is not None for at in asked):
                cells = [cell if at in asked else 0 for at, cell in enumerate(row)]
                whole[tuple([cell or 0 for cell in cells])] = None
        return tuple(whole)

    def explained(self, roots: Roots) -> Explained:
        """What models over these roots are tried on."""
        return Explained(self, self._sizes, roots)


class Explained:
    """All rows with all values of the roots that were not observed in them."""

    def __init__(self, rows: HoleRows, sizes: Sequence[int], roots: Roots) -> None:
        self._variables = rows.variables
        self._places = {name: at for at, name in enumerate(self._variables)}
        rooted = [self._places[name] for name in roots]
        given, seen, clamped, starts = (
            list[list[int]](),
            list[Row](),
            list[list[bool]](),
            list[int](),
        )
        cells = StrictMeter(SIMULATED_CELLS, "too many values of unobserved roots to try")
        for row, targets in rows.rows:
            missing = [at for at in rooted if row[at] is None]
            cells.spend(prod([sizes[at] for at in missing]) * len(sizes))
            starts.append(len(given))
            for values in product(*[range(sizes[at]) for at in missing]):
                filled = [cell or 0 for cell in row]
                for at, value in zip(missing, values, strict=True):
                    filled[at] = value
                given.append(filled)
                seen.append(row)
                clamped.append([at in targets for at in range(len(sizes))])
        shape = (-1, len(sizes))
        self._given: Cells = np.array(given, dtype=np.int64).reshape(shape)
        self._seen: Cells = np.array(
            [[-1 if cell is None else cell for cell in row] for row in seen], dtype=np.int64
        ).reshape(shape)
        self._clamped: Cells = np.array(clamped, dtype=np.bool_).reshape(shape)
        self._starts = np.array(starts, dtype=np.int64)

    def by(self, model: TableModel) -> bool:
        """Does a model explain every row?"""
        if not len(self._starts):
            return True
        states = self._given.copy()
        right = np.ones(len(states), dtype=np.bool_)
        for name in model.order:
            at, function = self._places[name], model.functions[name]
            pattern = patterns(function.parents, function.sizes, states, self._places)
            computed = np.array(function.outputs)[pattern]
            clamped, seen = self._clamped[:, at], self._seen[:, at]
            states[:, at] = np.where(clamped, self._given[:, at], computed)
            right &= clamped | (seen < 0) | (seen == states[:, at])
        return bool(np.logical_or.reduceat(right, self._starts).all())
