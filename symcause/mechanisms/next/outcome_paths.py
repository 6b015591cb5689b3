"""Outcomes of the next experiment as paths along an order of the variables, where no cycle can be.

Then every combination of mechanisms is a member, and along an order of the variables an outcome is built
column by column: N = Π_v L_v, and the members that show the columns W are Π_v c_v(W), where c_v counts the
mechanisms of v that give v's column on the columns of its possible parents. So

    worst    = max_W Π_v c_v(W)            expected = Σ_W (Π_v c_v(W))² / N

are a maximum and a sum over paths: a state is what later variables can still read (columns of variables
that some later one may have as a parent), and a variable that nobody reads is summed out at once. Millions
of outcomes of a few independent variables cost a handful of states.

How many mechanisms give a column is counted in :mod:`.column_counts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Generic

from symcause.mechanisms.bounds import PATH_STATES, ROW_CLASSES
from symcause.mechanisms.local_space import F, M, S
from symcause.mechanisms.next.experiment_contexts import Experiment
from symcause.mechanisms.next.outcome_counts import Cells
from symcause.mechanisms.root_branch import Branch
from symcause.mechanisms.value_lanes import Lanes
from symcause.models.bit_sets import bits
from symcause.solvers.acyclic.acyclic_choices import greedy_order

Columns = tuple[tuple[int, int], ...]
"""The columns that a variable can have, each with the number of its mechanisms that give it."""


@dataclass(frozen=True)
class Found:
    """The worst outcome leaves at most *worst*. If exact, all outcomes were looked at."""

    worst: int
    exact: bool
    squares: int = 0  # the sum of the squares of what they leave
    outcomes: int = 0
    least: int = 0  # the fewest that an outcome leaves


@dataclass(frozen=True)
class _Path:
    """Outcomes so far that later variables cannot tell apart."""

    most: int
    least: int
    squares: int
    outcomes: int

    def extended(self, most: int, least: int, squares: int, outcomes: int) -> _Path:
        return _Path(
            self.most * most, self.least * least, self.squares * squares, self.outcomes * outcomes
        )

    def joined(self, other: _Path | None) -> _Path:
        if other is None:
            return self
        return _Path(
            max(self.most, other.most),
            min(self.least, other.least),
            self.squares + other.squares,
            self.outcomes + other.outcomes,
        )


class InOrder(Generic[S, F, M]):
    """The outcomes of a space with one root set and an order; *work* bounds the looks at columns."""

    def __init__(
        self,
        cells: Cells[S, F, M],
        branch: Branch[S, F, M],
        order: Sequence[int],
        work: int,
    ) -> None:
        self.cells = cells
        self.branch = branch
        self.order = tuple(order)
        self._work = work
        self._found: dict[tuple[int, tuple[int, ...]], Columns | None] = {}

    @staticmethod
    def of(cells: Cells[S, F, M], work: int) -> InOrder[S, F, M] | None:
        """None if there are several root sets, a cycle of possible parents, listed functions, a rule."""
        if len(cells.branches) != 1:
            return None
        (branch,) = cells.branches
        if not cells.plain:
            return None  # parent sets that a rule excludes would be counted
        if not all(space.complete for space in branch.endogenous):
            return None
        whole = [
            {0 if space is None else _union(branch.live(v)): 1}
            for v, space in zip(branch.variables, branch.spaces, strict=True)
        ]
        order = greedy_order(whole)
        return InOrder(cells, branch, order, work) if len(order) == len(whole) else None

    @cached_property
    def _parents(self) -> list[int]:
        """Every variable's possible parents."""
        return [
            0 if space is None else _union(self.branch.live(v))
            for v, space in zip(self.branch.variables, self.branch.spaces, strict=True)
        ]

    @cached_property
    def _totals(self) -> list[int]:
        """Every variable's number of mechanisms."""
        return [
            1 if space is None else sum(space.weights[g] for g in self.branch.live(v))
            for v, space in zip(self.branch.variables, self.branch.spaces, strict=True)
        ]

    def outcomes(self, experiment: Experiment, share: int) -> Found:
        """All outcomes of an experiment, or an upper bound where they are too many.

        *share* is the part of the work that this experiment may take.
        """
        self._work += share
        contexts, names = self.cells.contexts, self.branch.variables
        given = {names.index(v): contexts.ones * value for v, value in experiment.assignments}
        free = prod(self._totals[v] for v in given)
        rest = [v for v in self.order if v not in given]
        known = dict(given)
        known |= {v: contexts.columns[names[v]] for v in rest if names[v] in self.branch.roots}
        rest = [v for v in rest if v not in known]
        paths: dict[tuple[int, ...], _Path] = {(): _Path(free, free, free * free, 1)}
        held: tuple[int, ...] = ()  # the variables whose columns a state holds
        for i, v in enumerate(rest):
            later = _union(self._parents[w] for w in rest[i + 1 :])
            kept = tuple(u for u in (*held, v) if later >> u & 1)
            stepped = self._step(v, known, held, kept, paths)
            if stepped is None:
                bound = prod(self._totals[w] for w in rest[i:])
                return Found(max(path.most for path in paths.values()) * bound, exact=False)
            paths, held = stepped, kept
        (path,) = paths.values()
        return Found(path.most, True, path.squares, path.outcomes, path.least)

    def _step(
        self,
        v: int,
        known: dict[int, int],
        held: tuple[int, ...],
        kept: tuple[int, ...],
        paths: dict[tuple[int, ...], _Path],
    ) -> dict[tuple[int, ...], _Path] | None:
        """The states after one more variable; None if they are too many."""
        found: dict[tuple[int, ...], _Path] = {}
        wanted = bits(self._parents[v])
        for state, path in paths.items():
            columns = known | dict(zip(held, state, strict=True))
            options = self._columns(v, tuple(columns[p] for p in wanted))
            if options is None:
                return None
            for key, step in _steps(v, options, columns, kept):
                found[key] = path.extended(*step).joined(found.get(key))
            if len(found) > PATH_STATES:
                return None
        return found

    def _columns(self, v: int, parents: tuple[int, ...]) -> Columns | None:
        """The columns that a variable can have on these columns of its possible parents."""
        if (v, parents) not in self._found:
            mechanisms = self.cells.mechanisms(self.branch.variables[v])
            lanes = self.cells.contexts.lanes
            states = _states(bits(self._parents[v]), parents, self.cells.contexts.rows, lanes)
            classes = tuple(dict.fromkeys(states))
            number = mechanisms.values ** min(len(classes), ROW_CLASSES + 1)
            cost = len(mechanisms.fitting) * number
            if len(classes) > ROW_CLASSES or number > 1 << ROW_CLASSES or cost > self._work:
                return None
            self._work -= cost
            counts = self.cells.columns(self.branch.variables[v], self._parents[v], classes)
            rows = [
                sum(1 << r * lanes.width for r, s in enumerate(states) if s == c) for c in classes
            ]
            self._found[v, parents] = tuple(
                (_widened(column, rows, lanes), number) for column, number in counts
            )
        return self._found[v, parents]


def _steps(
    v: int, options: Columns, columns: dict[int, int], kept: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], tuple[int, int, int, int]]]:
    """The next states with what leads to them: most, least, squares and number of outcomes."""
    if v not in kept:
        numbers = [number for _, number in options]
        squares = sum(number * number for number in numbers)
        yield tuple(columns[u] for u in kept), (max(numbers), min(numbers), squares, len(numbers))
        return
    for column, number in options:
        columns[v] = column
        yield tuple(columns[u] for u in kept), (number, number, number * number, 1)


def _widened(column: int, rows: Sequence[int], lanes: Lanes) -> int:
    """A column over classes of rows as one over all; *rows* has for each class a one for every row."""
    full, width, wide = lanes.full, lanes.width, 0
    for ones in rows:
        wide |= ones * (column & full)
        column >>= width
    return wide


def _states(parents: Sequence[int], columns: Sequence[int], rows: int, lanes: Lanes) -> list[int]:
    """For every row the values of the parents in it, at their places."""
    states, width = [0] * rows, lanes.width
    for p, column in zip(parents, columns, strict=True):
        for bit in bits(column):
            states[bit // width] |= 1 << p * width + bit % width
    return states


def _union(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found
