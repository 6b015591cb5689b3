"""Sets of candidates for parents: by their number, and by how many values each of them has.

The candidates are ordered; a set is a mask of their positions among all variables, or their places in that
order, ascending.

>>> [masks for masks, _ in parent_sets((2, 0), 2)]
[[0], [4, 1], [5]]
>>> [(alike.sizes, alike.masks) for alike in alike_sets((2, 0), (3, 2), 2)]
[((), [0]), ((3,), [4]), ((2,), [1]), ((3, 2), [5])]
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symcause.mechanisms.bounds import TALLIED_SETS

_WIDE = 62  # positions whose masks are numbers of an array

Places = NDArray[np.intp]


class Alike(NamedTuple):
    """Sets whose elements have, one after the other, the same numbers of values."""

    sizes: tuple[int, ...]
    radices: tuple[int, ...]  # what a step of each is worth in a pattern
    patterns: int  # of each set
    masks: list[int]
    chosen: Places  # [set][place]


def alike_sets(ordered: tuple[int, ...], sizes: tuple[int, ...], bound: int) -> tuple[Alike, ...]:
    """The sets of at most this many candidates; *sizes* are the numbers of values of these."""
    return (_kept_alike if _few(len(ordered), bound) else _alike_sets)(ordered, sizes, bound)


def _alike_sets(ordered: tuple[int, ...], sizes: tuple[int, ...], bound: int) -> tuple[Alike, ...]:
    found = []
    for masks, chosen in parent_sets(ordered, bound):
        groups: dict[tuple[int, ...], list[int]] = {}
        for i, places in enumerate(chosen.tolist()):
            groups.setdefault(tuple([sizes[p] for p in places]), []).append(i)
        for own, some in groups.items():
            all_masks = masks if len(groups) == 1 else [masks[i] for i in some]
            all_chosen = chosen if len(groups) == 1 else chosen[some]
            found.append(Alike(own, radices(own), prod(own), all_masks, all_chosen))
    return tuple(found)


_kept_alike = lru_cache(maxsize=64)(_alike_sets)


def radices(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """What a step of each parent is worth in a pattern, which is a number in mixed radix."""
    return tuple(prod(sizes[:j]) for j in range(len(sizes)))


@lru_cache(maxsize=32)
def sets_by_size(candidates: int, bound: int) -> tuple[Places, ...]:
    """The sets of at most this many of them by size, one line each."""
    sizes = [list(combinations(range(candidates), size)) for size in range(bound + 1)]
    return tuple(np.array(sets, dtype=np.intp).reshape(len(sets), -1) for sets in sizes)


def parent_sets(ordered: tuple[int, ...], bound: int) -> tuple[tuple[list[int], Places], ...]:
    """The sets of at most this many of the candidates by size: as masks, and by their places."""
    return (_kept_sets if _few(len(ordered), bound) else _parent_sets)(ordered, bound)


def _few(candidates: int, bound: int) -> bool:
    """Are the sets few enough to be kept?"""
    return comb(candidates, min(bound, candidates // 2)) <= TALLIED_SETS


def _parent_sets(ordered: tuple[int, ...], bound: int) -> tuple[tuple[list[int], Places], ...]:
    sizes = sets_by_size(len(ordered), bound)
    return tuple((masks_of(ordered, chosen), chosen) for chosen in sizes)


_kept_sets = lru_cache(maxsize=64)(_parent_sets)


def masks_of(ordered: Sequence[int], chosen: Places) -> list[int]:
    """Sets of ordered candidates as masks."""
    own = [1 << position for position in ordered]
    if max(ordered, default=0) < _WIDE and chosen.size:
        masks: list[int] = np.array(own, dtype=np.int64)[chosen].sum(axis=1).tolist()
        return masks
    return [sum(own[j] for j in some) for some in chosen.tolist()]
