"""Answers in batches, scored in this process or in several, lines in input order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from typing import TypeVar

from symcause.cli.store import Store
from symcause.episodes.scoring import score_episode
from symcause.errors import SymcauseError
from symcause.formats.predictions import BadPrediction, Played, Prediction
from symcause.processes.isolation import Stopped
from symcause.processes.pools import pool
from symcause.scoring.scoring import Line, Task

Row = Prediction | BadPrediction | Played
T = TypeVar("T")

_ANSWERS, _CHARACTERS = 32, 1_000_000  # as much as that travels to a worker together


def score_rows(
    rows: Iterator[Row], store: Store, jobs: int, seconds: float | None = None
) -> Iterator[Line]:
    """The lines of the answers, in their order; only a few batches are in memory at a time.

    *seconds* are for the judgement of each episode; what is known by then is kept.
    """
    work = _Score(store, seconds)
    if jobs == 1:
        for batch in _batched(rows):
            yield from work(batch)
        return
    for batch, outcome in _remembered(work, _batched(rows), jobs):
        if isinstance(outcome, list):
            yield from outcome
        else:  # the worker died: its answers are tried once more, each on its own
            yield from _singly(work, batch)


def _singly(work: _Score, batch: Sequence[Row]) -> Iterator[Line]:
    for (row,), outcome in _remembered(work, ([row] for row in batch), 1):
        if isinstance(outcome, list):
            yield from outcome
        else:
            reason = outcome.reason if isinstance(outcome, Stopped) else str(outcome)
            yield {**failure(*identity(row), reason), "lost": True}


def attempts(
    tasks: Iterator[Task],
    store: Store,
    seed: int,
    jobs: int,
    seconds: float | None,
    complain: Callable[[str], None],
) -> Iterator[Line]:
    """The lines of baselines' answers, in the order of the tasks; *seconds* are for each."""
    for task, outcome in _remembered(_Attempt(store, seed), tasks, jobs, seconds):
        if isinstance(outcome, dict):
            yield outcome
            continue
        reason = outcome.reason if isinstance(outcome, Stopped) else str(outcome)
        complain(f"{task.model}: {task.instance_id}: {reason}")
        found = store.get(task.instance_id)
        yield found.scoring.failed(found.scorer, task, reason)


def _remembered(
    work: Callable[..., object], items: Iterable[T], jobs: int, seconds: float | None = None
) -> Iterator[tuple[T, object]]:
    """Every item with its outcome, in order."""
    waiting: deque[T] = deque()

    def begun() -> Iterator[T]:
        for item in items:
            waiting.append(item)
            yield item

    with closing(pool(work, begun(), jobs=jobs, seconds=seconds)) as outcomes:
        for _, outcome in outcomes:
            yield waiting.popleft(), outcome


def identity(row: Row | Task) -> tuple[str | None, str | None]:
    """Problem and model of an answer, as its line names them."""
    return (None, None) if isinstance(row, BadPrediction) else (row.instance_id, row.model)


def failure(problem: str | None, model: str | None, error: str) -> Line:
    """What stands in the place of an answer that cannot be scored."""
    return {"problem": problem, "model": model, "error": error}


def _batched(rows: Iterator[Row]) -> Iterator[list[Row]]:
    batch: list[Row] = []
    size = 0
    for row in rows:
        batch.append(row)
        size += len(row.response) if isinstance(row, Prediction) else 0
        size += _CHARACTERS if isinstance(row, Played) else 0  # judging takes time: one at a time
        if len(batch) == _ANSWERS or size > _CHARACTERS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


class _Score:
    """Scores a batch; a forked worker inherits the problems and needs only the answers sent."""

    def __init__(self, store: Store, seconds: float | None) -> None:
        self._store, self._seconds = store, seconds

    def __call__(self, batch: Sequence[Row]) -> list[Line]:
        return [self._score(row) for row in batch]

    def _score(self, row: Row) -> Line:
        if isinstance(row, BadPrediction):
            return failure(None, None, str(row.error))
        try:
            found = self._store.get(row.instance_id)
            if isinstance(row, Played):
                return score_episode(found.problem, row.lines, self._seconds)
            return found.scoring.score(found.scorer, row.model, row.response)
        except SymcauseError as error:  # no such problem, or its own models cannot run
            return failure(row.instance_id, row.model, str(error))


class _Attempt:
    """One baseline on one problem; runs in the child."""

    def __init__(self, store: Store, seed: int) -> None:
        self._store, self._seed = store, seed

    def __call__(self, task: Task) -> Line:
        found = self._store.get(task.instance_id)
        return found.scoring.attempt(found.scorer, task, self._seed)
