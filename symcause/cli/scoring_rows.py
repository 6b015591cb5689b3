"""Answers in batches, scored in this process or in several, results in input order."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

from symcause.cli.scoring_baselines import Task
from symcause.cli.store import Store
from symcause.errors import SymcauseError
from symcause.families.boolean.scoring.explanations import Explanations
from symcause.families.boolean.scoring.pool import failure, score_row
from symcause.formats.predictions import BadPrediction, Prediction

Document = dict[str, object]
Row = Prediction | BadPrediction

_ANSWERS, _CHARACTERS = 32, 1_000_000  # as much as that travels to a worker together


def score_rows(
    rows: Iterator[Row],
    store: Store,
    jobs: int,
    known: Mapping[str, Explanations] | None = None,
) -> Iterator[Document]:
    """The documents of the answers, in their order; only a few batches are in memory at a time.

    With the *known* explanations of the problems the documents say where answers stand among them.
    """
    work = _Work(store, known)
    if jobs == 1:
        for batch in _batched(rows):
            yield from work(batch)
        return
    from symcause.processes.pools import pool

    waiting: deque[list[Row]] = deque()

    def begun() -> Iterator[list[Row]]:
        for batch in _batched(rows):
            waiting.append(batch)
            yield batch

    for _, outcome in pool(work, begun(), jobs=jobs):
        batch = waiting.popleft()
        if isinstance(outcome, list):
            yield from outcome
        else:  # the worker died: its answers are lost, the run goes on
            yield from (failure(*identity(row), str(outcome)) for row in batch)


def identity(row: Row | Task) -> tuple[str | None, str | None]:
    """Problem and model of an answer, as its document names them."""
    return (None, None) if isinstance(row, BadPrediction) else (row.instance_id, row.model)


def _batched(rows: Iterator[Row]) -> Iterator[list[Row]]:
    batch: list[Row] = []
    size = 0
    for row in rows:
        batch.append(row)
        size += len(row.response) if isinstance(row, Prediction) else 0
        if len(batch) == _ANSWERS or size > _CHARACTERS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


class _Work:
    """Scores a batch; a forked worker inherits the problems and needs only the answers sent."""

    def __init__(self, store: Store, known: Mapping[str, Explanations] | None) -> None:
        self._store, self._known = store, known

    def __call__(self, batch: list[Row]) -> list[Document]:
        return [self._score(row) for row in batch]

    def _score(self, row: Row) -> Document:
        if isinstance(row, BadPrediction):
            return failure(None, None, str(row.error))
        try:
            scorer = self._store.get(row.instance_id)
            known = None if self._known is None else self._known[row.instance_id]
            return score_row(scorer, row.model, row.response, known)
        except SymcauseError as error:  # no such problem, or its own models cannot run
            return failure(row.instance_id, row.model, str(error))
