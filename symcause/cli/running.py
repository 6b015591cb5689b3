"""Running a command over one problem or a pool.

Every problem is worked on in a child process that can be killed, so ``--timeout`` and Ctrl-C hold
whatever a solver does. Results come in input order, one document a problem; an item that fails is
``{"problem", "error"}`` in its place and the run goes on. What is beyond a documented bound is unknown,
like what the budget did not suffice for. The exit code of a pool is 2 if any item failed, else 3 if any
is unknown, else 1 if any says no, else 0; interrupted runs keep what they have.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

import click

from symcause.cli.lines import Lines, refuse_overwriting
from symcause.cli.main import EXIT_INTERRUPTED, EXIT_MALFORMED, EXIT_UNKNOWN, complain
from symcause.cli.output import dumps
from symcause.cli.progress import Progress
from symcause.cli.selecting import Earlier, Scope, Selection
from symcause.errors import LimitError, SymcauseError, UsageError
from symcause.formats.files import Item
from symcause.processes.isolation import Emit, Stopped
from symcause.processes.pools import pool

Document = dict[str, object]


def _no_scope(item: Item) -> Document:
    return {}


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
    scope: Scope = _no_scope  # what a result to resume from must be about
    mark: str = "problem"  # a key that only documents of this command have


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
    refuse_overwriting(run.path, run.out)
    tally = _Tally(job)
    sink = _Sink(run, job)
    items = Selection(run.path, run.chosen, Earlier(sink.earlier, run.out, job.scope), tally.add)
    if run.memory is not None:
        import_module(
            "symcause.families.boolean.audits.audit"
        )  # libraries are no part of a problem's memory
    try:
        for index, outcome in pool(
            _Work(job),
            items,
            jobs=run.jobs,
            seconds=run.timeout,
            megabytes=run.memory,
            streams=True,
        ):
            item = items.under_way.pop(index)
            document = _settle(item, outcome, job)
            if isinstance(outcome, SymcauseError) and items.single:
                raise outcome
            if job.finish is not None and "error" not in document:
                document = job.finish(document, items.single)
            if job.collect is not None:
                job.collect(document, item.problem)
            tally.add(document)
            sink.take(document)
    except KeyboardInterrupt:
        complain(_interrupted(run, len(tally.codes)))
        return EXIT_INTERRUPTED
    finally:
        sink.close()
    if not tally.codes:
        raise UsageError("no problem found", file=run.path, remedy="check the path and --id")
    if not run.as_json:
        tally.report(run.out)
    return tally.code


class _Tally:
    """What the exit code and the last lines need of all documents, earlier ones included."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self.codes: list[int] = []
        self._kept: list[Document] = []

    def add(self, document: Document) -> None:
        self.codes.append(EXIT_MALFORMED if "error" in document else self._job.verdict(document))
        self._kept.append(_brief(document))

    @property
    def code(self) -> int:
        order = (EXIT_MALFORMED, EXIT_UNKNOWN, 1)
        return next((code for code in order if code in self.codes), 0)

    def report(self, out: str | None) -> None:
        if len(self._kept) > 1 and self._job.summary is not None:
            click.echo(self._job.summary(self._kept))
        if out is not None:
            click.echo(f"results in {out}")


def _interrupted(run: Run, done: int) -> str:
    number = f"{done} problem{'' if done == 1 else 's'}"
    if run.out is None:
        return f"interrupted after {number}"
    return f"interrupted after {number}, kept in {run.out}; go on with --resume"


class _Work:
    """Runs in the child."""

    def __init__(self, job: Job) -> None:
        self._job = job

    def __call__(self, item: object, emit: Emit) -> Document:
        assert isinstance(item, Item)
        if item.error is not None:
            raise item.error
        known: Document = {}

        def keep(part: object) -> None:
            assert isinstance(part, dict)
            known.update(part)
            emit(part)

        try:
            return self._job.work(item.problem, keep)
        except LimitError as error:
            return self._job.unfinished(item, known, str(error))


def _settle(item: Item, outcome: object, job: Job) -> Document:
    if isinstance(outcome, Stopped):
        known: Document = {}
        for part in outcome.parts:
            assert isinstance(part, dict)
            known |= part
        try:
            return job.unfinished(item, known, outcome.reason)
        except SymcauseError as error:  # stopped before it could say that it does not apply
            outcome = error
    if isinstance(outcome, SymcauseError):
        return {"problem": item.id, "error": str(outcome)}
    assert isinstance(outcome, dict)
    return outcome


class _Sink:
    """Where documents go as they come."""

    def __init__(self, run: Run, job: Job) -> None:
        self._run, self._job = run, job
        if run.resume and run.out is None:
            raise UsageError("--resume needs --out FILE")
        self._lines = None if run.out is None else Lines(run.out, run.resume, self._ours, _brief)
        self.earlier = [] if self._lines is None else self._lines.kept
        self._progress = Progress(run.path, run.chosen, len(self.earlier))

    def _ours(self, document: Document) -> bool:
        return "problem" in document and ("error" in document or self._job.mark in document)

    def take(self, document: Document) -> None:
        with self._progress.paused():
            self._write(document)
        self._progress.step()

    def _write(self, document: Document) -> None:
        if self._lines is not None:
            self._lines.write(dumps(document))
        if self._run.as_json:
            click.echo(dumps(document))
            sys.stdout.flush()
        elif "error" in document:
            name, error = document["problem"] or "", str(document["error"])
            complain(error if str(name) in error else f"{name}: {error}")
        elif self._lines is None:
            click.echo(self._job.render(document))

    def close(self) -> None:
        self._progress.close()
        if self._lines is not None:
            self._lines.close()


_BRIEF = (
    *("problem", "error", "verdict", "status", "count", "count_hex", "seconds", "setting", "class"),
    *("separable", "alternatives", "graphs", "stopped"),
)


def _brief(document: Document) -> Document:
    """What a summary needs of a document, and what tells whether it can be kept."""
    brief = {key: document[key] for key in _BRIEF if key in document}
    return {k: v[:1] if isinstance(v, list) else v for k, v in brief.items()}
