"""Sums of scores by problem, in as few bytes as their values take.

A system has one answer to most problems, and most of what is added up by problem is 0 or 1. So a sum and
the number of its values take a byte each until one of them needs more, and the squared distances from the
mean are kept where there are any.

>>> sums = Sums()
>>> sums.add(2, 1.0)
>>> sums.add(2, 0.5)
>>> sums.total(2), sums.total(7).count
(Total(sum=1.5, count=2, square=0.125), 0)
"""

from __future__ import annotations

from array import array
from typing import Any

from symcause.scoring.bootstrap import NOTHING, Total


class Sums:
    """Values added up, by the place of their problem."""

    __slots__ = ("_numbers", "_squares", "_sums", "_whole")

    def __init__(self) -> None:
        self._sums: array[Any] = array("b")
        self._whole = True  # every sum is a small integer
        self._numbers = array("B")
        self._squares: dict[int, float] | None = None

    def add(self, place: int, value: float) -> None:
        """One more value, its square by the distance from the means before and after."""
        if place >= len(self._numbers) or not self._numbers[place]:
            self._store(place, value, 1)
            return
        known = self.total(place)
        added, count = known.sum + value, known.count + 1
        apart = (value - known.sum / known.count) * (value - added / count)
        self.put(place, Total(added, count, known.square + apart))

    def total(self, place: int) -> Total:
        """What has been added up at a place."""
        if place >= len(self._numbers):
            return NOTHING
        square = 0.0 if self._squares is None else self._squares.get(place, 0.0)
        return Total(float(self._sums[place]), self._numbers[place], square)

    def put(self, place: int, total: Total) -> None:
        """Let this be what has been added up at a place."""
        self._store(place, total.sum, total.count)
        if total.square:
            self._squares = self._squares or {}
            self._squares[place] = total.square

    def _store(self, place: int, added: float, number: int) -> None:
        numbers = self._numbers
        more = place + 1 - len(numbers)
        if more > 0:
            self._sums.frombytes(bytes(more * self._sums.itemsize))
            numbers.frombytes(bytes(more * numbers.itemsize))
        if number > 255 and numbers.typecode == "B":
            self._numbers = numbers = array("Q", numbers)
        numbers[place] = number
        if self._whole:
            if added.is_integer() and -128 <= added < 128:
                self._sums[place] = int(added)
                return
            self._sums, self._whole = array("d", self._sums), False
        self._sums[place] = added
