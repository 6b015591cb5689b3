"""Smallest hitting sets, incrementally, by maximum satisfiability (PySAT's ``Hitman``)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self


class HittingSets:
    """Sets over small integers, and a smallest set that meets them all."""

    def __init__(self) -> None:
        from pysat.examples.hitman import Hitman

        self._hitman = Hitman(solver="g4", htype="rc2")
        self._empty = True

    def add(self, elements: Iterable[int]) -> None:
        """One more set to hit; an empty one cannot be hit."""
        self._hitman.hit(sorted(elements))
        self._empty = False

    def smallest(self) -> frozenset[int]:
        """A smallest hitting set of everything added."""
        if self._empty:
            return frozenset()
        return frozenset(self._hitman.get() or ())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._hitman.delete()
