"""Replay scores in a Boolean check: the share of worlds and cells that an answer gets right.

The rows of all worlds stand side by side in one integer per variable, so a model runs once, not once
a world: where a variable is a target its column keeps the observed bits, elsewhere the mechanism's
output replaces them. Scored cells are those of endogenous variables that are no target of their
world. A world without scored cells counts in no average; where nothing at all is scored, a training
split is not exact and a held-out split has no figures.

``train_exact``: every scored training cell is right. ``heldout_exact``: that, and every scored held-out
cell too. World rates are means over worlds, cell rates over cells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from symcause.families.boolean.bounds import REPLAY_COLUMNS, REPLAY_ROOT_SETS
from symcause.families.boolean.documents.check_document import Mismatch
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Split, World
from symcause.scoring.overlap import ratio


class SplitReplay(NamedTuple):
    """What a model gets right in one split: worlds and cells that are scored, and the first error."""

    worlds: int
    exact_worlds: int
    cells: int | None  # None: cells of the split were not observed
    right_cells: int | None
    first: Mismatch | None = None

    @property
    def exact(self) -> bool:
        return self.worlds > 0 and self.exact_worlds == self.worlds

    @property
    def world_rate(self) -> Fraction | None:
        return ratio(self.exact_worlds, self.worlds) if self.worlds else None

    @property
    def cell_rate(self) -> Fraction | None:
        if not self.cells or self.right_cells is None:
            return None
        return ratio(self.right_cells, self.cells)


class ScoredReplay(NamedTuple):
    """The replay of a model on both splits."""

    train: SplitReplay
    heldout: SplitReplay

    @property
    def train_exact(self) -> bool:
        return self.train.exact

    @property
    def heldout_exact(self) -> bool | None:
        return self.train.exact and self.heldout.exact if self.heldout.worlds else None

    @property
    def retention(self) -> Fraction | None:
        """The held-out world rate as a share of the training world rate."""
        train, heldout = self.train, self.heldout
        if not train.exact_worlds or not heldout.worlds:
            return None
        return ratio(heldout.exact_worlds * train.worlds, heldout.worlds * train.exact_worlds)


@dataclass(frozen=True)
class _Scored:
    """The scored worlds of a split, each with its rows; all their rows; how many cells are scored."""

    worlds: tuple[tuple[World, int], ...]
    rows: int
    cells: int


class ReplayEvidence:
    """All worlds of a problem as one column of bits per variable; made once, replayed often."""

    def __init__(self, variables: Sequence[str], worlds: Sequence[World]) -> None:
        self.worlds = tuple(sorted(worlds, key=lambda world: world.split is not Split.TRAIN))
        self.observed = dict.fromkeys(variables, 0)
        targets = dict.fromkeys(variables, 0)
        offset = 0
        self._rows: list[int] = []
        for world in self.worlds:
            for name, column in world.by_name(variables).items():
                self.observed[name] |= column << offset
            for name in world.targets:
                targets[name] |= world.mask << offset
            self._rows.append(world.mask << offset)
            offset += len(world.rows)
        self.mask = (1 << offset) - 1
        self.free = {name: self.mask ^ rows for name, rows in targets.items()}
        # What was set, of variables that are a target of some world.
        self.held = {name: self.observed[name] & rows for name, rows in targets.items() if rows}
        self._scored: dict[tuple[str, ...], tuple[_Scored, _Scored]] = {}
        self._columns: dict[tuple[int, ...], int] = {}  # by table and inputs

    @property
    def parts(self) -> tuple[tuple[World, int], ...]:
        """Every world with its rows, training worlds first."""
        return tuple(zip(self.worlds, self._rows, strict=True))

    def run(self, model: BooleanSCM, order: Sequence[str] | None = None) -> dict[str, int]:
        """The columns that the model computes; observed values of scored cells are never read."""
        columns = {name: self.observed[name] for name in model.roots}
        functions, held, free, known = model.functions, self.held, self.free, self._columns
        for name in model.order if order is None else order:
            function = functions[name]
            if (
                type(function) is Function
            ):  # many answers share mechanisms, and so what they compute
                key = function.table, *[columns[parent] for parent in function.parents]
                column = known.get(key)
                if column is None:
                    column = self._noted(key, function.on(columns, self.mask))
            else:
                column = function.on(columns, self.mask)
            if name in held:
                column = column & free[name] | held[name]
            columns[name] = column
        return columns

    def _noted(self, key: tuple[int, ...], column: int) -> int:
        if len(self._columns) >= REPLAY_COLUMNS:
            self._columns.clear()
        self._columns[key] = column
        return column

    def replay(self, model: BooleanSCM, order: Sequence[str] | None = None) -> ScoredReplay:
        """What the model gets right.

        *order*, one in which it can be computed, says which of several wrong cells of a row is the first.
        """
        order = model.order if order is None else order
        columns, observed, errors = self.run(model, order), self.observed, {}
        for name in order:
            # Where a variable is a target its column holds the observed bits: no error there.
            error = columns[name] ^ observed[name]
            if error:
                errors[name] = error
        train, heldout = self._scored_by(tuple(model.functions))
        return ScoredReplay(self._compare(train, errors), self._compare(heldout, errors))

    def _scored_by(self, endogenous: tuple[str, ...]) -> tuple[_Scored, _Scored]:
        """What is scored in the two splits; depends on the root set alone."""
        pair = self._scored.get(endogenous)
        if pair is None:
            if len(self._scored) >= REPLAY_ROOT_SETS:
                self._scored.clear()
            train = self._what_is_scored(endogenous, Split.TRAIN)
            pair = train, self._what_is_scored(endogenous, Split.HELDOUT)
            self._scored[endogenous] = pair
        return pair

    def _what_is_scored(self, endogenous: tuple[str, ...], split: Split) -> _Scored:
        worlds = tuple(
            (world, rows)
            for world, rows in zip(self.worlds, self._rows, strict=True)
            if world.split is split and not set(endogenous).issubset(world.targets)
        )
        rows = sum(rows for _, rows in worlds)
        return _Scored(worlds, rows, sum((self.free[v] & rows).bit_count() for v in endogenous))

    def _compare(self, scored: _Scored, wrong: Mapping[str, int]) -> SplitReplay:
        errors = somewhere = 0
        rows, worlds = scored.rows, len(scored.worlds)
        for error in wrong.values() if rows else ():
            error &= rows
            errors += error.bit_count()
            somewhere |= error
        if not errors:
            return SplitReplay(worlds, worlds, scored.cells, scored.cells)
        failed = [(world, rows) for world, rows in scored.worlds if somewhere & rows]
        first = self._mismatch(*failed[0], somewhere, wrong)
        return SplitReplay(worlds, worlds - len(failed), scored.cells, scored.cells - errors, first)

    def _mismatch(
        self, world: World, rows: int, somewhere: int, wrong: Mapping[str, int]
    ) -> Mismatch:
        """The first wrong cell of a world: by row, then in the order of *wrong*."""
        errors = somewhere & rows
        place = (errors & -errors).bit_length() - 1
        row = place - (rows & -rows).bit_length() + 1
        name = next(v for v, error in wrong.items() if error >> place & 1)
        expected = self.observed[name] >> place & 1
        return Mismatch(
            world=world.id, row=row, variable=name, predicted=1 - expected, expected=expected
        )
