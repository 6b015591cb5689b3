"""``count``, one of the CLI commands: how many models of the class explain the evidence."""

from __future__ import annotations

from typing import Any

import click

from symcause.cli.command_options import (
    file_option,
    form_option,
    given,
    problems_argument,
    question_options,
    run_options,
)
from symcause.cli.lazy_options import Asking
from symcause.cli.runs.question_request import Asked
from symcause.cli.runs.question_run import Delivery, execute
from symcause.cli.runs.run_setup import run_of


@click.command("count", cls=Asking)
@problems_argument
@question_options("count")
@form_option
@click.option(
    "--certificate",
    type=click.Path(),
    metavar="FILE",
    callback=file_option,
    help="Write a certificate of the number (pool: a folder, one file per problem).",
)
@run_options
@click.pass_context
def command(ctx: click.Context, /, certificate: str | None, **_: Any) -> None:
    """How many models of the class explain the training evidence?

    PROBLEM is a file, a folder of files, or - for standard input. A bare graph is counted as its Markov
    equivalence class.

    \b
    Examples:
      symcause count problem.json
      symcause count pool.jsonl --max-parents 3 --jobs 2 --json
      symcause count problem.json --max-parents none --max-ast 8
      symcause count problem.json --certificate number.json

    With --certificate the kernel checks the number before it is written; symcause verify checks it again,
    and states it as a theorem (--theorem). Boolean, finite and linear problems have such certificates.

    Exit code 0 when done, 3 if the count is unknown; 2 if a requested certificate does not exist.
    """
    options = given(ctx, "count")
    if certificate is None:
        ctx.exit(execute(run_of(ctx), Asked("count", options)))
    from symcause.cli.certificates.certificate_option import Proofs

    run = run_of(ctx, outputs={"--certificate": certificate})
    proofs = Proofs(certificate)
    asked = Asked("count", options, {"certificate": True})
    ctx.exit(execute(run, asked, Delivery(proofs.finish, complete=proofs.complete)))
