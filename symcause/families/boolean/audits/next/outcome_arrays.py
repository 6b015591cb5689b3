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

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from symcause.families.boolean.models.word_bits import set_bits
from symcause.models.bit_sets import bits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from symcause.families.boolean.audits.next.further_rows import Mechanisms
    from symcause.families.boolean.space.exact.root_branch import Branch

    Ints = NDArray[np.int64]
    Words = NDArray[np.uint64]

MOST_NODES = 7
"""Most variables with a mechanism: three to that power terms an outcome."""

_MOST_PARENTS = 6  # of which the patterns fit into a word
_MOST_SETS = 2_000  # parent sets of a variable
_MOST_NAMES = 62  # variables whose states fit into a word
_GAPLESS = 1 << 53
_COUNTED = 1 << 63

Key = frozenset[int]
"""The rows of an outcome that are new to a variable, as states of what can matter to it."""


class NodeSums:
    """One variable: for new rows, how many mechanisms have their parents in each set of nodes."""

    def __init__(self, mechanisms: Mechanisms, nodes: Sequence[int]) -> None:
        fitting = mechanisms.fitting
        self._own = mechanisms.own
        self._sets = list(fitting)
        self._numbers = np.array([fitting[t] for t in self._sets], dtype=np.int64)
        places = [bits(t) for t in self._sets]
        width = max(map(len, places), default=0)
        self._places = np.full((width, len(places)), _MOST_NAMES, dtype=np.int64)
        for i, found in enumerate(places):
            self._places[: len(found), i] = found
        none = np.zeros((1, len(self._sets)), dtype=np.uint64)
        known = sorted(mechanisms.known)
        self._seen = self._outputs(known, np.array([0])) if known else (none, none)
        counted = [t in mechanisms.space.weights for t in self._sets]
        self._exact = _inverted(self._sets)[counted]
        kept = [t for t, held in zip(self._sets, counted, strict=True) if held]
        self._within = _inside(kept, nodes) @ self._exact
        most = np.abs(np.vstack((self._exact, self._within))) @ self._numbers.astype(np.float64)
        self.gapless = bool(most.max(initial=0.0) < _GAPLESS)
        self.known: dict[Key, tuple[int, Ints]] = {}
        self.before = self._within @ self._numbers.astype(np.float64)

    def prepare(self, keys: Iterable[Key]) -> None:
        """For these keys: the parent sets that are left, and the mechanisms inside every set of nodes."""
        new = [key for key in dict.fromkeys(keys) if key not in self.known]
        if not new:
            return
        fitting = self._fitting(new).astype(np.float64).T
        left = np.count_nonzero(self._exact @ fitting, axis=0)
        sums = (self._within @ fitting).astype(np.int64)
        for i, key in enumerate(new):
            self.known[key] = int(left[i]), sums[:, i]

    def _fitting(self, keys: Sequence[Key]) -> Ints:
        """h of every set with the rows of each key."""
        sizes = np.array([len(key) for key in keys])
        found = self._outputs([state for key in keys for state in key], np.cumsum(sizes) - sizes)
        ones, zeros = found[0] | self._seen[0], found[1] | self._seen[1]
        fresh = set_bits(ones | zeros).astype(np.int64)
        fresh -= set_bits(self._seen[0] | self._seen[1])
        return np.where(ones & zeros, 0, self._numbers >> fresh)

    def _outputs(self, states: Sequence[int], starts: Ints) -> tuple[Words, Words]:
        """For every set the patterns that rows show with output 1, and with output 0.

        The rows of a key stand together; *starts* says where.
        """
        rows = np.array(states, dtype=np.int64).reshape(-1, 1)
        patterns = np.zeros((len(states), len(self._sets)), dtype=np.int64)
        for j, place in enumerate(self._places):
            patterns |= (rows >> place & 1) << j
        shown = np.uint64(1) << patterns.astype(np.uint64)
        output = (rows & self._own) != 0
        nothing = np.uint64(0)
        return (
            np.bitwise_or.reduceat(np.where(output, shown, nothing), starts, axis=0),
            np.bitwise_or.reduceat(np.where(output, nothing, shown), starts, axis=0),
        )


class OutcomeArrays:
    """Counts of members by outcomes, many at once."""

    def __init__(self, names: Sequence[str], sums: dict[str, NodeSums]) -> None:
        self._sums = sums
        self._names = tuple(names)

    @staticmethod
    def of(branch: Branch, total: int, mechanisms: dict[str, Mechanisms]) -> OutcomeArrays | None:
        """None where the space is of another kind, or too large."""
        names = [v for v, s in zip(branch.variables, branch.spaces, strict=True) if s is not None]
        if len(names) > MOST_NODES or len(branch.variables) > _MOST_NAMES or total >= _COUNTED:
            return None
        for found in mechanisms.values():
            sets = found.fitting
            if not found.space.complete or len(sets) > _MOST_SETS:
                return None
            if max(map(int.bit_count, sets), default=0) > _MOST_PARENTS:
                return None
            if max(sets.values(), default=0) >= _GAPLESS:
                return None
        nodes = [branch.variables.index(v) for v in names]
        sums = {v: NodeSums(mechanisms[v], nodes) for v in names}
        return OutcomeArrays(names, sums) if all(s.gapless for s in sums.values()) else None

    def counts(self, asked: Sequence[dict[str, Key]]) -> list[tuple[int, dict[str, int]]]:
        """For each outcome, given by the new rows of the variables that it says something of:

        how many members agree with it, and how many parent sets of those variables are left.
        """
        for v, sums in self._sums.items():
            sums.prepare(keys[v] for keys in asked if keys.get(v))
        weights = np.array([[self._row(v, keys) for keys in asked] for v in self._names])
        totals = _totals(np.ascontiguousarray(weights.transpose(0, 2, 1)))
        return [
            (int(total), {v: self._sums[v].known[key][0] for v, key in keys.items() if key})
            for total, keys in zip(totals, asked, strict=True)
        ]

    def _row(self, v: str, keys: dict[str, Key]) -> Ints:
        key, sums = keys.get(v), self._sums[v]
        return sums.known[key][1] if key else sums.before.astype(np.int64)


def _totals(weights: Ints) -> Ints:
    """The acyclic choices, for weights[node, set of nodes, outcome]; whole numbers modulo 2^64."""
    nodes, sets, number = weights.shape
    found = np.zeros((sets, number), dtype=np.int64)
    found[0] = 1
    for placed in range(sets - 1):
        reached, terms = np.array([placed]), -found[placed : placed + 1]
        for v in range(nodes):
            if not placed >> v & 1:
                reached = np.concatenate((reached, reached | 1 << v))
                terms = np.concatenate((terms, terms * -weights[v, placed]))
        found[reached[1:]] += terms[1:]
    last: Ints = found[-1]
    return last


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
