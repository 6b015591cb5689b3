"""Members by their distance from a relation: the number of pairs that are in exactly one of the two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from symcause.families.shapeworld.models.relations import Effects
from symcause.families.shapeworld.space.solver import RelationSolver
from symcause.families.shapeworld.verifier.clauses import Clause, pairs
from symcause.solvers.cnf import Cnf

if TYPE_CHECKING:
    from symcause.families.shapeworld.space.lists import Codes, Coding


def nearest_listed(coding: Coding, codes: Codes, than: Effects) -> Iterator[Effects]:
    """Every relation of a list, nearest first, then in the order of the list."""
    import numpy as np

    changed = codes ^ np.uint64(coding.encode(than))
    distance = np.zeros(len(codes), dtype=np.uint8)
    for at in range(len(coding.pairs)):
        distance += (changed >> np.uint64(at) & np.uint64(1)).astype(np.uint8)
    for place in np.argsort(distance, kind="stable"):
        yield coding.decode(int(codes[place]))


def nearest(size: int, clauses: Sequence[Clause], than: Effects) -> Iterator[Effects]:
    """Every relation that satisfies the clauses: one solver for each distance in turn."""
    changed = [
        -(number) if than[x] >> y & 1 else number for number, (x, y) in enumerate(pairs(size), 1)
    ]
    reached = -1
    while True:
        least = _least(clauses, changed, size, reached + 1)
        if least is None:
            return
        cnf = _formula(clauses)
        cnf.exactly(changed, least)
        yield from RelationSolver(size, cnf.clauses, cnf.variables).members()
        reached = least


def _formula(clauses: Sequence[Clause]) -> Cnf:
    cnf = Cnf()
    cnf.clauses = list(clauses)
    cnf.variables = max((abs(one) for clause in clauses for one in clause), default=0)
    return cnf


def _least(clauses: Sequence[Clause], changed: Sequence[int], size: int, low: int) -> int | None:
    """The least distance from *low* on at which there is a member."""
    cnf = _formula(clauses)
    cnf.at_least(changed, low)
    if not RelationSolver(size, cnf.clauses, cnf.variables).has():
        return None
    for distance in range(low, len(changed) + 1):
        cnf = _formula(clauses)
        cnf.exactly(changed, distance)
        if RelationSolver(size, cnf.clauses, cnf.variables).has():
            return distance
    raise AssertionError("a member at some distance was found before")
