"""``audit``, one of the CLI commands: whether the evidence is enough."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from symcause.audits.documents import Result
from symcause.audits.question import Question
from symcause.audits.question import options as declared
from symcause.cli.command_options import (
    file_option,
    form_option,
    given,
    html_option,
    problems_argument,
    question_options,
    run_options,
)
from symcause.cli.lazy_options import Asking
from symcause.cli.output.canonical_forms import with_canonical_forms
from symcause.cli.output.errata_files import ForErrata, errata_files
from symcause.cli.output.page_results import Collect, result_page
from symcause.cli.output.paper_results import FORMS, paper_results
from symcause.cli.output.shortcut_results import refuse_others, show_shortcuts
from symcause.cli.output.terminal_output import announce
from symcause.cli.runs.question_request import Asked
from symcause.cli.runs.question_run import Delivery, execute
from symcause.cli.runs.run_setup import run_of
from symcause.errors import UsageError
from symcause.formats.answer_files.transcript_detection import is_transcript, transcripts_below
from symcause.registry import Family, family_of, load

if TYPE_CHECKING:
    from symcause.cli.certificates.certificate_option import Proofs

_MADE = (
    *("certificate", "errata", "errata_page", "duplicates", "html", "table", "folder", "figure"),
    *("slide", "out", "resume", "log"),
)
"""Options that ask for something of audits."""


@click.command("audit", cls=Asking)
@problems_argument
@question_options("audit")
@form_option
@click.option(
    "--certificate",
    type=click.Path(),
    metavar="FILE",
    callback=file_option,
    help="Write a certificate (pool: a folder, one file per problem).",
)
@click.option(
    "--errata",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    callback=file_option,
    help="Write one JSON line for every item whose stored gold is wrong or not settled.",
)
@click.option(
    "--errata-page",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    callback=file_option,
    help="The same list as a page for the maintainers of the release.",
)
@click.option(
    "--duplicates",
    is_flag=True,
    help="Say which problems of a pool are the same up to names and order, and which have the same gold.",
)
@click.option(
    "--shortcuts",
    is_flag=True,
    help="Audit nothing: how often rules that look at public parts are right.",
)
@html_option("Also write a page: graphs, coverage, experiments to play (one page for a pool).")
@click.option(
    "--table",
    type=click.Choice(FORMS),
    help="Print tables instead: one row a problem, one row a stratum.",
)
@click.option(
    "--tables",
    "folder",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="Also write each of these tables as a CSV file of its own, with bare numbers.",
)
@click.option(
    "--figure",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    callback=file_option,
    help="Also write the main picture at the size of a paper's column (.svg, .pdf).",
)
@click.option(
    "--slide",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    callback=file_option,
    help="Also write a slide, 16:9: finding, picture, source (.svg, .pdf).",
)
@click.option("--title", metavar="TEXT", help="With --html: the title of the page.")
@click.option("--author", metavar="TEXT", help="With --html: the author of the page.")
@run_options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    certificate: str | None,
    errata: str | None,
    errata_page: str | None,
    duplicates: bool,
    shortcuts: bool,
    html: str | None,
    table: str | None,
    folder: str | None,
    figure: str | None,
    slide: str | None,
    title: str | None,
    author: str | None,
    **_: Any,
) -> None:
    """Is the evidence enough? Verdict, count, alternatives, support, shortcuts, certificate.

    PROBLEM is a file, a folder of files, or - for standard input. Of a pool every problem is one line, and
    a summary follows; --full prints the reports.

    \b
    Examples:
      symcause audit problem.json
      symcause audit problem.json --max-parents 3 --json
      symcause audit problem.json --certificate proof.json
      symcause audit pool.jsonl --html report.html --title "Pilot, first round" --author "A. Reader"
      symcause audit pool.jsonl --table latex --figure pool.pdf --slide talk.svg
      symcause audit pool.jsonl --tables tables
      symcause audit pool.jsonl --full
      symcause audit episode.json --log episode.log.jsonl
      symcause audit episode.json --log runs --html runs.html
      symcause audit pool.jsonl --jobs 2 --out audits.jsonl --resume
      symcause audit pool.jsonl --errata errata.jsonl --errata-page errata.html
      symcause audit pool.jsonl --duplicates
      symcause audit pool.jsonl --shortcuts

    Exit code 0 if the verdict settles the question (Boolean and linear: unique), 1 if not, 3 if it is
    unknown; 2 if something cannot be read, or a requested file cannot be made.
    """
    options = given(ctx, "audit")
    log = options.get("log")
    run = run_of(
        ctx,
        inputs=(None if log is None else str(log),),
        outputs={
            "--certificate": certificate,
            "--html": html,
            "--errata": errata,
            "--errata-page": errata_page,
            "--figure": figure,
            "--slide": slide,
            "--tables": folder,
        },
    )
    if shortcuts:
        refuse_others(ctx.params, _MADE)
        ctx.exit(show_shortcuts(run))
    if table is not None:
        if run.as_json:
            raise UsageError("--table and --json do not go together")
        run = msgspec.structs.replace(run, silent=True)
    listed = errata is not None or errata_page is not None
    whole = certificate is not None or html is not None
    extra = {"certificate": whole or listed, "of_errata": not whole}
    asked = (ForErrata if listed else Asked)("audit", options, extra)
    if log is not None:
        asked = _told_by(str(log), options, extra)
    proofs = _proofs(certificate)
    head = {"title": title, "author": author}
    earlier = run.out if run.resume else None
    with (
        paper_results(table, figure, slide, run.paths, asked, folder) as printed,
        result_page(html, run.paths, asked, earlier, head) as page,
        errata_files(errata, errata_page, run.paths, asked, earlier) as errors,
    ):
        takers = [taker for taker in (page, printed, errors) if taker is not None]
        collect = partial(_all, takers) if takers else None
        delivery = Delivery(collect=collect)
        if proofs is not None:
            delivery = Delivery(proofs.finish, collect, proofs.complete)
        if duplicates:
            delivery = with_canonical_forms(delivery)
        code = execute(run, asked, delivery)
    announce(ctx)
    ctx.exit(code)


def _proofs(certificate: str | None) -> Proofs | None:
    """What writes certificates, if they are asked for."""
    if certificate is None:
        return None
    from symcause.cli.certificates.certificate_option import Proofs

    return Proofs(certificate)


def _all(takers: Sequence[Collect], result: Result, problem: object) -> None:
    """Give a result to everybody who makes something of it."""
    for take in takers:
        take(result, problem)


class _OfLog(Asked, frozen=True):
    """The audit of a log that is no transcript; families whose audit reads no log say what is missing."""

    def to(self, problem: object, known: Mapping[str, object] | None = None) -> Question[Any, Any]:
        family = family_of(problem)
        kind = "runs" if Path(str(self.given["log"])).is_dir() else "judge"
        if kind in family.questions and "log" not in _options(family):
            return Asked(kind, self.given).to(problem)
        return super().to(problem, known)


def _told_by(log: str, options: Mapping[str, object], extra: Mapping[str, object]) -> Asked:
    """The question to a transcript, to a folder of them, or to the logs of others."""
    if Path(log).is_dir():
        told = next(transcripts_below(log), None) is not None
        kind = "runs" if told else None
    else:
        kind = "judge" if is_transcript(log) else None
    if kind is None:
        return _OfLog("audit", options, extra)
    return Asked(kind, options, command="audit")


def _options(family: Family) -> Mapping[str, object]:
    return declared(load(family.questions["audit"]))
