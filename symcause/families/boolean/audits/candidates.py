"""Candidate worlds as they are drawn: setups, and lines of one table; a world is made when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, overload

import numpy as np

from symcause.families.boolean.audits.interventions import Interventions
from symcause.families.boolean.models.worlds import Split, World

if TYPE_CHECKING:
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
        self._variables, self._known, self._setups = tuple(variables), known, setups
        self.lengths = [len(numbers) // 8 for numbers in lines]
        self._lines = np.frombuffer(b"".join(lines), np.int64)
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
    def _starts(self) -> list[int]:
        starts: list[int] = np.cumsum([0, *self.lengths]).tolist()
        return starts

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
    def targets(self) -> NDArray[np.bool_]:
        """By world and variable, whether it is a target."""
        return self._known.targets[self._setups]

    @cached_property
    def preferred(self) -> list[int]:
        """All numbers: fewer targets first, then fewer rows, then as drawn."""
        aims = self.targets.sum(axis=1)
        order: list[int] = np.lexsort((np.arange(len(self)), self.lengths, aims)).tolist()
        return order
