"""The run behind ``symcause score``: a stream of answers in, a stream of documents out, in order.

Answers are scored in small batches, in this process or in several. Only a few batches are in memory at
a time. With ``--resume`` the documents already written are read back (the summary counts them) while
the same number of answers is passed over.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import IO

import click

from symcause.cli.main import EXIT_INTERRUPTED, EXIT_MALFORMED, complain
from symcause.cli.output import dumps
from symcause.cli.store import Store
from symcause.errors import SymcauseError, UsageError
from symcause.formats.files import read_problems
from symcause.formats.predictions import BadPrediction, Prediction, read_predictions
from symcause.problems.boolean import BooleanProblem
from symcause.scoring.pool import failure, score_row
from symcause.scoring.summary import Summary, member

Document = dict[str, object]
Row = Prediction | BadPrediction

_ANSWERS, _CHARACTERS = 32, 1_000_000  # as much as that travels to a worker together


class ScoringRun:
    """One run; afterwards :attr:`summary` holds what the tables need."""

    def __init__(
        self,
        pool: str,
        predictions: tuple[str, ...],
        *,
        jobs: int = 1,
        out: str | None = None,
        resume: bool = False,
        to_stdout: bool = False,
        group_by: str | None = None,
        pair_by: str = "latent",
        answered_only: bool = False,
    ) -> None:
        self.summary = Summary(answered_only=answered_only)
        self.answers = 0
        self._pool, self._predictions, self._jobs = pool, predictions, jobs
        self._out, self._resume, self._to_stdout = out, resume, to_stdout
        self._group_by, self._pair_by = group_by, pair_by

    def execute(self) -> int:
        """Score everything and return the exit code."""
        with Store() as store:
            try:
                wrong = self._fill(store)
                rows = _begun(self._rows())
                with _Sink(self._out, self._to_stdout, append=self._resume) as sink:
                    if self._resume:
                        self._pass_over(rows, sink)
                    for document in self._documents(rows, store):
                        sink.take(document)
                        self._count(document)
            except KeyboardInterrupt:
                self.summary.answered_only = True
                return EXIT_INTERRUPTED
        return EXIT_MALFORMED if wrong or self.summary.failures else 0

    def _fill(self, store: Store) -> list[SymcauseError]:
        def enter(problem: BooleanProblem) -> None:
            found = member(problem, group_by=self._group_by, pair_by=self._pair_by)
            self.summary.add_problem(found)

        wrong = store.fill(read_problems(self._pool), enter)
        for error in wrong:
            complain(str(error))
        return wrong

    def _rows(self) -> Iterator[Row]:
        for path in self._predictions:
            yield from read_predictions(path)
        if not self._predictions:
            yield from self._stored()

    def _stored(self) -> Iterator[Row]:
        """The answers in the pool itself."""
        for index, row in enumerate(read_predictions(self._pool)):
            if index == 0 and isinstance(row, BadPrediction):
                raise UsageError(
                    "no answers are stored in it",
                    file=self._pool,
                    remedy="give a file of predictions",
                )
            yield row

    def _count(self, document: Document) -> None:
        self.answers += 1
        self.summary.add(document)
        if "error" in document and not self._to_stdout:
            complain(f"answer {self.answers}: {document['error']}")

    def _pass_over(self, rows: Iterator[Row], sink: _Sink) -> None:
        """Count what an earlier run has written, and skip the answers it belongs to."""
        for document in sink.earlier():
            row = next(rows, None)
            if row is None or _identity(row) != (document.get("problem"), document.get("model")):
                raise UsageError(
                    "the results in --out belong to other answers",
                    file=self._out,
                    place=f"line {self.answers + 1}",
                    remedy="give the same prediction files in the same order, or leave out --resume",
                )
            self._count(document)

    def _documents(self, rows: Iterator[Row], store: Store) -> Iterator[Document]:
        work = _Work(store)
        if self._jobs == 1:
            for batch in _batched(rows):
                yield from work(batch)
            return
        from symcause.solvers.pools import pool

        waiting: deque[list[Row]] = deque()

        def begun() -> Iterator[list[Row]]:
            for batch in _batched(rows):
                waiting.append(batch)
                yield batch

        for _, outcome in pool(work, begun(), jobs=self._jobs):
            batch = waiting.popleft()
            if isinstance(outcome, list):
                yield from outcome
            else:  # the worker died: its answers are lost, the run goes on
                yield from (failure(*_identity(row), str(outcome)) for row in batch)


def _begun(rows: Iterator[Row]) -> Iterator[Row]:
    """The same rows, the first one read: a file that cannot be read is found out before we write."""
    first = list(islice(rows, 1))
    return chain(first, rows)


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

    def __init__(self, store: Store) -> None:
        self._store = store

    def __call__(self, batch: list[Row]) -> list[Document]:
        return [self._score(row) for row in batch]

    def _score(self, row: Row) -> Document:
        if isinstance(row, BadPrediction):
            return failure(None, None, str(row.error))
        try:
            return score_row(self._store.get(row.instance_id), row.model, row.response)
        except SymcauseError as error:  # no such problem, or its own models cannot run
            return failure(row.instance_id, row.model, str(error))


def _identity(row: Row) -> tuple[str | None, str | None]:
    return (None, None) if isinstance(row, BadPrediction) else (row.instance_id, row.model)


class _Sink:
    """Where documents go as they come: a file, or standard output."""

    def __init__(self, out: str | None, to_stdout: bool, *, append: bool) -> None:
        self._path = None if out is None else Path(out)
        self._to_stdout, self._append = to_stdout, append
        self._file: IO[bytes] | None = None

    def __enter__(self) -> _Sink:
        if self._path is not None:
            try:
                exists = self._append and self._path.exists()
                self._file = self._path.open("r+b" if exists else "w+b")
            except OSError as error:
                raise UsageError(f"cannot write: {error.strerror}", file=str(self._path)) from None
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def earlier(self) -> Iterator[Document]:
        """The documents already in the file; what follows the last whole one is cut off."""
        assert self._file is not None
        good = 0
        for line in iter(self._file.readline, b""):
            document = _document(line)
            if document is None:
                break
            good += len(line)
            yield document
        self._file.seek(good)
        self._file.truncate()

    def take(self, document: Document) -> None:
        line = dumps(document)
        if self._file is not None:
            self._file.write(line.encode("utf-8", "replace") + b"\n")
            self._file.flush()
        elif self._to_stdout:
            click.echo(line)


def _document(line: bytes) -> Document | None:
    try:
        value = json.loads(line)
    except ValueError:
        return None
    whole = line.endswith(b"\n") and isinstance(value, dict) and "problem" in value
    return value if whole else None
