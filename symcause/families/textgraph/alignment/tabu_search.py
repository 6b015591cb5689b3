"""Tabu search over permutations: good alignments of text graphs quickly.

An alignment is a permutation of the padded nodes (:mod:`.swap_board`). A step swaps the places of two
nodes: the best swap whose nodes have not moved lately, even if it loses, unless it beats everything seen so
far (Taillard's robust tabu search for quadratic assignment). Starts: given maps, the relaxation over doubly
stochastic matrices (FAQ), an assignment by degrees, then random ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.budgets import Meter
from symcause.families.textgraph.alignment.swap_board import Board, price
from symcause.families.textgraph.problem.alignment_task import AlignmentTask

if TYPE_CHECKING:
    import numpy as np

    from symcause.families.textgraph.alignment.swap_board import Places


_MAKING = 2  # a start by an assignment takes about as long as this many swaps


@dataclass(frozen=True)
class Schedule:
    """A schedule of the search: starts, and swaps without progress before one is given up."""

    starts: int = 6
    patience: int = 150


def search(
    task: AlignmentTask,
    seed: int,
    schedule: Schedule,
    budget: Meter,
    hints: Sequence[Mapping[int, int]] = (),
    enough: int | None = None,
) -> dict[int, int]:
    """The best map found; the same for the same seed and budget. Ends once it keeps *enough* edges."""
    import numpy as np

    if not task.pairs or not task.gold_edges or not task.answer_edges:
        return {}
    if budget.left is not None and price(task) > budget.left:
        return {}  # no more is begun than is paid for
    board = Board(task)
    rng = np.random.default_rng(seed)
    best, kept = board.trimmed(np.arange(board.size)), -1
    budget.spend(board.price)
    for start in _starts(board, rng, schedule.starts, budget, hints):
        array, value = _climb(board, start, rng, schedule.patience, budget)
        if value > kept:
            best, kept = board.trimmed(array), value
        if (enough is not None and kept >= enough) or budget.over:
            break
    return best


def _climb(
    board: Board, start: Places, rng: np.random.Generator, patience: int, budget: Meter
) -> tuple[Places, int]:
    """Tabu search from one permutation: the best one met and the edges it keeps."""
    import numpy as np

    size = board.size
    places = start.copy()
    value = best_value = board.kept_edges(places)
    best = places.copy()
    frozen = np.zeros((size, size), dtype=np.int64)  # until when u may not return to a place
    idle, step = 0, 0
    while idle < patience and size > 1 and not budget.over:
        budget.spend(board.price)
        step += 1
        idle += 1
        won = board.gains(places)
        tabu = frozen[:, places] > step
        barred = (tabu | tabu.T) & (value + won <= best_value)
        ties = rng.random(won.shape, dtype=np.float32) / 2  # broken at random
        rated = np.where(barred, -np.inf, won + ties)
        np.fill_diagonal(rated, -np.inf)
        u, w = divmod(int(rated.argmax()), size)
        if rated[u, w] == -np.inf:
            u, w = (int(x) for x in rng.choice(size, size=2, replace=False))
        value += round(float(won[u, w]))
        tenure = step + rng.integers(size // 4 + 2, size + 4, size=2)
        frozen[u, places[u]], frozen[w, places[w]] = tenure
        places[u], places[w] = places[w], places[u]
        if value > best_value:
            best_value, best, idle = value, places.copy(), 0
    return best, best_value


def _starts(
    board: Board,
    rng: np.random.Generator,
    count: int,
    budget: Meter,
    hints: Sequence[Mapping[int, int]],
) -> Iterator[Places]:
    for hint in hints:
        yield board.extended(hint)
    makers = [lambda: board.relaxed(budget), board.assigned, board.by_degree]
    for make in makers[:count]:
        budget.spend(_MAKING * board.price)
        yield make()
    for _ in range(count - len(makers)):
        yield rng.permutation(board.size)
