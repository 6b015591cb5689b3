"""Orbits of the Boolean catalogue's truth tables under permutations of their variables.

The *orbit* of a table is what the permutations of its variables make of it. It grows one variable at a
time: what is closed under permutations of the first j variables becomes closed under those of the
first j + 1 by exchanging variable j with each of the others (cosets of Sym(j) in Sym(j + 1)).

The *canonical* member of an orbit is the least table. From seven variables on, where there are too many
permutations to try, it is the least among those members whose variables have ascending weights
(the weight of a variable: how often it is true where the function is); only ties are permuted.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from symcause.families.boolean.bounds import PERMUTED_VARIABLES
from symcause.families.boolean.catalogue.table_arrays import (
    PROJECTIONS,
    Indices,
    Mask,
    Tables,
    cofactors,
    population,
    swap,
    unique,
)


def orbits(tables: Tables, count: int) -> Tables:
    """Everything that permutations of the variables make of the tables, ascending."""
    tables = unique(tables)[0]
    for variable in range(1, count):
        images = [swap(tables, other, variable) for other in range(variable)]
        tables = unique(np.concatenate((tables, *images)))[0]
    return tables


def arranged_orbits(tables: Tables, count: int) -> tuple[Tables, Indices, NDArray[np.uint8]]:
    """The orbits with, for each member, the row it came from and an arrangement.

    ``arrangement[p]`` is the variable of the given table that stands at position p in the member.
    Among several the first in the order of construction is given. The rows must have different
    orbits.
    """
    rows = np.arange(len(tables))
    arrangements = np.tile(np.arange(count, dtype=np.uint8), (len(tables), 1))
    for variable in range(1, count):
        images, moved = [tables], [arrangements]
        for other in range(variable):
            images.append(swap(tables, other, variable))
            order = np.arange(count)
            order[[other, variable]] = variable, other
            moved.append(arrangements[:, order])
        tables, first = unique(np.concatenate(images))
        rows = np.tile(rows, variable + 1)[first]
        arrangements = np.concatenate(moved)[first]
    return tables, rows, arrangements


def canonical(tables: Tables, count: int) -> tuple[Tables, NDArray[np.uint8]]:
    """For each table the canonical member of its orbit, and an arrangement that leads there."""
    return _walk(tables, count) if count <= PERMUTED_VARIABLES else _by_weight(tables, count)


def _walk(tables: Tables, count: int) -> tuple[Tables, NDArray[np.uint8]]:
    """Canonical forms by visiting all arrangements, each one exchange of neighbours further."""
    steps, arrangements = plain_changes(count)
    current = tables[:, 0]
    least, best = current.copy(), np.zeros(len(tables), dtype=np.intp)
    for number, position in enumerate(steps, start=1):
        shift = np.uint64(1 << position)
        where = np.uint64(PROJECTIONS[position] & ~PROJECTIONS[position + 1])
        moved = (current >> shift ^ current) & where
        current = current ^ moved ^ moved << shift
        best[current < least] = number
        np.minimum(least, current, out=least)
    return least[:, None], arrangements[best]


def _by_weight(tables: Tables, count: int) -> tuple[Tables, NDArray[np.uint8]]:
    """Canonical forms from seven variables on: sort the variables by weight, then try the ties."""
    tables = tables.copy()
    arrangements = np.tile(np.arange(count, dtype=np.uint8), (len(tables), 1))
    weights = np.stack([population(cofactors(tables, v, count)[1]) for v in range(count)], axis=1)
    for last in range(count - 1, 0, -1):
        for position in range(last):
            wrong = weights[:, position] > weights[:, position + 1]
            tables[wrong] = swap(tables[wrong], position, position + 1)
            for columns in (weights, arrangements):
                columns[wrong, position : position + 2] = columns[wrong, position : position + 2][
                    :, ::-1
                ]
    ties = weights[:, 1:] == weights[:, :-1]
    for pattern in np.unique(ties, axis=0):
        members = np.nonzero((ties == pattern).all(axis=1))[0]
        tables[members], arrangements[members] = _permute_ties(
            tables[members], arrangements[members], pattern
        )
    return tables, arrangements


def _permute_ties(
    tables: Tables, arrangements: NDArray[np.uint8], tied: Mask
) -> tuple[Tables, NDArray[np.uint8]]:
    """The least tables that permutations within runs of tied neighbours reach."""
    count = arrangements.shape[1]
    owner = np.arange(len(tables), dtype=np.uint64)[:, None]
    tables = np.concatenate((tables, owner), axis=1)  # so that members of one owner stay together
    start = 0
    for variable in range(1, count):
        if not tied[variable - 1]:
            start = variable
            continue
        images, moved = [tables], [arrangements]
        for other in range(start, variable):
            image = np.concatenate((swap(tables[:, :-1], other, variable), tables[:, -1:]), axis=1)
            order = np.arange(count)
            order[[other, variable]] = variable, other
            images.append(image)
            moved.append(arrangements[:, order])
        tables, first = unique(np.concatenate(images))
        arrangements = np.concatenate(moved)[first]
    _, first = np.unique(tables[:, -1], return_index=True)
    return tables[first, :-1], arrangements[first]


@lru_cache(maxsize=8)
def plain_changes(count: int) -> tuple[tuple[int, ...], NDArray[np.uint8]]:
    """All arrangements in an order in which each exchanges two neighbours of the one before.

    The classical bell ringers' order (Steinhaus, Johnson, Trotter): the last variable runs through
    all places of an arrangement of the others, alternately down and up.

    >>> plain_changes(3)[0]
    (1, 0, 1, 0, 1)
    """
    steps: list[int] = []
    if count > 1:
        inner = plain_changes(count - 1)[0]
        down, up = list(range(count - 2, -1, -1)), list(range(count - 1))
        for turn in range(len(inner) + 1):
            steps += up if turn % 2 else down
            if turn < len(inner):
                # After a downward run the last variable stands first and shifts the others by one.
                steps.append(inner[turn] + (turn % 2 == 0))
    arrangement, visited = list(range(count)), [list(range(count))]
    for step in steps:
        arrangement[step], arrangement[step + 1] = arrangement[step + 1], arrangement[step]
        visited.append(list(arrangement))
    return tuple(steps), np.array(visited, dtype=np.uint8).reshape(len(visited), count)
