"""Least disturbance under noise: the simplest of the Boolean models with the fewest wrong cells.

Fewest cells come first, so a mechanism on the parents S is one of least cost on S: it takes the value that
was read more often, and is free where both were read as often or the pattern never was. Among those the
shortest counts, so the programme of :mod:`~space.order.simplest_model` finds the model, with cells before
sizes.
"""

from __future__ import annotations

from symcause.families.boolean.catalogue import Catalogue, catalogue
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.noise.disturbed_space import DisturbedSpace
from symcause.families.boolean.space.order.simplest_model import Shortest, Simplest, simplest_choice
from symcause.mechanisms.noise.mechanism_costs import LocalCosts
from symcause.mechanisms.noise.table_outputs import packed

_CELL = 1 << 40
"""What a disturbed cell weighs: more than any total size."""


def simplest_erring(space: DisturbedSpace, errors: int) -> Simplest | None:
    """A model of least disturbed cells, then least total AST; None if none has so few."""
    least = space.least
    if least is None or least > errors:
        return None
    book = catalogue(space.problem.operators, space.problem.constants)
    tables = {v: _shortest(local, book, least) for v, local in space.local.items()}
    best: tuple[tuple[int, int], Simplest] | None = None
    for roots in space.root_sets:
        names = [v for v in space.problem.variables if v not in roots]
        choice = simplest_choice(
            [tables[v] if v in names else None for v in space.problem.variables]
        )
        if choice is None:
            continue
        chosen, optimal = choice
        functions = {
            v: shortest.function
            for v, shortest in zip(space.problem.variables, chosen, strict=True)
            if shortest is not None and shortest.function is not None
        }
        total = sum(shortest.size for shortest in chosen if shortest is not None)
        cost = sum(shortest.cost[0] for shortest in chosen if shortest is not None)
        parents = sum(len(f.parents) for f in functions.values())
        key = (cost, parents)
        if best is None or key < best[0]:
            best = (key, Simplest(BooleanSCM(roots, functions), total, optimal))
    return None if best is None else best[1]


def _shortest(local: LocalCosts[Function], book: Catalogue, most: int) -> dict[int, Shortest]:
    """For every parent set: the shortest of its cheapest functions that use all of it."""
    found: dict[int, Shortest] = {}
    for parents, cost in sorted(
        local.least.items(), key=lambda item: (item[0].bit_count(), item[0])
    ):
        cells = int(cost[0])
        if cells > most:
            continue
        names = local.names(parents)
        if local.tables is None:
            known = _fitting(local, parents, book)
        else:
            functions = local.functions(parents, cells)
            sized = ((book.minimal_size(f), f.table) for f in functions)
            known = min(((n, table) for n, table in sized if n is not None), default=None)
        if known is not None:
            size, table = known
            weight = (cells * _CELL + size, len(names))
            found[parents] = Shortest(size, Function(names, table), weight)
        elif local.tables is None and next(local.functions(parents, cells), None) is not None:
            size = book.reach(len(names)) + 1
            found[parents] = Shortest(size, None, (cells * _CELL + size, len(names)))
    return found


def _fitting(local: LocalCosts[Function], parents: int, book: Catalogue) -> tuple[int, int] | None:
    """The shortest function that takes the more frequent value wherever there is one."""
    zero, one = local.tallies[parents][0]
    return book.least(parents.bit_count(), packed(zero != one, 2), packed(one > zero, 2))
