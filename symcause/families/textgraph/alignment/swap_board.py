"""The swap board of an alignment search: what a permutation keeps and every swap would win.

Both graphs are padded with nodes without edges to one size N; index u of a permutation holds the place
of gold node u. A node that stands on a place it may not take keeps nothing there. With the answer's
matrix in the order of the permutation, all N² swaps are rated at once, by sums over neighbours.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from symcause.budgets import Meter
from symcause.families.textgraph.bounds import FAQ_ROUNDS
from symcause.families.textgraph.problem.alignment_task import AlignmentTask

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
    Places = NDArray[np.intp]

_FAQ_STILL = 0.03
_FAQ_STEP = 2  # one takes about as long as this many swaps


def price(task: AlignmentTask) -> int:
    """Steps that it takes to rate all swaps of a permutation and to do one."""
    size = max(len(task.gold_nodes), len(task.answer_nodes))
    edges = len(task.gold_edges) + len(task.answer_edges)
    return 150 + size * (8 * size + edges) // 100


class Board:
    """The matrices of a task; index u of a permutation holds the place of gold node u."""

    def __init__(self, task: AlignmentTask) -> None:
        import numpy as np

        self.task, self.price = task, price(task)
        self.size = size = max(len(task.gold_nodes), len(task.answer_nodes))
        self.gold, self.answer, self.allowed = (
            np.zeros((size, size), dtype=np.float32) for _ in range(3)
        )
        for matrix, entries in (
            (self.gold, task.gold_edges),
            (self.answer, task.answer_edges),
            (self.allowed, task.pairs),
        ):
            for a, b in entries:
                matrix[a, b] = 1
        self.loops = np.diag(self.gold).copy()
        self.plain = self.gold - np.diag(self.loops)  # without self-loops
        self.linked = self.plain + self.plain.T
        self.sums = NeighbourSums(self.plain), NeighbourSums(self.plain.T)

    def kept_edges(self, places: Places) -> int:
        import numpy as np

        stands = self.allowed[np.arange(self.size), places]
        image = self.answer[np.ix_(places, places)]
        return int((self.gold * image * stands[:, None] * stands[None, :]).sum())

    def gains(self, places: Places) -> Matrix:
        """Entry (u, w): edges won if u and w swap places."""
        import numpy as np

        image = self.answer[np.ix_(places, places)]  # of the answer, in the order of gold
        may = self.allowed[:, places]  # may u take the place of w?
        stands = np.diag(may)
        loops = np.diag(image)
        targets, sources = self.sums
        out = targets.of(image.T, stands) + sources.of(image, stands)
        there = may * (out + self.loops[:, None] * loops[None, :])  # what u keeps on the place of w
        here = np.diag(there)
        before = self.plain * image * stands[:, None] * stands[None, :]
        ghost = self.linked * loops[None, :] * may * stands[None, :]  # u met w on w's own place
        after = may * may.T * (self.plain * image.T)
        won = there + there.T - here[:, None] - here[None, :]
        won += before + before.T - ghost - ghost.T + after + after.T
        matrix: Matrix = won
        return matrix

    def trimmed(self, places: Places) -> dict[int, int]:
        """The map of a permutation: allowed pairs that keep an edge."""
        edges, pairs = self.task.answer_edge_set, self.task.pair_set
        stands = {u: int(i) for u, i in enumerate(places) if (u, int(i)) in pairs}
        used = {
            end
            for u, v in self.task.gold_edges
            if u in stands and v in stands and (stands[u], stands[v]) in edges
            for end in (u, v)
        }
        return {u: stands[u] for u in sorted(used)}

    def extended(self, mapped: Mapping[int, int]) -> Places:
        """A permutation that contains a map."""
        import numpy as np

        taken = set(mapped.values())
        free = iter(i for i in range(self.size) if i not in taken)
        return np.array([mapped[u] if u in mapped else next(free) for u in range(self.size)])

    def by_degree(self) -> Places:
        """The k-th largest node on the k-th largest."""
        import numpy as np

        order = [
            np.argsort(-(m.sum(0) + m.sum(1)), kind="stable") for m in (self.gold, self.answer)
        ]
        places = np.empty(self.size, dtype=np.intp)
        places[order[0]] = order[1]
        return places

    def relaxed(self, budget: Meter) -> Places:
        """The fast approximate quadratic programme (FAQ): climb among doubly stochastic matrices.

        f(P) = sum of (A P B' * P). Each step moves towards the permutation that the gradient likes
        best, as far as f grows; the last matrix is rounded to a permutation.
        """
        import numpy as np

        from symcause.solvers.linear.float_programmes import assigned

        forward, backward = self.sums
        answer, turned = NeighbourSums(self.answer), NeighbourSums(self.answer.T)
        point = np.full_like(self.gold, 1 / self.size)
        for _ in range(FAQ_ROUNDS):
            budget.spend(_FAQ_STEP * self.price)
            along = answer.of(forward.of(point).T).T
            slope = self.allowed * (along + turned.of(backward.of(point).T).T)
            goal = np.zeros_like(point)
            goal[np.arange(self.size), assigned(slope)] = 1
            way = goal - point
            first = float((slope * way).sum())
            second = float((answer.of(forward.of(way).T).T * self.allowed * way).sum())
            stride = 1.0 if second >= 0 else min(1.0, -first / (2 * second))
            point += np.float32(stride) * way
            if budget.over or first <= 0 or stride * float(np.abs(way).max()) < _FAQ_STILL:
                break
        return assigned(point)

    def assigned(self) -> Places:
        """The permutation with the most allowed pairs, weighted by what their degrees could keep."""
        import numpy as np

        from symcause.solvers.linear.float_programmes import assigned

        worth = np.minimum.outer(self.gold.sum(1), self.answer.sum(1))
        worth += np.minimum.outer(self.gold.sum(0), self.answer.sum(0))
        return assigned(worth * self.allowed)


class NeighbourSums:
    """Sums over neighbours: ``matrix @ rows`` for a sparse matrix of zeros and ones.

    A dense product would take many threads, which stand in each other's way on a busy machine.
    """

    def __init__(self, matrix: Matrix) -> None:
        import numpy as np

        nodes, self._neighbours = np.nonzero(matrix)
        self._nodes, self._begin = np.unique(nodes, return_index=True)

    def of(self, rows: Matrix, weights: Matrix | None = None) -> Matrix:
        """For each node the (weighted) sum of the rows of its neighbours."""
        import numpy as np

        array = np.zeros(rows.shape, dtype=np.float32)
        if self._nodes.size:
            chosen = rows[self._neighbours]
            if weights is not None:
                chosen = chosen * weights[self._neighbours, None]
            array[self._nodes] = np.add.reduceat(chosen, self._begin, axis=0)
        return array
