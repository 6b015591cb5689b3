"""What the families of ``symcause generate`` share: processes, files, going on, and reports.

Item *i* of a run depends on the request and *i* alone. Items come in order, each as one or several
problem documents; with ``--resume`` the complete lines of the file are kept and only what is missing is
made, so a run that was stopped ends with the same bytes as one that was not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from symcause.cli.lines import Lines
from symcause.cli.main import EXIT_INTERRUPTED, EXIT_MALFORMED, complain
from symcause.cli.options import json_option
from symcause.cli.output import dumps
from symcause.errors import SymcauseError, UsageError

Document = dict[str, Any]
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Family:
    """How one family makes its items and speaks about them."""

    name: str
    work: Callable[[int], list[Document]]  # runs in a child process
    per_item: int  # documents of one item
    is_ours: Callable[[Document], bool]  # does a line of the file come from the same request?
    verdict: Callable[[Document], str]  # what the summary counts
    report: Callable[[Document], Document]  # what --json says


@dataclass(frozen=True)
class Output:
    """Where the items go."""

    count: int
    jobs: int
    out: str | None
    resume: bool
    certificates: str | None
    as_json: bool


def output_options(command: F) -> F:
    """``--count``, ``--jobs``, ``--out``, ``--resume``, ``--certificates`` and ``--json``."""
    for option in (
        json_option,
        click.option(
            "--certificates",
            type=click.Path(file_okay=False),
            metavar="FOLDER",
            help="Write each certificate to a file of its own as well.",
        ),
        click.option("--resume", is_flag=True, help="Go on with --out FILE where a run ended."),
        click.option(
            "--out", type=click.Path(dir_okay=False), help="Write the problems to a file."
        ),
        click.option("--jobs", type=click.IntRange(1, 512), default=1, help="Processes (1)."),
        click.option("--count", type=click.IntRange(min=1), default=1, help="How many (1)."),
    ):
        command = option(command)
    return command


def generate(family: Family, output: Output) -> int:
    """Make the items and return the exit code."""
    if output.resume and output.out is None:
        raise UsageError("--resume needs --out FILE")
    lines = None if output.out is None else Lines(output.out, output.resume, family.is_ours)
    return _Run(family, output, lines).execute()


class _Run:
    def __init__(self, family: Family, output: Output, lines: Lines | None) -> None:
        self.family, self.output, self.lines = family, output, lines
        self.verdicts: dict[str, int] = {}
        self.failed = False

    def execute(self) -> int:
        kept = [] if self.lines is None else self.lines.kept
        for document in kept:
            self._note(document)
        known = {str(document["id"]) for document in kept}
        try:
            for outcome in self._outcomes(len(kept) // self.family.per_item):
                if isinstance(outcome, SymcauseError):
                    self._fail(outcome)
                    continue
                for document in outcome:
                    if document["id"] not in known:
                        self._take(document)
        except KeyboardInterrupt:
            complain("interrupted; what was made so far is kept")
            return EXIT_INTERRUPTED
        finally:
            if self.lines is not None:
                self.lines.close()
        self._sum_up()
        return EXIT_MALFORMED if self.failed else 0

    def _outcomes(self, first: int) -> Iterable[Any]:
        """The documents of each item, or the error in their place."""
        from symcause.processes.pools import pool

        indices = range(first, self.output.count)
        for _, outcome in pool(self.family.work, indices, jobs=self.output.jobs):
            yield outcome

    def _take(self, document: Document) -> None:
        from symcause.formats.writing import one_line

        self._note(document)
        if self.lines is not None:
            self.lines.write(one_line(document))
        if self.output.as_json:
            report = self.family.report(document)
            click.echo(
                dumps(report if self.lines is not None else {**report, "instance": document})
            )
        elif self.lines is None:
            click.echo(one_line(document))

    def _note(self, document: Document) -> None:
        """Count the verdict and write the certificate apart, if that is wanted."""
        verdict = self.family.verdict(document)
        self.verdicts[verdict] = self.verdicts.get(verdict, 0) + 1
        certificate = document["metadata"].get("certificate")
        if self.output.certificates is not None and certificate is not None:
            from symcause.cli.certificates import save

            save(certificate, self.output.certificates, document["id"], folder=True)

    def _fail(self, error: SymcauseError) -> None:
        self.failed = True
        if self.output.as_json:
            click.echo(dumps({"problem": None, "error": str(error)}))
        complain(str(error))

    def _sum_up(self) -> None:
        """The last line for people."""
        if self.lines is None or self.output.as_json:
            return
        total = sum(self.verdicts.values())
        verdicts = ", ".join(f"{n} {verdict}" for verdict, n in sorted(self.verdicts.items()))
        problems = "1 problem" if total == 1 else f"{total} problems"
        click.echo(f"{problems} of {self.family.name} in {self.output.out}: {verdicts}")
