"""Relation lists: the engine of a ShapeWorld space that lists all relations of small worlds.

A relation is one integer: the pairs in the order of their unknowns, the first the most significant bit,
so that sorting the codes sorts relations as the first engine lists them. Lists grow by one shape at a
time: the new shape gets a set of causes, closed upwards, and a set of effects, closed downwards, such
that every cause causes every effect. One comparison of masked bits tests that for all relations of the
list at once. Evidence that speaks of the shapes so far is applied before the next one comes, so a
transcript keeps the lists short.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.shapeworld.bounds import LISTED_RELATIONS
from symcause.families.shapeworld.models.causal_relations import Effects, submasks
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.verifier.transcript_clauses import (
    Clause,
    class_clauses,
    literal,
    pairs,
)
from symcause.models.bit_sets import bits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Codes = NDArray[np.uint64]

MAX_SHAPES = 8
"""Most shapes of a listed relation: its pairs must fit into a machine word."""

_CHUNK = 1 << 20


class Coding:
    """Where each pair stands in the code of a relation."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.pairs = tuple(pairs(size))

    def bit(self, cause: int, effect: int) -> int:
        """The bit of a pair."""
        return 1 << (len(self.pairs) - literal(self.size, cause, effect))

    def mask(self, causes: int, effects: int) -> int:
        """The bits of all pairs between two sets of shapes."""
        return sum(self.bit(x, y) for x in bits(causes) for y in bits(effects) if x != y)

    def decode(self, code: int) -> Effects:
        """The relation of a code."""
        effects = [0] * self.size
        for (x, y), at in zip(self.pairs, range(len(self.pairs) - 1, -1, -1), strict=True):
            effects[x] |= (code >> at & 1) << y
        return tuple(effects)

    def encode(self, effects: Sequence[int]) -> int:
        """The code of a relation."""
        return sum(self.bit(x, y) for x, below in enumerate(effects) for y in bits(below))


def relation_codes(size: int, scope: WorldClass, evidence: Sequence[Clause]) -> Codes | Unknown:
    """The codes of all relations of a class that satisfy the clauses, ascending."""
    import numpy as np

    if size > MAX_SHAPES:
        return Unknown(f"relations are listed for at most {MAX_SHAPES} shapes")
    coding = Coding(size)
    own = () if scope.is_rooted else class_clauses(size, scope)
    waiting = [(_latest(coding, clause), clause) for clause in (*own, *evidence)]
    codes: Codes = np.zeros(1, dtype=np.uint64)
    for new in range(size):
        if new:
            apart = scope is WorldClass.HIDDEN and new == size - 1
            grown = _extended(coding, codes, new, [c for at, c in waiting if at == new], apart)
            if isinstance(grown, Unknown):
                return grown
            codes = grown
        codes = _filtered(coding, codes, [c for at, c in waiting if at == new])
    if scope.is_rooted:
        codes = codes[rooted(coding, codes)]
    codes.sort()
    return codes


def _latest(coding: Coding, clause: Clause) -> int:
    """The shape after whose arrival a clause can be tested."""
    return max((max(coding.pairs[abs(one) - 1]) for one in clause), default=0)


def _extended(
    coding: Coding, codes: Codes, new: int, clauses: Sequence[Clause], apart: bool = False
) -> Codes | Unknown:
    """Every extension of the relations by one more shape; *apart*: its effects have no other relation."""
    import numpy as np

    must, must_not = units(coding, clauses)
    everything = (1 << new) - 1
    parts: list[Codes] = []
    listed = Meter(LISTED_RELATIONS + 1)
    for causes in range(1 << new):
        for effects in submasks(everything & ~causes):
            added = coding.mask(causes, 1 << new) | coding.mask(1 << new, effects)
            if added & must != must or added & must_not:
                continue
            one = coding.mask(causes, effects)
            zero = coding.mask(everything & ~causes, causes)
            zero |= coding.mask(effects, everything & ~effects)
            if apart:
                zero |= coding.mask(everything, effects) | coding.mask(effects, everything)
            fitting = codes[(codes & np.uint64(one | zero)) == np.uint64(one)]
            listed.spend(len(fitting))
            if listed.over:
                return Unknown(f"more than {LISTED_RELATIONS} relations on the way to the list")
            parts.append(fitting | np.uint64(added))
    return np.concatenate(parts) if parts else codes[:0]


def units(coding: Coding, clauses: Sequence[Clause]) -> tuple[int, int]:
    """The bits that must be there, and those that must not."""
    must = must_not = 0
    for clause in clauses:
        if len(clause) == 1:
            bit = coding.bit(*coding.pairs[abs(clause[0]) - 1])
            must, must_not = (must | bit, must_not) if clause[0] > 0 else (must, must_not | bit)
    return must, must_not


def _filtered(coding: Coding, codes: Codes, clauses: Sequence[Clause]) -> Codes:
    """The relations that satisfy the clauses."""
    for clause in clauses:
        codes = codes[satisfied(coding, codes, clause)]
    return codes


def satisfied(coding: Coding, codes: Codes, clause: Clause) -> NDArray[np.bool_]:
    """Which relations satisfy a clause."""
    import numpy as np

    positive = negative = 0
    for one in clause:
        bit = coding.bit(*coding.pairs[abs(one) - 1])
        positive, negative = (positive | bit, negative) if one > 0 else (positive, negative | bit)
    holds: NDArray[np.bool_] = (codes & np.uint64(positive)) != 0
    holds |= (~codes & np.uint64(negative)) != 0
    return holds


def rooted(coding: Coding, codes: Codes) -> NDArray[np.bool_]:
    """In which relations some shape causes all others."""
    import numpy as np

    array = np.zeros(len(codes), dtype=bool)
    everything = (1 << coding.size) - 1
    for root in range(coding.size):
        wanted = np.uint64(coding.mask(1 << root, everything))
        array |= (codes & wanted) == wanted
    return array


def having(coding: Coding, codes: Codes, cause: int, effect: int) -> NDArray[np.bool_]:
    """Which relations have a pair."""
    import numpy as np

    array: NDArray[np.bool_] = (codes & np.uint64(coding.bit(cause, effect))) != 0
    return array


def spread(coding: Coding, codes: Codes) -> NDArray[np.uint8]:
    """For every relation, how many of its pairs are no covers: it stands for 2 to that power DAGs."""
    import numpy as np

    total = np.zeros(len(codes), dtype=np.uint8)
    for start in range(0, len(codes), _CHUNK):
        part = codes[start : start + _CHUNK]
        for x, y in coding.pairs:
            indirect = np.zeros(len(part), dtype=bool)
            for z in range(coding.size):
                if z not in (x, y):
                    path = np.uint64(coding.bit(x, z) | coding.bit(z, y))
                    indirect |= (part & path) == path
            total[start : start + _CHUNK] += indirect
    return total
