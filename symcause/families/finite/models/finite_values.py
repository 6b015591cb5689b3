"""Finite values of models: integers and words, and the variables that have them.

>>> light = FiniteVariable("L", ("off", "on"))
>>> light.position("on"), light.position("dim"), FiniteVariable("A", (0, 1)).position(True)
(1, None, None)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

Value: TypeAlias = int | str

State: TypeAlias = Mapping[str, Value]
"""A value of every variable that is asked about."""


@dataclass(frozen=True)
class FiniteVariable:
    """A variable with its values, in the order of the file."""

    name: str
    values: tuple[Value, ...]

    @cached_property
    def _positions(self) -> dict[tuple[type, Value], int]:
        return {(type(value), value): at for at, value in enumerate(self.values)}

    def position(self, value: object) -> int | None:
        """Where a value stands; None if it is none of them (True is not 1, "1" is not 1)."""
        return self._positions.get((type(value), value)) if isinstance(value, int | str) else None
