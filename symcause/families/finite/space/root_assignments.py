"""Root assignments: the values that roots can have, and the states that models come to from them.

Assignments are counted with the first root in the order of the file fastest. States are arrays, a line for
each assignment and a column for each variable.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symcause.errors import LimitError
from symcause.families.finite.bounds import SIMULATED_CELLS
from symcause.mechanisms.tables.table_models import TableModel

States = NDArray[Any]


def assignments(
    variables: Sequence[str],
    sizes: Sequence[int],
    roots: Iterable[str],
    most: int | None = None,
) -> States:
    """All assignments of the roots, or the first ones; variables that are none have their first value."""
    rooted = set(roots)
    number = prod([size for name, size in zip(variables, sizes, strict=True) if name in rooted])
    number = number if most is None else min(number, most)
    if number * len(variables) > SIMULATED_CELLS:
        raise LimitError(
            f"{number:,} assignments of {len(rooted)} roots: too many to simulate",
            remedy="compare models with fewer roots",
        )
    states, left = np.zeros((number, len(variables)), dtype=np.int64), np.arange(number)
    for at, (name, size) in enumerate(zip(variables, sizes, strict=True)):
        if name in rooted:
            left, states[:, at] = np.divmod(left, size)
    return states


def simulated(
    model: TableModel, variables: Sequence[str], given: States, done: Mapping[int, int]
) -> States:
    """The states of a model: roots as given, some variables set."""
    states, places = given.copy(), {name: at for at, name in enumerate(variables)}
    for at, value in done.items():
        states[:, at] = value
    for name in model.order:
        at, function = places[name], model.functions[name]
        if at not in done:
            states[:, at] = np.array(function.outputs)[
                patterns(function.parents, function.sizes, states, places)
            ]
    return states


def simulated_together(
    model: TableModel,
    variables: Sequence[str],
    given: States,
    settings: Sequence[Iterable[tuple[int, int]]],
) -> States:
    """The states of a model under several settings: by setting, assignment and variable."""
    places = {name: at for at, name in enumerate(variables)}
    done = np.full((len(settings), 1, len(variables)), -1, dtype=given.dtype)
    for number, setting in enumerate(settings):
        for at, value in setting:
            done[number, 0, at] = value
    is_set = done >= 0
    states = np.where(is_set, done, given)
    lines = states.reshape(-1, len(variables))
    for name in model.order:
        at, function = places[name], model.functions[name]
        shown = np.array(function.outputs)[
            patterns(function.parents, function.sizes, lines, places)
        ].reshape(states.shape[:2])
        states[:, :, at] = np.where(is_set[:, :, at], done[:, :, at], shown)
    return states


def patterns(
    parents: Sequence[str], sizes: Sequence[int], states: States, places: Mapping[str, int]
) -> States:
    """The pattern of these parents in every state."""
    pattern, radix = np.zeros(len(states), dtype=np.int64), 1
    for parent, size in zip(parents, sizes, strict=True):
        pattern += states[:, places[parent]] * radix
        radix *= size
    return pattern


def distinct(states: States) -> list[tuple[int, ...]]:
    """Each state once, ascending."""
    return [tuple(line) for line in np.unique(states, axis=0).tolist()]
