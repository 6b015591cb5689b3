"""A bound that knows its usual value, and whether it has decided anything otherwise."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any


class Shadow(int):
    """A number in place of another: *decisions* has every comparison that the usual one would turn.

    >>> decisions = []
    >>> short = Shadow(2, 1000, decisions)
    >>> 5 > short, 1 > short, 5 > 10 * short
    (True, False, False)
    >>> decisions
    ['lt 5']
    """

    usual: int
    decisions: list[str]

    def __new__(cls, value: int, usual: int = 0, decisions: list[str] | None = None) -> Shadow:
        made = super().__new__(cls, value)
        made.usual, made.decisions = usual, [] if decisions is None else decisions
        return made

    __hash__ = int.__hash__


def _comparing(name: str) -> Callable[[Shadow, Any], Any]:
    compare = getattr(operator, name)

    def compared(self: Shadow, other: Any) -> Any:
        there = other.usual if isinstance(other, Shadow) else other
        here = compare(int(self), int(other) if isinstance(other, Shadow) else other)
        if isinstance(here, bool) and here is not compare(self.usual, there):
            self.decisions.append(f"{name} {other}")
        return here

    return compared


def _computing(name: str, turned: bool) -> Callable[[Shadow, Any], Any]:
    compute = getattr(operator, name)

    def computed(self: Shadow, other: Any) -> Any:
        there = other.usual if isinstance(other, Shadow) else other
        other = int(other) if isinstance(other, Shadow) else other
        if not isinstance(other, int):
            return NotImplemented
        if turned:
            return Shadow(compute(other, int(self)), compute(there, self.usual), self.decisions)
        return Shadow(compute(int(self), other), compute(self.usual, there), self.decisions)

    return computed


def _decided(self: Shadow) -> bool:
    if bool(int(self)) is not bool(self.usual):
        self.decisions.append("bool")
    return bool(int(self))


for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Shadow, f"__{_name}__", _comparing(_name))
for _name in ("add", "sub", "mul", "floordiv"):
    setattr(Shadow, f"__{_name}__", _computing(_name, turned=False))
    setattr(Shadow, f"__r{_name}__", _computing(_name, turned=True))
setattr(Shadow, "__bool__", _decided)  # noqa: B010
