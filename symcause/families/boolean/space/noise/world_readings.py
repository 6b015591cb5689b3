"""Readings of Boolean worlds under noise, and what Boolean functions cost in them: columns are bits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from symcause.families.boolean.models.functions import Function, reduce
from symcause.families.boolean.models.worlds import World
from symcause.mechanisms.noise.mechanism_costs import LocalCosts
from symcause.mechanisms.noise.pattern_tallies import Readings
from symcause.models.variable_names import natural_key


class WorldReadings(Readings[Function]):
    """The rows of Boolean worlds; truth tables read their parents in natural order."""

    def __init__(self, variables: tuple[str, ...], worlds: Sequence[World], each: bool) -> None:
        texts = "".join(row for world in worlds for row in world.rows)
        cells = np.frombuffer(texts.encode(), dtype=np.uint8) - ord("0")
        lines = cells.reshape(-1, len(variables)).astype(np.int64)
        super().__init__(variables, worlds, lines, (2,) * len(variables), each)
        self._worlds = tuple(worlds)

    @cached_property
    def rank(self) -> dict[int, int]:
        """Where each variable stands in the natural order of names."""
        names = self.variables
        order = sorted(range(len(names)), key=lambda i: natural_key(names[i]))
        return {position: place for place, position in enumerate(order)}

    def disturbed(self, function: Function, variable: int) -> NDArray[np.int64]:
        """The same on columns of bits, also for functions without a table."""
        name, start = self.variables[variable], 0
        wrong = function.on(self._columns, (1 << len(self.cells)) - 1) ^ self._columns[name]
        by_world = []
        for world in self._worlds:
            own = wrong >> start & world.mask if name not in world.targets else 0
            by_world.append(own.bit_count())
            start += len(world.rows)
        return self.without_each(by_world)

    @cached_property
    def _columns(self) -> dict[str, int]:
        """All rows, one below the other: bit *i* of a column is row *i*."""
        columns, rows = dict.fromkeys(self.variables, 0), 0
        for world in self._worlds:
            for name, column in world.by_name(self.variables).items():
                columns[name] |= column << rows
            rows += len(world.rows)
        return columns


@dataclass(frozen=True)
class FunctionCosts(LocalCosts[Function]):
    """The costs of one variable's Boolean functions."""

    def reduced(self, names: tuple[str, ...], table: int) -> Function:
        return reduce(names, table)

    def extended(self, function: Function, names: tuple[str, ...]) -> int:
        return function.extended(names)
