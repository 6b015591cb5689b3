"""Outcome arrays: what many outcomes of next experiments leave of a space, counted at once.

Where roots are disclosed and every function that fits is in the class, what an outcome leaves of a variable
is a sum: h(T), the functions of a set T that agree with all rows, is 2 to the number of patterns of T that
were not seen, or 0 if one was seen with both outputs; and the functions whose parents lie in a set U of
variables are a fixed linear combination of all h(T). For many outcomes these are products of matrices. The
recursion over acyclic choices (:mod:`symcause.solvers.acyclic.choice_weight`) takes all at once.

Everything is exact. The products are of whole numbers below 2^53, where floating-point numbers have no
gaps; the recursion is done modulo 2^64, and a space that is taken holds fewer members than that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from symcause.families.boolean.audits.next import pattern_differences as differences
from symcause.families.boolean.audits.next import pattern_words as words
from symcause.families.boolean.audits.next.pattern_words import NOTHING
from symcause.families.boolean.bounds import (
    ARRAY_SETS,
    ARRAY_VARIABLES,
    DIFFERENCE_CANDIDATES,
    DIFFERENCE_VARIABLES,
)
from symcause.families.boolean.models.word_bits import set_bits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from symcause.families.boolean.models.functions import Function
    from symcause.families.boolean.space.exact.exact_space import BooleanBranch
    from symcause.mechanisms.next.further_rows import Mechanisms

    Ints = NDArray[np.int64]
    Reals = NDArray[np.float64]

_MOST_ROWS = 62  # rows of which a column fits into a word
_PRODUCT = 1 << 18  # terms of one product: a larger one would be done by several threads
_GAPLESS = 1 << 53
_COUNTED = 1 << 63

Key = frozenset[int]
"""The rows of an outcome that are new to a variable, as states of what can matter to it."""


class Counts(NamedTuple):
    """Of many outcomes the different rows and the members left; of these by variable what is new.

    *keys* are numbers of keys (:meth:`OutcomeArrays.key`), and *sets* are the parent sets that are left.
    """

    rows: Ints
    left: Ints
    keys: Ints
    sets: Ints


class OutcomeArrays:
    """Counts of members by outcomes, many at once."""

    def __init__(self, branch: BooleanBranch, mechanisms: Sequence[Mechanisms[Function]]) -> None:
        names = len(branch.variables)
        self._places = [one.own.bit_length() - 1 for one in mechanisms]
        few = all(
            (one.relevant & ~one.own).bit_count() <= DIFFERENCE_CANDIDATES for one in mechanisms
        )
        self._patterns: differences.PatternDifferences | words.PatternWords = (
            differences.PatternDifferences(names, mechanisms)
            if few and names <= DIFFERENCE_VARIABLES
            else words.PatternWords(mechanisms)
        )
        self._matrices = [_combined(one, self._places) for one in mechanisms]
        self._keys = [b""] * len(mechanisms)  # rows of each key; first of all that nothing is new
        self._at: list[dict[bytes, int]] = [{} for _ in mechanisms]
        self._left: Ints = np.array([len(one.space.weights) for one in mechanisms])
        numbers = [np.array(list(one.fitting.values()), dtype=np.float64) for one in mechanisms]
        most = [np.abs(m) @ n for m, n in zip(self._matrices, numbers, strict=True)]
        self.gapless = max(array.max(initial=0.0) for array in most) < _GAPLESS
        before = [m @ n for m, n in zip(self._matrices, numbers, strict=True)]
        self._sums = np.array([found[-self._sets :] for found in before]).astype(np.int64)

    @property
    def _sets(self) -> int:
        """How many sets of nodes there are."""
        return 1 << len(self._places)

    @staticmethod
    def of(
        branch: BooleanBranch, total: int, mechanisms: dict[str, Mechanisms[Function]]
    ) -> OutcomeArrays | None:
        """None where the space is of another kind, or too large."""
        names = [v for v, s in zip(branch.variables, branch.spaces, strict=True) if s is not None]
        if not 0 < len(names) <= ARRAY_VARIABLES or total >= _COUNTED:
            return None
        if len(branch.variables) > words.MOST_NAMES:
            return None
        for mechanism in mechanisms.values():
            sets = mechanism.fitting
            if not mechanism.space.complete or not 0 < len(sets) <= ARRAY_SETS:
                return None
            if max(map(int.bit_count, sets)) > words.MOST_PARENTS:
                return None
            if max(sets.values()) >= _GAPLESS:
                return None
        made = OutcomeArrays(branch, [mechanisms[v] for v in names])
        return made if made.gapless else None

    def counts(self, outcomes: Sequence[Sequence[int]], rows: int, clamped: Ints) -> Counts:
        """What outcomes leave, given by their columns; *clamped* are their targets, as masks."""
        states = _states(outcomes, rows)
        new = self._patterns.new_rows(states)
        for v, place in enumerate(self._places):
            new[v, clamped >> place & 1 == 1] = NOTHING
        keys = self._numbered(new)
        weights = self._sums[keys].transpose(0, 2, 1)
        ordered = np.sort(states, axis=1)
        different = 1 + np.count_nonzero(ordered[:, 1:] != ordered[:, :-1], axis=1)
        return Counts(different, totals(weights), keys, self._left[keys])

    def key(self, number: int) -> Key:
        """The key of a number."""
        rows: list[int] = np.frombuffer(self._keys[number], dtype=np.int64).tolist()
        return frozenset(rows) - {NOTHING}

    def _numbered(self, rows: Ints) -> Ints:
        """The numbers of the keys, by variable and outcome; new ones are counted."""
        nodes, number, width = rows.shape
        blob, wide = rows.tobytes(), width * rows.itemsize
        nothing = np.full(width, NOTHING).tobytes()
        places, fresh, start = [], [], 0
        for v, at in enumerate(self._at):
            at.setdefault(nothing, v)
            for i in range(number):
                key = blob[start : start + wide]
                start += wide
                place = at.get(key)
                if place is None:
                    place = at[key] = len(self._keys)
                    self._keys.append(key)
                    fresh.append((v, i))
                places.append(place)
        if fresh:
            variables, lines = np.array(fresh).T
            self._count(variables, rows[variables, lines])
        return np.array(places).reshape(nodes, number)

    def _count(self, variables: Ints, rows: Ints) -> None:
        """For these keys: the parent sets that are left, and the mechanisms inside every set of nodes."""
        most = int((rows != NOTHING).sum(axis=1).max())
        fitting = self._patterns.fitting(variables, rows[:, rows.shape[1] - most :])
        ends = np.searchsorted(variables, np.arange(len(self._places) + 1)).tolist()
        left, sums = [self._left], [self._sums]
        for v, matrix in enumerate(self._matrices):
            together = max(_PRODUCT // matrix.size, 1)
            for start in range(ends[v], ends[v + 1], together):
                end = min(start + together, ends[v + 1])
                part = fitting[start:end, : matrix.shape[1]].astype(np.float64)
                array = part @ matrix.T
                left.append(np.count_nonzero(array[:, : -self._sets], axis=1))
                sums.append(array[:, -self._sets :].astype(np.int64))
        self._left, self._sums = np.concatenate(left), np.concatenate(sums)


def _states(outcomes: Sequence[Sequence[int]], rows: int) -> Ints:
    """The rows of every outcome, as sets of the variables that are 1."""
    kind = object if rows > _MOST_ROWS else np.int64
    columns, at = np.array(outcomes, dtype=kind), np.arange(rows).astype(kind)
    states = np.zeros((len(columns), rows), dtype=np.int64)
    for i in range(columns.shape[1]):
        states |= (columns[:, i, None] >> at & 1).astype(np.int64) << i
    return states


def _combined(mechanisms: Mechanisms[Function], nodes: Sequence[int]) -> Reals:
    """From h of all sets: the functions of exactly each parent set, then those inside each set of nodes."""
    sets = list(mechanisms.fitting)
    counted = [t in mechanisms.space.weights for t in sets]
    exact = _inverted(sets)[counted]
    kept = [t for t, held in zip(sets, counted, strict=True) if held]
    return np.vstack((exact, _inside(kept, nodes) @ exact))


def totals(weights: Ints) -> Ints:
    """The acyclic choices, for weights[node, set of nodes, outcome]; whole numbers modulo 2^64."""
    nodes, sets, number = weights.shape
    plan = _layers(nodes)
    products = np.empty((len(plan.placed), number), dtype=np.int64)
    products[plan.empty] = -1
    for pairs, rest, node, placed in plan.products:
        products[pairs] = products[rest] * -weights[node, placed]
    array = np.zeros((sets, number), dtype=np.int64)
    array[0] = 1
    for pairs, starts, reached in plan.sums:
        terms = products[pairs] * array[plan.placed[pairs]]
        array[reached] += np.add.reduceat(terms, starts, axis=0)
    last: Ints = array[-1]
    return last


class _Layers(NamedTuple):
    """All pairs of placed nodes and a next layer: how products and sums over them come about."""

    placed: Ints
    empty: Ints  # the pairs without a next layer
    products: tuple[tuple[Ints, Ints, Ints, Ints], ...]  # a node more in the layer, by its size
    sums: tuple[
        tuple[Ints, Ints, Ints], ...
    ]  # by the number of placed nodes, in order of what is reached


@lru_cache(maxsize=ARRAY_VARIABLES + 1)
def _layers(nodes: int) -> _Layers:
    full = (1 << nodes) - 1
    pairs = [(p, layer) for p in range(full + 1) for layer in range(full + 1) if not p & layer]
    at = {pair: i for i, pair in enumerate(pairs)}
    products, sums = [], []
    for size in range(1, nodes + 1):
        here = [(p, layer) for p, layer in pairs if layer.bit_count() == size]
        rest = [at[p, layer & layer - 1] for p, layer in here]
        node = [(layer & -layer).bit_length() - 1 for _, layer in here]
        own = [at[pair] for pair in here]
        placed = np.array([p for p, _ in here])
        products.append((np.array(own), np.array(rest), np.array(node), placed))
    for size in range(nodes):
        here = [(p, layer) for p, layer in pairs if layer and p.bit_count() == size]
        here.sort(key=lambda pair: pair[0] | pair[1])
        reached = [p | layer for p, layer in here]
        starts = [i for i, r in enumerate(reached) if not i or r != reached[i - 1]]
        own = [at[pair] for pair in here]
        ends = np.array([reached[i] for i in starts])
        sums.append((np.array(own), np.array(starts), ends))
    empty = np.array([at[p, 0] for p in range(full + 1)])
    return _Layers(np.array([p for p, _ in pairs]), empty, tuple(products), tuple(sums))


def _inverted(sets: Sequence[int]) -> NDArray[np.float64]:
    """The functions with exactly these parents from those with parents among them: signs by inclusion."""
    masks = np.array(sets, dtype=np.int64)
    below = (masks[None, :] & ~masks[:, None]) == 0
    odd = set_bits((masks[:, None] ^ masks[None, :]).astype(np.uint64)) & 1
    return np.where(below, 1.0 - 2.0 * odd, 0.0)


def _inside(sets: Sequence[int], nodes: Sequence[int]) -> NDArray[np.float64]:
    """For every set of nodes: which parent sets have all nodes they hold in it."""
    masks = np.array(sets, dtype=np.int64)
    held = np.zeros_like(masks)
    for i, node in enumerate(nodes):
        held |= (masks >> node & 1) << i
    places = np.arange(1 << len(nodes), dtype=np.int64)
    inside: NDArray[np.float64] = ((held[None, :] & ~places[:, None]) == 0).astype(np.float64)
    return inside
