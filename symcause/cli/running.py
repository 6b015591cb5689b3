"""Running a command over one problem or a pool.

Every problem is worked on in a child process that can be killed, so ``--timeout`` and Ctrl-C hold
whatever a solver does. Results come in input order, one document a problem; an item that fails is
``{"problem", "error"}`` in its place and the run goes on. The exit code of a pool is 2 if any item
failed, else 3 if any is unknown, else 1 if any says no, else 0; interrupted runs keep what they have.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from symcause.cli.main import EXIT_INTERRUPTED, EXIT_MALFORMED, EXIT_UNKNOWN, complain
from symcause.cli.output import dumps
from symcause.cli.progress import Progress
from symcause.errors import SymcauseError, UsageError, did_you_mean
from symcause.formats.files import Item, read_problems
from symcause.solvers.isolation import Emit, Stopped
from symcause.solvers.pools import pool

Document = dict[str, object]


@dataclass(frozen=True)
class Job:
    """What a command does with one problem."""

    work: Callable[[object, Emit], Document]
    unfinished: Callable[[Item, Document, str], Document]  # known so far, reason
    verdict: Callable[[Document], int]  # exit code of a finished document
    render: Callable[[Document], str]
    summary: Callable[[list[Document]], str] | None = None
    finish: Callable[[Document, bool], Document] | None = None  # (document, is it the only one)
    collect: Callable[[Document, object], None] | None = None  # (document, problem), for a page


@dataclass(frozen=True)
class Run:
    """How the command line wants it done."""

    path: str
    chosen: str | None
    as_json: bool
    jobs: int = 1
    timeout: float | None = None
    memory: int | None = None
    out: str | None = None
    resume: bool = False


def execute(run: Run, job: Job) -> int:
    """Work through the problems and return the exit code."""
    done = _resumed(run)
    items = _Counted(_selected(run, {str(d["problem"]) for d in done}))
    codes: list[int] = [EXIT_MALFORMED if "error" in d else job.verdict(d) for d in done]
    kept = list(done)
    sink = _Sink(run, job, len(done))
    try:
        for index, outcome in pool(
            _Work(job),
            items,
            jobs=run.jobs,
            seconds=run.timeout,
            megabytes=run.memory,
            streams=True,
        ):
            item = items.seen.pop(index)
            document, code = _settle(item, outcome, job)
            if isinstance(outcome, SymcauseError) and items.single:
                raise outcome
            if job.finish is not None and "error" not in document:
                document = job.finish(document, items.single)
            if job.collect is not None:
                job.collect(document, item.problem)
            codes.append(code)
            if job.summary is not None:
                kept.append(_brief(document))
            sink.take(document)
    except KeyboardInterrupt:
        complain(f"interrupted after {len(codes)} problems; their results are kept")
        return EXIT_INTERRUPTED
    finally:
        sink.close()
    if not codes:
        raise UsageError("no problem found", file=run.path, remedy="check the path and --id")
    if len(codes) > 1 and job.summary is not None and not run.as_json:
        click.echo(job.summary(kept))
    return next((code for code in (EXIT_MALFORMED, EXIT_UNKNOWN, 1) if code in codes), 0)


class _Work:
    """Runs in the child."""

    def __init__(self, job: Job) -> None:
        self._job = job

    def __call__(self, item: object, emit: Emit) -> Document:
        assert isinstance(item, Item)
        if item.error is not None:
            raise item.error
        return self._job.work(item.problem, emit)


class _Counted:
    """Remembers the items that are under way, and whether there is only one."""

    def __init__(self, items: Iterator[Item]) -> None:
        self._items = items
        self.seen: dict[int, Item] = {}
        self.single = False

    def __iter__(self) -> Iterator[Item]:
        previous = None
        for index, item in enumerate(self._items):
            if previous is not None:
                yield previous
            self.seen[index] = previous = item
        if previous is not None:
            self.single = len(self.seen) == 1 and 0 in self.seen
            yield previous


def _settle(item: Item, outcome: object, job: Job) -> tuple[Document, int]:
    if isinstance(outcome, SymcauseError):
        return {"problem": item.id, "error": str(outcome)}, EXIT_MALFORMED
    if isinstance(outcome, Stopped):
        known: Document = {}
        for part in outcome.parts:
            assert isinstance(part, dict)
            known |= part
        document = job.unfinished(item, known, outcome.reason)
        return document, job.verdict(document)
    assert isinstance(outcome, dict)
    return outcome, job.verdict(outcome)


def _selected(run: Run, done: set[str]) -> Iterator[Item]:
    known: list[str] = []
    found = False
    for item in read_problems(run.path):
        if item.id is not None and len(known) < 1000:
            known.append(item.id)
        if run.chosen is not None and item.id != run.chosen:
            continue
        found = True
        if item.id is None or item.id not in done:
            yield item
    if run.chosen is not None and not found:
        raise UsageError(
            "no problem with this id",
            file=run.path,
            value=run.chosen,
            remedy=did_you_mean(run.chosen, known),
        )


class _Sink:
    """Where documents go as they come."""

    def __init__(self, run: Run, job: Job, done: int) -> None:
        self._run, self._job = run, job
        self._file = None
        if run.out is not None:
            try:
                mode = "a" if run.resume else "w"
                self._file = Path(run.out).open(mode, encoding="utf-8")  # noqa: SIM115
            except OSError as error:
                raise UsageError(f"cannot write: {error.strerror}", file=run.out) from error
        self._progress = Progress(run.path, run.chosen, done)

    def take(self, document: Document) -> None:
        with self._progress.paused():
            self._write(document)
        self._progress.step()

    def _write(self, document: Document) -> None:
        if self._file is not None:
            self._file.write(dumps(document) + "\n")
            self._file.flush()
        if self._run.as_json:
            click.echo(dumps(document))
            sys.stdout.flush()
        elif "error" in document:
            complain(f"{document['problem']}: {document['error']}")
        elif self._file is None:
            click.echo(self._job.render(document))

    def close(self) -> None:
        self._progress.close()
        if self._file is not None:
            self._file.close()


def _resumed(run: Run) -> list[Document]:
    """The documents already in ``--out``; a torn last line is cut off."""
    if not run.resume:
        return []
    if run.out is None:
        raise UsageError("--resume needs --out FILE")
    path = Path(run.out)
    if not path.exists():
        return []
    done, good = [], 0
    with path.open("rb") as file:
        for line in file:
            try:
                document = json.loads(line)
            except ValueError:
                break
            if (
                not line.endswith(b"\n")
                or not isinstance(document, dict)
                or "problem" not in document
            ):
                break
            good += len(line)
            done.append(_brief(document))
    with path.open("r+b") as file:
        file.truncate(good)
    return done


_BRIEF = ("problem", "error", "verdict", "status", "count", "seconds", "setting", "separable")


def _brief(document: Document) -> Document:
    """What a summary needs of a document."""
    return {key: document[key] for key in _BRIEF if key in document}
