"""Graph search of Boolean baselines: hill climbing and tabu search by a Bayesian score.

The score is Bayesian Dirichlet with equivalent sample size for mixtures (Cooper and Yoo 1999): a row in
which V is a target does not count for V. Search is hill climbing over edge additions, deletions and
reversals, or tabu search, which may step down and keeps the best graph seen. The disclosed structure is a
constraint on edges. Scores are floats: they propose, they decide nothing.

No maintained Python library offers this score with per-variable masking of target rows, so it is here.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import lgamma

from symcause.families.boolean.bounds import TABU_MOVES, TABU_PATIENCE
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.mechanisms.local_rows import LocalRows

SAMPLE_SIZE = 1.0  # the equivalent sample size


@dataclass(frozen=True)
class Move:
    """Add (parent → child), delete it, or reverse it."""

    kind: str
    parent: int
    child: int


class Score:
    """The local score of a variable for a set of parents, remembered."""

    def __init__(self, rows: Sequence[LocalRows], weights: Sequence[Sequence[int]] | None = None):
        self._rows = rows
        self._weights = weights  # row multiplicities per variable, for bootstrap replicates
        self._known: dict[tuple[int, int], float] = {}

    def __call__(self, variable: int, parents: int) -> float:
        key = (variable, parents)
        if key not in self._known:
            self._known[key] = self._score(variable, parents)
        return self._known[key]

    def _score(self, variable: int, parents: int) -> float:
        rows = self._rows[variable]
        blocks = [rows.mask] if rows.mask else []
        count = 0
        for p in range(parents.bit_length()):
            if parents >> p & 1:
                count += 1
                column = rows.columns[p]
                blocks = [b for block in blocks for b in (block & column, block & ~column) if b]
        prior = SAMPLE_SIZE / (1 << count)
        total = 0.0
        for block in blocks:
            ones, size = self._size(variable, block & rows.ones), self._size(variable, block)
            total += lgamma(prior) - lgamma(prior + size)
            for number in (ones, size - ones):
                total += lgamma(prior / 2 + number) - lgamma(prior / 2)
        return total

    def _size(self, variable: int, block: int) -> int:
        if self._weights is None:
            return block.bit_count()
        return sum(w for i, w in enumerate(self._weights[variable]) if block >> i & 1)


class Search:
    """Hill climbing and tabu search under the disclosed constraints."""

    def __init__(
        self,
        problem: BooleanProblem,
        roots: Sequence[str],
        score: Score,
        max_parents: int,
    ) -> None:
        names = problem.variables
        self._score, self._max_parents = score, max_parents
        where = {v: i for i, v in enumerate(names)}
        self._allowed = [
            0 if v in roots else sum(1 << where[u] for u in problem.disclosure.admissible(v))
            for v in names
        ]

    def hill_climb(self, iterations: int, rng: random.Random) -> tuple[int, ...]:
        """Parents of every variable, at a local optimum."""
        return self._run(iterations, rng, tabu=False)

    def tabu(self, iterations: int, rng: random.Random) -> tuple[int, ...]:
        """The best graph of a tabu walk."""
        return self._run(iterations, rng, tabu=True)

    def _run(self, iterations: int, rng: random.Random, tabu: bool) -> tuple[int, ...]:
        graph = [0] * len(self._allowed)
        best, best_score, score = tuple(graph), 0.0, 0.0
        recent: deque[Move] = deque(maxlen=TABU_MOVES)
        stale = 0
        for _ in range(iterations):
            moves = [(self._gain(graph, m), rng.random(), m) for m in self._moves(graph)]
            moves = [m for m in moves if not tabu or m[2] not in recent]
            if not moves:
                break
            gain, _, move = max(moves, key=lambda m: (round(m[0], 9), m[1]))
            if gain <= 1e-9 and not tabu:
                break
            self._apply(graph, move)
            recent.append(_undo(move))
            score += gain
            stale += 1
            if score > best_score + 1e-9:
                best, best_score, stale = tuple(graph), score, 0
            if stale > TABU_PATIENCE:
                break
        return best

    def _moves(self, graph: Sequence[int]) -> Iterator[Move]:
        size = len(graph)
        for child in range(size):
            for parent in range(size):
                if graph[child] >> parent & 1:
                    yield Move("delete", parent, child)
                    if self._fits(graph, child, parent) and not self._indirect(
                        graph, parent, child
                    ):
                        yield Move("reverse", parent, child)
                elif self._fits(graph, parent, child) and not _reaches(graph, child, parent):
                    yield Move("add", parent, child)

    def _fits(self, graph: Sequence[int], parent: int, child: int) -> bool:
        return (
            bool(self._allowed[child] >> parent & 1)
            and graph[child].bit_count() < self._max_parents
        )

    def _indirect(self, graph: Sequence[int], parent: int, child: int) -> bool:
        """Is there a path parent → … → child besides the edge itself?"""
        without = list(graph)
        without[child] &= ~(1 << parent)
        return _reaches(without, parent, child)

    def _gain(self, graph: Sequence[int], move: Move) -> float:
        changed = list(graph)
        self._apply(changed, move)
        return sum(
            self._score(v, changed[v]) - self._score(v, graph[v])
            for v in {move.parent, move.child}
            if changed[v] != graph[v]
        )

    def _apply(self, graph: list[int], move: Move) -> None:
        if move.kind == "add":
            graph[move.child] |= 1 << move.parent
            return
        graph[move.child] &= ~(1 << move.parent)
        if move.kind == "reverse":
            graph[move.parent] |= 1 << move.child

    def total(self, graph: Sequence[int]) -> float:
        """The score of a graph."""
        return sum(self._score(v, parents) for v, parents in enumerate(graph))


def _undo(move: Move) -> Move:
    opposite: Mapping[str, Move] = {
        "add": Move("delete", move.parent, move.child),
        "delete": Move("add", move.parent, move.child),
        "reverse": Move("reverse", move.child, move.parent),
    }
    return opposite[move.kind]


def _reaches(graph: Sequence[int], start: int, goal: int) -> bool:
    """Is there a directed path from *start* to *goal* (parents point to children)?"""
    seen, todo = 1 << goal, [goal]
    while todo:
        for p in range(len(graph)):
            if graph[todo[-1]] >> p & 1 and not seen >> p & 1:
                seen |= 1 << p
                todo.append(p)
                break
        else:
            todo.pop()
    return bool(seen >> start & 1)
