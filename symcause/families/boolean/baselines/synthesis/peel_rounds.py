"""Peel rounds: an acyclic explanation, or that there is none, without a search over orders.

Begin with the roots; in every round let all variables join that have a fitting set of parents among those
that have joined before. *Claim*: an acyclic explanation exists iff all variables join. If all join, the
parents that let them are an acyclic choice. Conversely let M be an explanation, and v the first variable in
an order of M that has not joined when a round adds nothing. All its parents in M have joined, and they fit:
so v would have joined. Contradiction. Nothing is ever taken back, because fitting is monotone.

Where constants are not allowed a constant function mentions some variable that has joined; a variable to
which none of those is admissible waits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symcause.families.boolean.baselines.synthesis.difference_sets import DifferenceSets
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.bit_sets import mask_of


@dataclass(frozen=True)
class Peeled:
    """An explanation: the roots, and for every other variable its parents and what had joined before it.

    Parents are the smallest set that fits, the first in problem order. Variables are positions.
    """

    roots: tuple[int, ...]
    parents: dict[int, tuple[int, ...]]
    joined: dict[int, int]


def peel(
    differences: Sequence[DifferenceSets], roots: Sequence[int], most: int | None, constants: bool
) -> Peeled | None:
    """The explanation over these roots with at most so many parents each, None if there is none."""
    known = mask_of(roots)
    parents: dict[int, tuple[int, ...]] = {}
    joined: dict[int, int] = {}
    waiting = [v for v in range(len(differences)) if not known >> v & 1]
    while waiting:
        found = {}
        for v in waiting:
            candidates = known & differences[v].admissible
            smallest = differences[v].smallest(candidates, most)
            if smallest is not None and (smallest or constants or candidates):
                found[v], joined[v] = smallest, candidates
        if not found:
            return None
        parents |= found
        known |= mask_of(found)
        waiting = [v for v in waiting if v not in found]
    return Peeled(tuple(roots), parents, joined)


def peeled(
    problem: BooleanProblem, differences: Sequence[DifferenceSets], most: int | None
) -> Peeled | None:
    """The explanation over the first root set that has one; hidden roots are tried in problem order."""
    for roots in root_positions(problem):
        found = peel(differences, roots, most, problem.constants)
        if found is not None:
            return found
    return None


def root_positions(problem: BooleanProblem) -> Iterator[tuple[int, ...]]:
    """The root sets that are disclosed; of hidden ones those that leave something to predict."""
    place = {v: i for i, v in enumerate(problem.variables)}
    seen = mask_of(observed(problem))
    for roots in problem.disclosure.root_sets():
        chosen = tuple(place[v] for v in roots)
        if problem.disclosure.roots is not None or seen & ~mask_of(chosen):
            yield chosen


def observed(problem: BooleanProblem) -> tuple[int, ...]:
    """The variables that are no target in some training world."""
    return tuple(
        i
        for i, v in enumerate(problem.variables)
        if any(v not in world.targets and world.rows for world in problem.training)
    )
