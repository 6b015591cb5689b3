"""The nearest members of a ShapeWorld space, by their distance from a relation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from symcause.families.shapeworld.models.causal_relations import Effects
from symcause.families.shapeworld.space.relation_solver import RelationSolver
from symcause.families.shapeworld.verifier.transcript_clauses import Clause, pairs
from symcause.solvers.sat.cnf import Cnf

if TYPE_CHECKING:
    from symcause.families.shapeworld.space.relation_lists import Codes, Coding


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
    least = _least(size, clauses, changed, 0)
    while least is not None:
        cnf, count = _counted(clauses, changed, least + 1)
        _exactly(cnf, count, least)
        yield from RelationSolver(size, cnf.clauses, cnf.variables).members()
        least = _least(size, clauses, changed, least + 1)


def _counted(clauses: Sequence[Clause], changed: Sequence[int], most: int) -> tuple[Cnf, list[int]]:
    """The clauses with a counter: its j-th literal says "more than j of the pairs are changed"."""
    cnf = Cnf()
    cnf.clauses = list(clauses)
    cnf.variables = max(map(abs, chain(changed, *clauses)), default=0)
    count: list[int] = []
    for one in changed:
        later = []
        for j in range(min(len(count) + 1, most)):
            step = one if j == 0 else cnf.conjunction((count[j - 1], one))
            later.append(cnf.disjunction((count[j], step)) if j < len(count) else step)
        count = later
    return cnf, count


def _exactly(cnf: Cnf, count: Sequence[int], distance: int) -> None:
    if distance:
        cnf.add(count[distance - 1])
    if distance < len(count):
        cnf.add(-count[distance])


def _least(size: int, clauses: Sequence[Clause], changed: Sequence[int], low: int) -> int | None:
    """The least distance from *low* on at which there is a member."""
    if low > len(changed):
        return None
    cnf, count = _counted(clauses, changed, low)
    if low:
        cnf.add(count[low - 1])
    if not RelationSolver(size, cnf.clauses, cnf.variables).has():
        return None
    for distance in range(low, len(changed) + 1):
        cnf, count = _counted(clauses, changed, distance + 1)
        _exactly(cnf, count, distance)
        if RelationSolver(size, cnf.clauses, cnf.variables).has():
            return distance
    raise AssertionError("a member at some distance was found before")
