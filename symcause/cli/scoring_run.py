"""The run behind ``symcause score``: a stream of answers in, a stream of documents out, in order.

Answers are scored in small batches, in this process or in several. Only a few batches are in memory at
a time. With ``--resume`` the documents already written are read back (the summary counts them) while
the same number of answers is passed over.
"""

from __future__ import annotations

import json
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
from symcause.scoring.checking import Scorer
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
        batches = (_Batch(batch, store) for batch in _batched(rows))
        if self._jobs == 1:
            for batch in batches:
                yield from batch.score()
            return
        from symcause.solvers.pools import pool

        waiting: list[_Batch] = []

        def begun() -> Iterator[_Batch]:
            for batch in batches:
                waiting.append(batch)
                yield batch

        for _, outcome in pool(_Batch.score, begun(), jobs=self._jobs):
            batch = waiting.pop(0)
            yield from outcome if isinstance(outcome, list) else batch.lost(str(outcome))


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


class _Batch:
    """A few answers with the problems they belong to; can travel to another process."""

    def __init__(self, rows: list[Row], store: Store) -> None:
        self._problems: dict[str, BooleanProblem] = {}
        self._rows: list[tuple[str | None, str | None, str, str | None]] = []
        for row in rows:
            identity, model = _identity(row)
            if isinstance(row, BadPrediction):
                self._rows.append((identity, model, "", str(row.error)))
                continue
            error = None
            try:
                self._problems[row.instance_id] = store.get(row.instance_id)
            except SymcauseError as problem:
                error = str(problem)
            self._rows.append((identity, model, row.response, error))

    def score(self) -> list[Document]:
        scorers: dict[str, Scorer] = {}
        documents = []
        for identity, model, text, error in self._rows:
            if error is not None or identity is None:
                documents.append(failure(identity, model, error or "no problem is named"))
                continue
            if identity not in scorers:
                scorers[identity] = Scorer(self._problems[identity])
            try:
                documents.append(score_row(scorers[identity], str(model), text))
            except SymcauseError as broken:  # a problem whose own gold or reference cannot run
                documents.append(failure(identity, model, str(broken)))
        return documents

    def lost(self, reason: str) -> list[Document]:
        return [failure(identity, model, reason) for identity, model, _, _ in self._rows]


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
