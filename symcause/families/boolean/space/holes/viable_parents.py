"""Viable parents of a variable where cells were not observed: what its fully observed rows leave.

Rows in which the variable and a set S of others were all read say how often each pattern of S came with 0
(n0) and with 1 (n1). Whatever the unobserved cells hold, a function of exactly S disturbs at least
Σ min(n0, n1) of these cells, and more if it is to depend on a parent j: then some two patterns that differ
in j alone have different outputs. A set that cannot do with as many cells as may be disturbed is the parent
set of no member, so leaving it out loses none. (That it is left in says nothing.)
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symcause.families.boolean.bounds import READ_WORDS
from symcause.families.boolean.models.word_bits import Words, set_bits
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.mechanisms.noise.candidate_sets import sets_by_size

_ENTRIES = 1 << 17  # of the arrays in which parent sets are looked at together


class Viable(NamedTuple):
    """The variables in some parent set that is left, and how many such a set has at most."""

    parents: frozenset[str]
    most: int


def viable_parents(
    problem: BooleanProblem, pools: dict[str, tuple[str, ...]], bound: int, errors: int
) -> dict[str, Viable] | None:
    """What is left of each pool; None where that takes too long to find out."""
    worlds, names = problem.training, problem.variables
    sizes = [len(world.rows) for world in worlds]
    sets = sum(comb(len(pool), k) << k for pool in pools.values() for k in range(bound + 1))
    if 2 * sets * (sum(sizes) // 64 + 1) > READ_WORDS:
        return None
    text = "".join(row for world in worlds for row in world.rows)
    cells = np.frombuffer(text.encode(), dtype=np.uint8).reshape(-1, len(names)).T
    zero, one = _words(cells == ord("0")), _words(cells == ord("1"))
    found = {}
    for variable, pool in pools.items():
        at, places = names.index(variable), [names.index(parent) for parent in pool]
        scored = _words(np.repeat([[variable not in world.targets for world in worlds]], sizes, 1))
        outputs = np.stack([zero[at], one[at]]) & scored
        left = _left(outputs, zero[places], one[places], min(bound, len(pool)), errors)
        parents = frozenset(pool[place] for chosen in left for place in chosen)
        found[variable] = Viable(parents, max(map(len, left), default=0))
    return found


def _words(rows: NDArray[np.bool_]) -> Words:
    """Lines of bits as words."""
    packed = np.packbits(np.ascontiguousarray(rows), axis=1)
    padded = np.pad(packed, ((0, 0), (0, -packed.shape[1] % 8)))
    words: Words = np.ascontiguousarray(padded).view(np.uint64)
    return words


def _left(outputs: Words, zero: Words, one: Words, bound: int, errors: int) -> list[Sequence[int]]:
    """The sets of at most this many inputs, by their places, that may be the parents."""
    left: list[Sequence[int]] = []
    for size, chosen in enumerate(sets_by_size(len(zero), bound)):
        step = max(1, _ENTRIES // (outputs.size << size))
        for start in range(0, len(chosen), step):
            some = chosen[start : start + step]
            viable = _costs(_tallies(outputs, zero, one, some), size) <= errors
            left += some[viable].tolist()
    return left


def _tallies(outputs: Words, zero: Words, one: Words, sets: NDArray[np.intp]) -> NDArray[np.int64]:
    """[set][output][pattern]: how often they were read together, in rows without an unread cell."""
    rows = np.broadcast_to(outputs[None, :, None, :], (len(sets), 2, 1, outputs.shape[1]))
    for column in sets.T:
        low, high = (rows & side[column][:, None, None, :] for side in (zero, one))
        rows = np.concatenate((low, high), axis=2)
    counted: NDArray[np.int64] = set_bits(rows).sum(axis=3, dtype=np.int64)
    return counted


def _costs(tallies: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """What each set disturbs at least if every single one of its parents is to make a difference."""
    zero, one = tallies[:, 0], tallies[:, 1]
    least = np.minimum(zero, one)
    total = least.sum(axis=1)
    worst: NDArray[np.int64] = total
    patterns = np.arange(1 << size)
    for j in range(size):
        low = patterns[patterns >> j & 1 == 0]
        high = low | 1 << j
        apart = np.minimum(one[:, low] + zero[:, high], zero[:, low] + one[:, high])
        more = (apart - least[:, low] - least[:, high]).min(axis=1)
        worst = np.maximum(worst, total + more)
    return worst
