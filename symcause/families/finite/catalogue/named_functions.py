"""Named functions: the classes that have a name, for a target of two values over parents of any values.

A parent is active unless it has its first value. Functions are lines of outputs, the first parent fastest.

>>> [named_functions(("threshold",), (2,) * k).shape[0] for k in range(4)]
[2, 1, 2, 3]
>>> named_functions(("monotone",), (3,)).tolist()
[[0, 0, 1], [0, 1, 1]]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, reduce
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symcause.budgets import StrictMeter
from symcause.errors import LimitError
from symcause.families.finite.bounds import LISTED_ENTRIES, MONOTONE_BELOW, MONOTONE_FUNCTIONS
from symcause.mechanisms.tables.table_functions import TableFunction

Lines = NDArray[Any]


def active(sizes: Sequence[int]) -> Lines:
    """How many parents are active, for each combination of their values."""
    if prod(sizes) > LISTED_ENTRIES:
        raise LimitError(f"{prod(sizes):,} combinations of values: too many to list")
    number = np.zeros(1, dtype=np.int64)
    for size in sizes:
        number = (number + (np.arange(size) > 0)[:, None]).reshape(-1)
    return number


def named_functions(names: Sequence[str], sizes: tuple[int, ...]) -> Lines:
    """The functions of all these classes in which every parent matters, each once, one a line."""
    if names == ("monotone",):
        return monotone_functions(sizes)
    return np.unique(np.concatenate([_of(name, sizes) for name in names]), axis=0)


def _of(name: str, sizes: tuple[int, ...]) -> Lines:
    if name == "monotone":
        return monotone_functions(sizes)
    number, parents = active(sizes), len(sizes)
    lines: dict[str, Callable[[], list[Lines]]] = {
        "disjunctive": lambda: [number > 0],
        "conjunctive": lambda: [number == parents],
        "threshold": lambda: (
            [number >= k for k in range(1, parents + 1)] or [number > 0, number == 0]
        ),
        "parity": lambda: [number % 2 == 1, number % 2 == 0],
    }
    return np.array(lines[name](), dtype=np.uint8)


def holds(name: str, function: TableFunction) -> bool:
    """Is a function of the class with this name? All its parents matter."""
    if name == "any":
        return True
    if function.values != 2:
        return False
    outputs = np.array(function.outputs, dtype=np.uint8)
    if name == "monotone":
        return _rises(outputs, function.sizes)
    return bool((_of(name, function.sizes) == outputs).all(axis=1).any())


def _rises(outputs: Lines, sizes: Sequence[int]) -> bool:
    """Does no output fall when a parent has a later value?"""
    cells = outputs.reshape(tuple(sizes)[::-1]).astype(np.int8)
    return all(bool((np.diff(cells, axis=axis) >= 0).all()) for axis in range(cells.ndim))


def _matter(lines: Lines, sizes: Sequence[int]) -> Lines:
    """The lines in which every parent changes some output."""
    cells = lines.reshape((len(lines), *tuple(sizes)[::-1]))
    changes = [np.diff(cells, axis=axis) != 0 for axis in range(1, cells.ndim)]
    kept = [change.reshape(len(lines), -1).any(axis=1) for change in changes]
    return lines[reduce(np.logical_and, kept, np.ones(len(lines), dtype=np.bool_))]


def monotone_functions(sizes: tuple[int, ...]) -> Lines:
    """The monotone functions in which every parent matters; raises LimitError where they are too many."""
    listed = _monotone(sizes)
    if isinstance(listed, LimitError):
        raise listed
    return listed


@lru_cache(maxsize=32)
def _monotone(sizes: tuple[int, ...]) -> Lines | LimitError:
    """That they are too many is known once, too: problems of a pool have the same sizes."""
    try:
        return _put_together(sizes)
    except LimitError as error:
        return error


def _put_together(sizes: tuple[int, ...]) -> Lines:
    order = sorted(range(len(sizes)), key=lambda parent: sizes[parent])
    lines = np.array([[0], [1]], dtype=np.uint8)
    for at, parent in enumerate(order):
        if len(lines) > MONOTONE_BELOW:
            raise LimitError(
                f"more than {MONOTONE_BELOW:,} monotone functions of {at} parents: not put together"
            )
        lines = _chains(lines, sizes[parent])
    # The last parent in order is the slowest; axes go from the slowest to the fastest.
    cells = lines.reshape((len(lines), *[sizes[parent] for parent in reversed(order)]))
    axes = [1 + order[::-1].index(parent) for parent in reversed(range(len(sizes)))]
    return _matter(cells.transpose([0, *axes]).reshape(len(lines), -1), sizes)


def _chains(lines: Lines, length: int) -> Lines:
    """Functions with one more parent, of so many values: each of them a function above the one before."""
    packed = np.packbits(lines, axis=1)
    above = list[Lines]()
    pairs = _meter()
    for line in packed:
        above.append(np.flatnonzero(((line & ~packed) == 0).all(axis=1)))
        pairs.spend(len(above[-1]))
    numbers = np.array([len(some) for some in above])
    chains = np.arange(len(lines)).reshape(-1, 1)
    for _ in range(length - 1):
        times = numbers[chains[:, -1]]
        _meter().spend(int(times.sum()))
        following = np.concatenate([above[last] for last in chains[:, -1]])
        chains = np.concatenate([np.repeat(chains, times, axis=0), following[:, None]], axis=1)
    return lines[chains].reshape(len(chains), -1)


def _meter() -> StrictMeter:
    return StrictMeter(
        MONOTONE_FUNCTIONS,
        f"more than {MONOTONE_FUNCTIONS:,} monotone functions of one parent set: not listed",
        remedy="bound the number of parents",
    )
