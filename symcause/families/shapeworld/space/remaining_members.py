"""Remaining members of a ShapeWorld space as evidence comes in, with their numbers of DAGs.

One sorted list of all relations of a size serves every transcript of a process, and so does the number of
pairs of each that are no covers. A start is a slice of it, a step is a filter of both; nothing is listed
or counted again. Counting non-covers of all relations of seven shapes takes seconds, so the first
transcript of that size counts only what is left at its end.

>>> everything = started(3, WorldClass.ALL, 0b111)
>>> len(everything), everything.graphs()
(19, 25)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from symcause.answers import Unknown
from symcause.families.shapeworld.bounds import KEPT_STARTS, NONCOVER_SHAPES, WHOLE_SHAPES
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.space.relation_lists import (
    Coding,
    relation_codes,
    rooted,
    satisfied,
    spread,
    units,
)
from symcause.families.shapeworld.verifier.transcript_clauses import (
    Clause,
    class_clauses,
    start_clauses,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from symcause.families.shapeworld.space.relation_lists import Codes


_begun: Counter[int] = Counter()


@dataclass(frozen=True, eq=False)
class Left:
    """Relations as codes, ascending; *known* tells how many pairs of each are no covers, if counted."""

    coding: Coding
    codes: Codes
    known: NDArray[np.uint8] | None = None

    def __len__(self) -> int:
        return len(self.codes)

    @cached_property
    def powers(self) -> NDArray[np.uint8]:
        """For every relation, how many of its pairs are no covers."""
        return spread(self.coding, self.codes) if self.known is None else self.known

    def graphs(self) -> int:
        """How many DAGs the relations stand for."""
        import numpy as np

        counts = np.bincount(self.powers)
        return sum(int(number) << power for power, number in enumerate(counts))

    def after(self, clauses: Sequence[Clause]) -> Left:
        """Those that satisfy some more clauses."""
        import numpy as np

        found = self
        must, must_not = units(self.coding, clauses)
        if must & must_not:
            return Left(self.coding, self.codes[:0])
        if must | must_not:
            bits = self.codes & np.uint64(must | must_not)
            found = found._kept(bits == np.uint64(must))
        for clause in clauses:
            if len(clause) != 1:
                found = found._kept(satisfied(self.coding, found.codes, clause))
        return found

    def _kept(self, where: NDArray[np.bool_]) -> Left:
        known = None if self.known is None else self.known[where]
        return Left(self.coding, self.codes[where], known)


def started(size: int, scope: WorldClass, state: int) -> Left | Unknown:
    """The relations of a class that can show a start; Unknown where they are too many to list."""
    if scope is WorldClass.HIDDEN and size <= WHOLE_SHAPES + 1:
        return Left(Coding(size), _hidden_codes(size)).after(start_clauses(size, state))
    if size > WHOLE_SHAPES:
        codes = relation_codes(size, scope, start_clauses(size, state))
        return codes if isinstance(codes, Unknown) else Left(Coding(size), codes)
    _begun[size] += 1
    return _start(size, scope, state, size <= NONCOVER_SHAPES or _begun[size] > 1)


@lru_cache(maxsize=KEPT_STARTS)
def _start(size: int, scope: WorldClass, state: int, counted: bool) -> Left:
    whole = Left(Coding(size), _codes(size), _powers(size) if counted else None)
    if scope.is_rooted:
        whole = whole._kept(rooted(whole.coding, whole.codes))
    own = [] if scope.is_rooted else class_clauses(size, scope)
    clauses = [*own, *start_clauses(size, state)]
    return whole.after(clauses) if clauses else whole


@lru_cache
def _codes(size: int) -> Codes:
    codes = relation_codes(size, WorldClass.ALL, ())
    assert not isinstance(codes, Unknown), "small worlds are always listed"
    return codes


@lru_cache
def _hidden_codes(size: int) -> Codes:
    codes = relation_codes(size, WorldClass.HIDDEN, ())
    assert not isinstance(codes, Unknown), "small worlds are always listed"
    return codes


@lru_cache
def _powers(size: int) -> NDArray[np.uint8]:
    return spread(Coding(size), _codes(size))
