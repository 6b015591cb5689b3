"""The answer files of a score run: read one after the other, and again where that can be done.

Without files the answers stored in the pool itself are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from symcause.cli.score_run.answer_batches import named
from symcause.cli.score_run.answer_index import AnswerFile, Replaced, answered, replaced
from symcause.cli.score_run.problem_store import Store
from symcause.errors import UsageError
from symcause.formats.answer_files.prediction_document import Keys
from symcause.formats.answer_files.predictions import BadPrediction, Prediction, Row, read_rows
from symcause.scoring.remarks.system_remarks import SystemRemarks


@dataclass(frozen=True)
class AnswerFiles:
    """Files with answers under *keys*; without any the pool may lack answers if *others* answer it."""

    files: tuple[str, ...]
    keys: Keys
    others: bool

    def twice(self, path: str) -> bool:
        """True if the answers to the pool at *path* can be read beforehand, and again."""
        return all(Path(file).is_file() for file in self.files or (path,))

    def rows(self, path: str) -> Iterator[Row]:
        """The answers of one file after the other."""
        for file in self.files:
            yield from read_rows(file, self.keys)
        if not self.files and path != "-":
            yield from self._stored(path)

    def answered(self, path: str, store: Store, every: list[str]) -> set[str]:
        """The problems that have answers; all where that cannot be read beforehand, or others answer."""
        if self.others or not self.twice(path):
            return set(every)
        return answered(self._indexed(path, store, every), every)

    def replaced(self, path: str, store: Store, every: list[str], start: int) -> Replaced:
        """The places of answers that a later one takes the place of; the first place is *start*."""
        return replaced(self._indexed(path, store, every), every, start)

    def _indexed(self, path: str, store: Store, every: list[str]) -> list[AnswerFile]:
        """The files, each to be read as often as one likes, with rows named as the pool names them."""

        def rows(file: str | None) -> Iterator[Row]:
            found = self._stored(path) if file is None else read_rows(file, self.keys)
            return (named(row, store, every) for row in found)

        files = self.files or ((None,) if path != "-" else ())
        return [AnswerFile(file, partial(rows, file), self.keys) for file in files]

    def _stored(self, path: str) -> Iterator[Row]:
        """The answers in a file of problems."""
        for index, row in enumerate(read_rows(path, self.keys)):
            if index == 0 and isinstance(row, BadPrediction):
                if self.others:
                    return
                raise UsageError(
                    "it contains no stored answers", file=path, remedy="give a file of predictions"
                )
            yield row


def remarked(rows: Iterator[Row], remarks: SystemRemarks) -> Iterator[Row]:
    """The rows; what their keys say of a system is remarked as they pass."""
    for row in rows:
        if isinstance(row, Prediction) and row.system is not None:
            remarks.unnamed(row.model, row.system[0])
        yield row
