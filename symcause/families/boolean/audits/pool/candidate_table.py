"""Table of a pool's candidates: setups and rows, from which a world is made on demand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, overload

from symcause.families.boolean.audits.pool.gold_interventions import Interventions
from symcause.families.boolean.models.worlds import Split, World

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Candidates(Sequence[World]):
    """Worlds that gold could show next, numbered."""

    def __init__(
        self,
        variables: Sequence[str],
        known: Interventions,
        setups: Sequence[int],
        lines: Sequence[bytes],
    ) -> None:
        """By candidate its setup and the lines of the table that are its rows (64-bit numbers)."""
        self._variables, self._known, self._setups = tuple(variables), known, list(setups)
        self.lengths = [len(numbers) // 8 for numbers in lines]
        self._joined = b"".join(lines)
        self._made: dict[int, World] = {}

    def __len__(self) -> int:
        return len(self.lengths)

    @overload
    def __getitem__(self, at: int) -> World: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[World, ...]: ...
    def __getitem__(self, at: int | slice) -> World | tuple[World, ...]:
        if isinstance(at, slice):
            return tuple(self._world(i) for i in range(*at.indices(len(self))))
        return self._world(range(len(self))[at])

    def __iter__(self) -> Iterator[World]:
        return (self._world(i) for i in range(len(self)))

    def _world(self, number: int) -> World:
        if number not in self._made:
            setup, start = self._known.setups[self._setups[number]], self._starts[number]
            texts = self._texts
            rows = tuple(texts[i] for i in self._lines[start : start + self.lengths[number]])
            name = f"candidate_{number:03d}"
            self._made[number] = World(name, Split.TRAIN, setup.mode, setup.targets, rows)
        return self._made[number]

    @cached_property
    def _lines(self) -> NDArray[np.int64]:
        """The lines of all rows."""
        import numpy as np

        return np.frombuffer(self._joined, np.int64)

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *accumulate(self.lengths)]

    @cached_property
    def _texts(self) -> list[str]:
        """The lines of the table as rows of worlds."""
        width = len(self._variables)
        text = (self._known.table + ord("0")).tobytes().decode()
        return [text[i : i + width] for i in range(0, len(text), width)]

    @cached_property
    def cells(self) -> NDArray[np.uint8]:
        """The rows of all worlds, one below the other."""
        return self._known.table[self._lines]

    @cached_property
    def world_of_row(self) -> NDArray[np.int64]:
        import numpy as np

        return np.repeat(np.arange(len(self)), self.lengths)

    @cached_property
    def _targets(self) -> NDArray[np.bool_]:
        """By world and variable, whether it is a target."""
        return self._known.targets[self._setups]

    def scored(self, variable: int) -> NDArray[np.bool_]:
        """The rows in which a variable is no target."""
        free: NDArray[np.bool_] = ~self._targets[self.world_of_row, variable]
        return free

    def first_rows(self, variable: str) -> dict[str, tuple[int, int]]:
        """What :func:`~space.mechanisms.local_rows.first_rows` says of all these worlds."""
        import numpy as np

        rows = np.flatnonzero(self.scored(self._variables.index(variable)))[::-1]
        kinds, kind = self._known.contents
        first = np.full(len(kinds), -1)
        first[kind[self._lines[rows]]] = rows  # the last one that is written stays: the first row
        at = np.sort(first[first >= 0])
        world = self.world_of_row[at]
        inside = at - np.array(self._starts)[world]
        texts = self._texts
        return {
            texts[line]: (w, r)
            for line, w, r in zip(
                self._lines[at].tolist(), world.tolist(), inside.tolist(), strict=True
            )
        }

    @property
    def preferred(self) -> list[int]:
        """All numbers: fewer targets first, then fewer rows, then as drawn."""
        import numpy as np

        order: list[int] = np.lexsort((self.lengths, self._targets.sum(axis=1))).tolist()
        return order
