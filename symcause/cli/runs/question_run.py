"""The question run of the CLI: one problem or a pool, each in a process of its own.

Every problem is worked on in a child process that can be killed, so ``--timeout`` and Ctrl-C hold
whatever a solver does; only what a family or a question declares light does without one. The child sends
growing documents; the last one that arrived is what is known. Results come in input order, one document a
problem; an item that fails is ``{"problem", "error"}`` in its place and the run goes on; interrupted runs
keep what they have.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from symcause.audits.command_lines.suggested_commands import about
from symcause.audits.document_json import plain, stamped
from symcause.audits.documents import (
    EXIT_INTERRUPTED,
    Document,
    ErrorDocument,
    Result,
)
from symcause.audits.question import refuse_mistakes
from symcause.cli.output.result_file import Line, Results
from symcause.cli.output.terminal_output import complain, emit, show
from symcause.cli.runs.pool_errors import Complaints, in_file
from symcause.cli.runs.problem_selection import Earlier, Selection
from symcause.cli.runs.problem_work import Lightness, Posed, ProblemJob, preload, settled
from symcause.cli.runs.progress_display import Progress
from symcause.cli.runs.question_request import Asked
from symcause.cli.runs.run_backends import backend
from symcause.cli.runs.run_tally import Kept, Ours, Tally
from symcause.cli.runs.shared_refusal import Refusals
from symcause.errors import SymcauseError, UsageError
from symcause.formats.pools.pool_folders import TABLES
from symcause.formats.pools.problem_files import Item
from symcause.processes.isolation import Failure
from symcause.processes.pools import Backend, pool

DEBUG = "SYMCAUSE_DEBUG"
"""Set in the environment: tracebacks of faults are shown."""


_SHORT = "audit"  # of a pool of its reports nobody reads: a line a problem, wherever it goes


class Run(Struct, frozen=True):
    """How the command line wants it done."""

    paths: tuple[str, ...]
    chosen: str | None = None
    as_json: bool = False
    jobs: int = 1
    cluster: str | None = None
    timeout: float | None = None
    memory: int | None = None
    out: str | None = None
    resume: bool = False
    full: bool = False
    quiet: bool = False
    form: str | None = None
    silent: bool = False  # somebody else prints what comes of it


class Delivery(Struct, frozen=True):
    """The delivery of documents: what a command does with them besides printing.

    *finish* may change a document and raise its exit code; *collect* sees everything that is printed;
    *complete* says whether a result of an earlier run has all that is asked for now.
    """

    finish: Callable[[Document, Item, bool], tuple[Document, int]] | None = None
    collect: Callable[[Result, object], None] | None = None
    complete: Callable[[Line], bool] = lambda line: True
    one_problem: bool = False  # an answer belongs to one problem: a pool needs --id
    known: Callable[[Item], Mapping[str, object]] = lambda item: {}
    """What the command knows of one problem: further options of the question to it."""


def execute(run: Run, asked: Asked, delivery: Delivery | None = None) -> int:
    """Work through the problems and return the exit code."""
    delivery = delivery or Delivery()
    refuse_mistakes(asked.name, asked.given)
    if run.resume and run.out is None:
        raise UsageError("--resume needs --out FILE")
    for path in run.paths if run.form is None and not run.quiet else ():
        if path.lower().endswith(TABLES):
            _doubt(path)
    tally = Tally(asked, run.out)
    with ExitStack() as stack:
        results = None
        if run.out is not None:
            ours = Ours(asked)
            renewal = shlex.join(
                ("symcause", asked.command or asked.name, *run.paths, "--out", run.out)
            )
            file = Results(run.out, resume=run.resume, ours=ours, renewal=renewal)
            results = stack.enter_context(file)
        earlier = Earlier(results, asked, delivery.complete, run.out)
        lazily = run.cluster is not None
        items = Selection(
            run.paths,
            run.chosen,
            asked.name,
            earlier,
            Kept(tally),
            lazily=lazily,
            form=run.form,
        )
        on = stack.enter_context(backend(run.jobs, run.cluster))
        sink = _Sink(run, asked, results, earlier, on)
        try:
            code = _work(run, asked, delivery, items, tally, sink)
            if results is not None and code != EXIT_INTERRUPTED:
                results.finish()
        finally:
            sink.close()
    if code == EXIT_INTERRUPTED:
        return code
    if not tally.codes:
        raise UsageError(
            "no problem found", file=", ".join(run.paths), remedy="check the path and --id"
        )
    if not run.as_json and not run.quiet and not run.silent:
        tally.report()
    return tally.code


def _doubt(path: str) -> None:
    """Say so where a table could be something else than what it is read as."""
    from symcause.formats.tables.row_detection import doubt

    with suppress(SymcauseError):  # what cannot be read is said in its place
        if (said := doubt(path)) is not None:
            complain(said)


def _work(
    run: Run, asked: Asked, delivery: Delivery, items: Selection, tally: Tally, sink: _Sink
) -> int:
    chosen = _alone(items) if delivery.one_problem else items

    def deliver(found: Result, item: Item, place: int) -> None:
        document, code = _delivered(found, item, items, delivery)
        body = plain(document)
        tally.add({**body, "code": code})
        sink.take(document, body, item, place, items.single)

    begun = pool(
        ProblemJob(asked),
        _posed(chosen, asked, delivery, items, here=run.cluster is None),
        on=sink.on,
        seconds=run.timeout,
        megabytes=run.memory,
        streams=True,
        growing=True,
        ready=partial(preload, asked.name),
        light=Lightness(asked),
        tick=sink.progress.tick,
    )
    results = Refusals(asked, deliver)
    try:
        with closing(begun) as outcomes:  # no child outlives an error
            for index, outcome in outcomes:
                place, item = items.under_way.pop(index)
                if isinstance(outcome, Failure) and os.environ.get(DEBUG):
                    sys.stderr.write(outcome.trace)
                if isinstance(outcome, SymcauseError) and items.single:
                    raise in_file(outcome, run.paths)
                result = _posed_by(run, asked, settled(item, outcome, asked), item, items.single)
                results.take(result, item, place)
        results.close()
    except KeyboardInterrupt:
        complain(_interrupted(run, sink.written(sum(tally.codes.values()))))
        return EXIT_INTERRUPTED
    return 0


def _posed_by(run: Run, asked: Asked, document: Result, item: Item, single: bool) -> Result:
    """The document with the question that it answers."""
    if not isinstance(document, Document):
        return document
    several = not single or run.chosen is not None
    file = None if item.file == "-" else item.file
    posed = asked.posed(item.problem, file, str(document.problem) if several else None)
    return replace(document, asked=posed)


def _delivered(
    document: Result, item: Item, items: Selection, delivery: Delivery
) -> tuple[Result, int]:
    """The document after what the command does with it, and its exit code."""
    code = document.code
    if delivery.finish is not None and isinstance(document, Document):
        document, code = delivery.finish(document, item, items.single)
    if delivery.collect is not None:
        delivery.collect(document, item.problem)
    return document, code


def _alone(items: Selection) -> Sequence[Item]:
    """The one problem of a path. Raises UsageError if there are several."""
    first: list[Item] = []
    for item in items:
        first.append(item)
        if len(first) > 1:
            raise UsageError(
                "several problems",
                remedy=f"pick one by its id: {', '.join(str(i.id) for i in first)} …",
            )
    return first


def _posed(
    items: Iterable[Item], asked: Asked, delivery: Delivery, all_: Selection, here: bool
) -> Iterator[Posed]:
    """The items with what is known of each: that it is one of several, for questions that care.

    Where children are forked the question is loaded before, for its document is shown here, too.
    """
    for item in items:
        if here and item.error is None:
            with suppress(SymcauseError):
                asked.to(item.problem)
        pooled = {} if all_.single else {"pooled": True}
        yield Posed(item, {**pooled, **delivery.known(item)})


def _interrupted(run: Run, done: int) -> str:
    number = f"{done} problem{'' if done == 1 else 's'}"
    if run.out is None:
        return f"interrupted after {number}"
    return f"interrupted after {number}, kept in {run.out}; continue with --resume"


class _Sink:
    """Where documents go as they come."""

    def __init__(
        self, run: Run, asked: Asked, results: Results | None, earlier: Earlier, on: Backend
    ) -> None:
        self._run, self._asked, self._results, self._earlier = run, asked, results, earlier
        self.on, self._shown, self._complaints = on, False, Complaints()
        known = run.paths, run.chosen, earlier.number
        self.progress = Progress(*known, quiet=run.quiet, on=on, what=asked.name)

    def take(self, document: Result, body: Line, item: Item, place: int, single: bool) -> None:
        """One more document, and the same as plain JSON values."""
        with self.progress.paused():
            self._write(document, body, item, place, single)
        self.progress.step()

    def _write(self, document: Result, body: Line, item: Item, place: int, single: bool) -> None:
        line = stamped(body) if self._results is not None or self._run.as_json else ""
        if self._results is not None:
            self._results.write(line, place, self._earlier.over.pop(place, None))
        if self._run.as_json:
            emit(line)
        elif isinstance(document, ErrorDocument):
            self._complaints.take(document.problem, document.error)
        elif self._results is None and not self._run.silent:
            self._show(document, item, single)

    def _show(self, document: Document, item: Item, single: bool) -> None:
        question = self._asked.to(item.problem)
        text = question.text(document)
        if text is not None:
            show(question.between * self._shown + text, newline=not question.between)
            self._shown = True
            return
        story = about(question.story(document), document)
        short = self._run.quiet or sys.stdout.isatty() or self._asked.name == _SHORT
        if single or self._run.full or not short:
            from symcause.reports.terminal_story import story_text

            show(story_text(story))
        else:
            show(story.brief())

    def written(self, seen: int) -> int:
        """How many results are kept, of the number *seen*: those in the file, where there is one."""
        return seen if self._results is None else len(self._results)

    def close(self) -> None:
        self.progress.close()
        self._complaints.close()
