"""The generator run of the CLI: parallel, with files, resumption and reports.

Item *i* of a run depends on the generator and *i* alone. Items come in order, each as one or several
problem documents; with ``--resume`` the complete lines of the file are kept and only what is missing is
made, so a run that was stopped ends with the same bytes as one that was not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

from symcause.audits.document_json import dumps
from symcause.audits.documents import (
    EXIT_INTERRUPTED,
    EXIT_MALFORMED,
    EXIT_UNKNOWN,
    ErrorDocument,
)
from symcause.audits.instance_generator import Generator, is_generated
from symcause.audits.publication.distinct_problems import KEY, refuse_distinct
from symcause.bounds.cli_bounds import LARGEST_NUMBER
from symcause.cli.certificates.certificate_files import Certificates
from symcause.cli.generator.generator_draws import DistinctDraws, Draws
from symcause.cli.generator.generator_options import Output
from symcause.cli.output.result_file import Line, Results
from symcause.cli.output.terminal_output import complain, emit, show
from symcause.cli.runs.progress_display import Progress
from symcause.cli.runs.run_backends import backend
from symcause.errors import LimitError, SymcauseError, UsageError
from symcause.formats.pools.json_documents import json_documents
from symcause.formats.pools.problem_writer import one_line
from symcause.formats.storage.atomic_files import write_together
from symcause.formats.storage.byte_streams import opened
from symcause.processes.pools import Backend, pool


def generate(made: Generator, output: Output) -> int:
    """Make the items and return the exit code."""
    if output.resume and output.out is None:
        raise UsageError("--resume needs --out FILE")
    _refuse_number(made, output)
    if output.distinct:
        refuse_distinct(made, "--distinct")
    made.prepare()
    if output.certificates is not None and (reason := made.uncertified()) is not None:
        raise UsageError(f"--certificates has nothing to write: {reason}")
    for remark in made.remarks():
        complain(remark)
    apart = type(made).files is not Generator.files
    if apart and output.resume:
        raise UsageError("--resume is for problems in one file, not in a folder")
    if apart and output.out is not None and Path(output.out).suffix == ".jsonl":
        complain(f"{output.out}: a folder of this name: each problem has several files")
    if not apart and output.out is not None and Path(output.out).is_dir():
        raise UsageError("this is a folder, not a file", file=output.out)
    with ExitStack() as stack:
        results = None
        if output.out is not None and not apart:
            if not output.resume:
                _refuse_other(output.out, made)
            ours = partial(_is_ours, made, output.distinct)
            file = Results(output.out, resume=output.resume, ours=ours)
            results = stack.enter_context(file)
        on = stack.enter_context(backend(output.jobs, output.cluster))
        if output.out is not None:
            _save_companions(output.out, made.companions())
        return _Making(made, output, results, on).execute()


def _refuse_number(made: Generator, output: Output) -> None:
    """Raises UsageError where the number of problems asked for has no meaning."""
    if output.problems is None:
        return
    if output.count is not None:
        raise UsageError("--count and --problems do not go together")
    paired = getattr(made, "siblings", False) or made.name == "siblings"
    if paired and output.problems % 2:
        raise UsageError("siblings come in pairs", value=f"--problems {output.problems}")


def _is_ours(made: Generator, distinct: bool, document: Mapping[str, object]) -> bool:
    """Does a problem of an earlier run come from the same request?"""
    metadata = document.get("metadata")
    compared = isinstance(metadata, Mapping) and KEY in metadata
    return made.is_ours(document) and compared == distinct


def _save_companions(out: str, files: Mapping[str, bytes]) -> None:
    """Write the files that travel beside the problems, all of them or none."""
    try:
        for name in files:
            Path(f"{out}{name}").parent.mkdir(parents=True, exist_ok=True)
        write_together((Path(f"{out}{name}"), content) for name, content in files.items())
    except OSError as error:
        raise UsageError(f"cannot write: {error.strerror}", file=out) from error


def _refuse_other(path: str, made: Generator) -> None:
    """A file is written anew if a generator made it; what somebody else put there stays."""
    file = Path(path)
    if not file.is_file() or not file.stat().st_size:
        return
    with opened(path) as source:
        try:
            first = next(json_documents(source), None)
        except SymcauseError:
            first = None
    value = None if first is None else first.value
    if not isinstance(value, dict) or not (is_generated(value) or made.is_ours(value)):
        raise UsageError(
            "contains something other than generated problems",
            file=path,
            remedy="name another file",
        )


class _Making:
    def __init__(
        self, made: Generator, output: Output, results: Results | None, on: Backend
    ) -> None:
        self._made, self._output, self._results, self._on = made, output, results, on
        folder = output.certificates
        self._proofs = None if folder is None else Certificates(folder)
        self._folder = None if results is not None or output.out is None else Path(output.out)
        self._verdicts: Counter[str] = Counter()
        self._place = 0
        self._proven = 0
        self._failed: set[int] = set()

    def execute(self) -> int:
        known = self._earlier()
        wanted = self._output.problems
        count = self._made.count(wanted or self._output.count or 1)
        quiet = self._output.quiet
        asked = LARGEST_NUMBER if wanted is not None and self._output.distinct else count
        kind = DistinctDraws if self._output.distinct else Draws
        draws = kind(self._made, asked, len(known))
        progress = Progress((), None, self._place, quiet=quiet, total=count, on=self._on)
        indices: Iterable[int] = () if self._complete else draws.indices
        try:
            with closing(pool(draws.function, indices, on=self._on)) as outcomes:
                for _, outcome in outcomes:
                    with progress.paused():
                        self._settle(outcome, draws.documents(outcome), known)
                    progress.step()
                    if self._complete or draws.over:
                        break
        except KeyboardInterrupt:
            complain("interrupted; what was made so far is kept")
            return EXIT_INTERRUPTED
        finally:
            progress.close()
        if self._results is not None:
            self._results.finish()
        self._sum_up(draws.remark())
        if not self._complete and (why := draws.shortage(self._made_so_far, wanted)) is not None:
            self._failed.add(EXIT_UNKNOWN)
            complain(why)
        if self._proofs is not None and not self._proven:
            self._failed.add(EXIT_MALFORMED)
            complain("--certificates: no problem carries one, so none was written")
        return min(self._failed, default=0)  # malformed before unknown

    @property
    def _made_so_far(self) -> int:
        return sum(self._verdicts.values())

    @property
    def _complete(self) -> bool:
        """Are there as many problems as were asked for?"""
        wanted = self._output.problems
        return wanted is not None and self._made_so_far >= wanted

    def _earlier(self) -> set[str]:
        """The ids of the problems that an earlier run has made."""
        known: set[str] = set()
        for number, line in self._results.earlier() if self._results is not None else ():
            assert self._results is not None
            self._results.keep(number, self._place)
            self._place += 1
            known.add(str(line["id"]))
            self._note(line)
        return known

    def _settle(self, outcome: object, documents: Iterable[Line] | None, known: set[str]) -> None:
        if documents is not None:
            for document in documents:
                if document["id"] not in known and not self._complete:
                    self._take(document)
            return
        error = outcome if isinstance(outcome, SymcauseError) else UsageError(str(outcome))
        self._failed.add(EXIT_UNKNOWN if isinstance(error, LimitError) else EXIT_MALFORMED)
        if self._output.as_json:
            emit(dumps(ErrorDocument(problem=None, error=str(error))))
        complain(str(error))

    def _take(self, document: Line) -> None:
        self._note(document)
        if self._results is not None:
            self._results.write(one_line(document), self._place)
            self._place += 1
        if self._folder is not None:
            self._save(self._folder, document)
        written = self._results is not None or self._folder is not None
        if self._output.as_json:
            report = self._made.report(document)
            emit(dumps(report if written else {**report, "instance": document}))
        elif not written:
            emit(one_line(document))

    def _save(self, folder: Path, document: Line) -> None:
        """The files of a problem: all of them, each whole, or none."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_together(
                (folder / name, (one_line(dict(content)) + "\n").encode())
                for name, content in self._made.files(document).items()
            )
        except OSError as error:
            raise UsageError(f"cannot write: {error.strerror}", file=str(folder)) from error

    def _note(self, document: Line) -> None:
        """Count the verdict and write the certificate apart, if that is wanted."""
        self._verdicts[self._made.verdict(document)] += 1
        certificate = None if self._proofs is None else self._made.certificate(document)
        if self._proofs is not None and certificate is not None:
            self._proofs.save(dict(certificate), str(document["id"]), folder=True)
            self._proven += 1

    def _sum_up(self, more: str) -> None:
        """The last line for people."""
        written = self._results is not None or self._folder is not None
        if not written or self._output.as_json or self._output.quiet:
            return
        total = sum(self._verdicts.values())
        verdicts = ", ".join(f"{n} {verdict}" for verdict, n in sorted(self._verdicts.items()))
        problems = "1 problem" if total == 1 else f"{total} problems"
        show(f"{problems} of {self._made.title} in {self._output.out}: {verdicts}{more}")
