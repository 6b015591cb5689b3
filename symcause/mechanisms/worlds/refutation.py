"""Refutation of mechanisms by candidate worlds: which worlds of a pool rule out which mechanisms.

A world refutes a mechanism f of V if V is no target in it and one of its rows has another value of V
than f gives. All rows of the pool lie side by side in one table, so a mechanism is tested against the whole
pool at once. Sets of worlds are bit sets.

On a set S of inputs a mechanism is a choice of an output for each pattern; choosing b for a pattern is
refuted by the worlds that show the pattern with another output. The worlds that refute a mechanism
are the union over its patterns, so the *cheapest* way to survive is found pattern by pattern.

A pattern is a number in mixed radix, the first input its last digit: with two values, a bit an input. The
table of a mechanism is a number, too: its digit *p*, in the base of the variable's values, is the output
for pattern *p*.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from operator import mul
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from symcause.mechanisms.bounds import DENSE_PATTERNS
from symcause.mechanisms.local_space import F_co, Mechanism, MechanismModel, S_contra

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

W_co = TypeVar("W_co", covariant=True)
M_contra = TypeVar("M_contra", bound=MechanismModel[Any], contravariant=True)


@dataclass(frozen=True)
class ShownPatterns:
    """The worlds that show each pattern of some inputs, by the value of the variable."""

    by_value: tuple[
        Mapping[int, int], ...
    ]  # of a value: pattern -> worlds in which it occurs with it

    def against(self, pattern: int, output: int) -> int:
        """The worlds that refute this output for this pattern."""
        return self._others[output].get(pattern, 0)

    @cached_property
    def _others(self) -> tuple[Mapping[int, int], ...]:
        """Of a value: pattern -> worlds in which it occurs with another one."""
        if len(self.by_value) == 2:
            return self.by_value[::-1]
        return tuple(
            joined([*self.by_value[:value], *self.by_value[value + 1 :]])
            for value in range(len(self.by_value))
        )

    @cached_property
    def worlds(self) -> Mapping[int, int]:
        """The worlds that show each pattern, with whatever value."""
        return joined(self.by_value)

    @cached_property
    def patterns(self) -> tuple[int, ...]:
        return tuple(sorted({pattern for shown in self.by_value for pattern in shown}))


def joined(parts: Sequence[Mapping[int, int]]) -> dict[int, int]:
    """Bit sets under the same key as one.

    >>> joined([{3: 0b01}, {3: 0b10, 5: 0b10}])
    {3: 3, 5: 2}
    """
    found: dict[int, int] = {}
    for part in parts:
        for key, some in part.items():
            found[key] = found.get(key, 0) | some
    return found


class Pool(ABC, Generic[W_co]):
    """Numbered worlds over the same variables, whose values are numbers below their *sizes*."""

    def __init__(
        self, variables: Sequence[str], worlds: Sequence[W_co], sizes: Sequence[int]
    ) -> None:
        self.variables, self.worlds, self.sizes = tuple(variables), worlds, tuple(sizes)
        self.everything = (1 << len(self.worlds)) - 1
        self._known: dict[tuple[int, tuple[int, ...]], ShownPatterns] = {}

    @property
    @abstractmethod
    def rows(self) -> NDArray[np.int64]:
        """The rows of all worlds, one below the other, with a column for each variable."""

    @property
    @abstractmethod
    def world_of_row(self) -> NDArray[np.int64]:
        """The number of the world that each row belongs to."""

    @abstractmethod
    def scored(self, variable: int) -> NDArray[np.bool_]:
        """The rows in which the variable is no target."""

    def patterns(self, variable: int, inputs: Sequence[int]) -> ShownPatterns:
        """Who shows which pattern of the inputs (positions of variables)."""
        key = (variable, tuple(inputs))
        if key not in self._known:
            self._known[key] = self._patterns(*key)
        return self._known[key]

    def _patterns(self, variable: int, inputs: tuple[int, ...]) -> ShownPatterns:
        import numpy as np

        values, sizes = self.sizes[variable], [self.sizes[i] for i in inputs]
        scored = self.scored(variable)
        if not scored.size:
            return ShownPatterns(({},) * values)
        rows, worlds = self.rows[scored], self.world_of_row[scored]
        *places, number = accumulate(sizes, mul, initial=1)
        weights = np.array(places, dtype=np.int64 if number < 1 << 63 else object)
        patterns = rows[:, list(inputs)] @ weights
        names: Sequence[int] = range(number)
        if number > DENSE_PATTERNS:
            occurring, patterns = np.unique(patterns, return_inverse=True)
            names = occurring.tolist()
        table = np.zeros((values, len(names), len(self.worlds)), dtype=bool)
        table[rows[:, variable], patterns, worlds] = True
        packed = np.packbits(table, axis=2, bitorder="little")
        return ShownPatterns(
            tuple(
                {
                    name: showing
                    for name, line in zip(names, side, strict=True)
                    if (showing := int.from_bytes(line.tobytes(), "little"))
                }
                for side in packed
            )
        )

    def refuters(self, variable: int, function: Mechanism) -> int:
        """The worlds that refute a mechanism of the variable."""
        where = [self.variables.index(p) for p in function.parents]
        shown, table, values = self.patterns(variable, where), function.table, self.sizes[variable]
        refuters = 0
        for pattern in shown.patterns:
            output = table >> pattern & 1 if values == 2 else table // values**pattern % values
            refuters |= shown.against(pattern, output)
        return refuters


class Refuting(Protocol[S_contra, F_co, M_contra]):
    """Mechanisms of a family that few worlds of a pool refute."""

    def cheapest(
        self, space: S_contra, group: int, pool: Pool[object], gold: M_contra
    ) -> Sequence[tuple[F_co, int]]:
        """Mechanisms over a parent set that the pool refutes, with few refuting worlds each.

        Some, if the parent set has any. They need not read all of the parents, and look like gold's
        where nothing tells them apart.
        """

    def least_refuted(
        self, space: S_contra, group: int, pool: Pool[object], gold: M_contra
    ) -> tuple[F_co, int]:
        """A mechanism over a parent set with few refuting worlds, perhaps none."""
