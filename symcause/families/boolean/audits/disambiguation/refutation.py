"""Refutation in disambiguation: which candidate worlds rule out which Boolean mechanisms.

A world refutes a mechanism f of V if V is no target in it and one of its rows has another value of V
than f gives. All rows of the pool lie side by side in one long column per variable, so a mechanism is
tested against the whole pool at once. Sets of worlds are bit sets.

On a set S of inputs a mechanism is a choice of an output for each pattern; choosing b for a pattern is
refuted by the worlds that show the pattern with the output 1 − b. The worlds that refute a mechanism
are the union over its patterns, so the *cheapest* way to survive is found pattern by pattern.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from symcause.families.boolean.audits.pool.candidate_table import Candidates
from symcause.families.boolean.bounds import DENSE_INPUTS
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.worlds import World

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class ShownPatterns:
    """The worlds that show each pattern of some inputs, by the value of the variable."""

    zeros: Mapping[int, int]  # pattern -> worlds in which it occurs with value 0
    ones: Mapping[int, int]

    def against(self, pattern: int, output: bool) -> int:
        """The worlds that refute this output for this pattern."""
        return (self.zeros if output else self.ones).get(pattern, 0)

    @cached_property
    def patterns(self) -> tuple[int, ...]:
        return tuple(sorted({*self.zeros, *self.ones}))


class Pool:
    """Numbered worlds over the same variables."""

    def __init__(self, variables: Sequence[str], worlds: Sequence[World]) -> None:
        self.variables, self.worlds = tuple(variables), worlds
        self.everything = (1 << len(self.worlds)) - 1
        self._known: dict[tuple[int, tuple[int, ...]], ShownPatterns] = {}

    @cached_property
    def _rows(self) -> NDArray[np.int64]:
        import numpy as np

        if isinstance(self.worlds, Candidates):
            return self.worlds.cells.astype(np.int64)
        text = "".join(row for world in self.worlds for row in world.rows)
        flat = np.frombuffer(text.encode(), dtype=np.uint8) - ord("0")
        return flat.reshape(-1, len(self.variables)).astype(np.int64)

    @cached_property
    def _world_of_row(self) -> NDArray[np.int64]:
        import numpy as np

        if isinstance(self.worlds, Candidates):
            return self.worlds.world_of_row
        lengths = [len(world.rows) for world in self.worlds]
        return np.repeat(np.arange(len(self.worlds)), lengths)

    def _scored(self, variable: int) -> NDArray[np.bool_]:
        """The rows in which the variable is no target."""
        import numpy as np

        if isinstance(self.worlds, Candidates):
            return self.worlds.scored(variable)
        name = self.variables[variable]
        free = np.array([name not in world.targets for world in self.worlds], dtype=bool)
        return free[self._world_of_row] if len(self.worlds) else free

    def patterns(self, variable: int, inputs: Sequence[int]) -> ShownPatterns:
        """Who shows which pattern of the inputs (positions; input *j* is bit *j* of a pattern)."""
        key = (variable, tuple(inputs))
        if key not in self._known:
            self._known[key] = self._patterns(*key)
        return self._known[key]

    def _patterns(self, variable: int, inputs: tuple[int, ...]) -> ShownPatterns:
        import numpy as np

        scored = self._scored(variable)
        if not scored.size:
            return ShownPatterns({}, {})
        rows, worlds = self._rows[scored], self._world_of_row[scored]
        weights = 1 << np.arange(len(inputs), dtype=np.int64)
        patterns = rows[:, list(inputs)] @ weights
        names = range(1 << len(inputs))
        if len(inputs) > DENSE_INPUTS:
            occurring, patterns = np.unique(patterns, return_inverse=True)
            names = occurring.tolist()
        table = np.zeros((2, len(names), len(self.worlds)), dtype=bool)
        table[rows[:, variable], patterns, worlds] = True
        packed = np.packbits(table, axis=2, bitorder="little")
        zeros, ones = (
            {
                name: showing
                for name, line in zip(names, side, strict=True)
                if (showing := int.from_bytes(line.tobytes(), "little"))
            }
            for side in packed
        )
        return ShownPatterns(zeros, ones)

    def refuters(self, variable: int, function: Function) -> int:
        """The worlds that refute a mechanism of the variable."""
        where = [self.variables.index(p) for p in function.parents]
        shown = self.patterns(variable, where)
        refuters = 0
        for pattern in shown.patterns:
            refuters |= shown.against(pattern, bool(function.table >> pattern & 1))
        return refuters
