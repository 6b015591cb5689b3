"""Functions that the operators of a problem can write within bounds, by their outputs on seen patterns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symcause.families.boolean.catalogue import Catalogue


@dataclass(frozen=True)
class Writable:
    """What the operators can write within bounds on size and depth (None: at any)."""

    book: Catalogue
    cap: int | None
    depth: int | None

    def tables(self, parents: int, seen: int, value: int) -> Sequence[int]:
        return self.book.fitting(parents, self.cap, seen, value, max_depth=self.depth)

    def number(self, parents: int, seen: int, value: int) -> int:
        return self.book.count_fitting(parents, self.cap, seen, value, max_depth=self.depth)
