"""``symcause audit``: is the evidence enough?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from symcause.audits.documents import EXIT_MALFORMED, EXIT_UNKNOWN, AuditDocument, Document
from symcause.cli.asked import Asked
from symcause.cli.certificates import Certificates
from symcause.cli.commands import run_of
from symcause.cli.options import (
    file_option,
    given,
    problems_argument,
    question_options,
    run_options,
)
from symcause.cli.pages import audit_page
from symcause.cli.printing import complain
from symcause.cli.results import Line
from symcause.cli.running import Delivery, execute
from symcause.formats.files import Item


@click.command("audit")
@problems_argument
@question_options("audit")
@click.option(
    "--certificate",
    type=click.Path(),
    metavar="FILE",
    callback=file_option,
    help="Write a certificate (pool: a folder, one file a problem).",
)
@click.option(
    "--html",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write a page with all of it too: graphs, coverage, experiments to play (pool: one page).",
)
@run_options
@click.pass_context
def command(ctx: click.Context, /, certificate: str | None, html: str | None, **_: Any) -> None:
    """Is the evidence enough? Verdict, count, alternatives, support, shortcuts, certificate.

    PROBLEM is a file, a folder of files, or - for standard input.

    \b
    Examples:
      symcause audit problem.json
      symcause audit problem.json --max-parents 3 --json
      symcause audit problem.json --certificate proof.json
      symcause audit pool.jsonl --html report.html
      symcause audit episode.json --log episode.log.jsonl
      symcause audit pool.jsonl --jobs 2 --out audits.jsonl --resume

    Exit code 0 if the verdict settles the question (Boolean and linear: unique), 1 if not, 3 if it is
    unknown; 2 if something cannot be read, or a file that was asked for cannot be made.
    """
    options = given(ctx, "audit")
    log = options.get("log")
    run = run_of(
        ctx,
        inputs=(None if log is None else str(log),),
        outputs={"--certificate": certificate, "--html": html},
    )
    asked = Asked("audit", options, {"certificate": certificate is not None or html is not None})
    proofs = None if certificate is None else _Proofs(certificate)
    with audit_page(html, run.paths, run.out if run.resume else None, asked) as collect:
        delivery = Delivery(collect=collect)
        if proofs is not None:
            delivery = Delivery(proofs.finish, collect, proofs.complete)
        code = execute(run, asked, delivery)
    ctx.exit(code)


class _Proofs:
    """Certificates that were asked for: written, or told why there is none."""

    def __init__(self, path: str) -> None:
        self._place = Certificates(path)

    def complete(self, line: Line) -> bool:
        """Does an earlier result have its certificate in a file, or say why there is none?"""
        certificate, file = line.get("certificate"), line.get("certificate_file")
        if not isinstance(certificate, dict) or not isinstance(file, str):
            return "certificate_reason" in line
        return self._place.claimed(certificate, str(line.get("problem"))) and Path(file).exists()

    def finish(self, document: Document, item: Item, single: bool) -> tuple[Document, int]:
        assert isinstance(document, AuditDocument)
        if document.certificate is not None:
            name = str(document.problem)
            file = self._place.save(document.certificate, name, folder=not single)
            return msgspec.structs.replace(document, certificate_file=file), document.code
        why = document.certificate_reason or document.stopped or "none was made"
        complain(f"{document.problem}: no certificate: {why}")
        code = EXIT_UNKNOWN if document.code == EXIT_UNKNOWN else EXIT_MALFORMED
        return msgspec.structs.replace(document, certificate_reason=str(why)), code
