"""The run behind ``symcause score``: a stream of answers in, a stream of documents out, in order.

Prediction files are about one pool. Without any, each file of the pool is a pool of its own with the
answers stored in it: released files share ids between settings, and the same id then means the same
latent problem. Baselines answer after the files, one problem after the other. With ``--resume`` the
documents already written are read back (the summary counts them) while the same number of answers is
passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TypeVar

from symcause.cli.main import EXIT_INTERRUPTED, EXIT_MALFORMED, complain
from symcause.cli.scoring_baselines import Baselines, Task
from symcause.cli.scoring_rows import Row, identity, score_rows
from symcause.cli.scoring_sink import Document, Sink
from symcause.cli.store import Store
from symcause.errors import UsageError
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.summary import Member, Summary, member
from symcause.formats.files import problem_files, read_problems
from symcause.formats.predictions import BadPrediction, read_predictions

AnyRow = TypeVar("AnyRow", Row, Task)


@dataclass(frozen=True)
class Options:
    """How the command line wants it done."""

    jobs: int = 1
    out: str | None = None
    resume: bool = False
    to_stdout: bool = False
    group_by: str | None = None
    pair_by: str = "latent"
    answered_only: bool = False
    baselines: tuple[str, ...] = ()
    version_space: bool = False
    timeout: float | None = None
    seed: int = 0


class ScoringRun:
    """One run; afterwards :attr:`summary` holds what the tables need."""

    def __init__(self, pool: str, predictions: tuple[str, ...], options: Options) -> None:
        self.summary = Summary(
            answered_only=options.answered_only, explanations=options.version_space
        )
        self.answers = 0
        self._pool, self._predictions, self._options = pool, predictions, options
        self._wrong = 0

    def execute(self) -> int:
        """Score everything and return the exit code."""
        options = self._options
        try:
            with Sink(options.out, to_stdout=options.to_stdout, resume=options.resume) as sink:
                earlier = sink.earlier()
                for path in self._pools():
                    with Store() as store:
                        for document in self._documents(store, path, earlier):
                            sink.take(document)
                            self._count(document, path)
                if next(earlier, None) is not None:
                    raise self._other_answers()
        except KeyboardInterrupt:
            self.summary.answered_only = True
            return EXIT_INTERRUPTED
        return EXIT_MALFORMED if self._wrong or self.summary.failures else 0

    def _documents(
        self, store: Store, path: str, earlier: Iterator[Document]
    ) -> Iterator[Document]:
        """What is still to be scored: the answers in files, then the baselines'."""
        jobs, seconds = self._options.jobs, self._options.timeout
        problems = self._fill(store, path)
        known = None
        if self._options.version_space:
            from symcause.cli.scoring_counts import count_explanations

            known = count_explanations(store, [m.id for m in problems], jobs, seconds)
        rows = self._pass_over(self._rows(path), path, earlier)
        yield from score_rows(rows, store, jobs, known)
        tasks = self._pass_over(self._tasks(problems), path, earlier)
        yield from Baselines(store, self._options.seed, known).documents(tasks, jobs, seconds)

    def _pools(self) -> list[str]:
        """The files whose answers are scored on their own."""
        if self._predictions or self._pool == "-" or not Path(self._pool).is_dir():
            return [self._pool]
        return [str(path) for path in problem_files(self._pool)]

    def _fill(self, store: Store, path: str) -> list[Member]:
        by, file = self._options.group_by, Path(path).name.partition(".")[0]
        entered: list[Member] = []

        def enter(problem: BooleanProblem) -> None:
            found = member(problem, group_by=by, pair_by=self._options.pair_by)
            if by == "file":
                found = found.regrouped(file)
            self.summary.add_problem(found, _key(path, problem.id))
            entered.append(found)

        for error in store.fill(read_problems(path), enter):
            self._wrong += 1
            complain(str(error))
        return entered

    def _rows(self, path: str) -> Iterator[Row]:
        for predictions in self._predictions:
            yield from read_predictions(predictions)
        if not self._predictions and path != "-":
            yield from self._stored(path)

    def _tasks(self, problems: Iterable[Member]) -> Iterator[Task]:
        """Baselines explain; they do not look for an alternative to a reference."""
        plain = [problem.id for problem in problems if not problem.alternative]
        for name in self._options.baselines:
            yield from (Task(id, name) for id in plain)

    def _stored(self, path: str) -> Iterator[Row]:
        """The answers in a file of problems."""
        for index, row in enumerate(read_predictions(path)):
            if index == 0 and isinstance(row, BadPrediction):
                if self._options.baselines:
                    return
                raise UsageError(
                    "no answers are stored in it", file=path, remedy="give a file of predictions"
                )
            yield row

    def _pass_over(
        self, rows: Iterator[AnyRow], path: str, earlier: Iterator[Document]
    ) -> Iterator[AnyRow]:
        """Count what an earlier run has written; the answers that are still to be scored."""
        for row in rows:
            document = next(earlier, None)
            if document is None:
                return chain([row], rows)
            if identity(row) != (document.get("problem"), document.get("model")):
                raise self._other_answers()
            if self._options.version_space and not document.keys() & {"in_class", "error"}:
                raise UsageError(
                    "the results in --out were scored without --version-space",
                    file=self._options.out,
                    remedy="leave out --resume",
                )
            self._count(document, path)
        return rows

    def _count(self, document: Document, path: str) -> None:
        self.answers += 1
        self.summary.add(document, _key(path, document.get("problem")))
        if "error" in document and not self._options.to_stdout:
            complain(f"answer {self.answers}: {document['error']}")

    def _other_answers(self) -> UsageError:
        return UsageError(
            "the results in --out belong to other answers",
            file=self._options.out,
            place=f"line {self.answers + 1}",
            remedy="give the same files in the same order, or leave out --resume",
        )


def _key(path: str, problem: object) -> str:
    return f"{path}\n{problem}"
