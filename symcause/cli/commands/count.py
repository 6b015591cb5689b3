"""``count``, one of the CLI commands: how many models of the class explain the evidence."""

from __future__ import annotations

from typing import Any

import click

from symcause.cli.command_options import (
    form_option,
    given,
    problems_argument,
    question_options,
    run_options,
)
from symcause.cli.lazy_options import Asking
from symcause.cli.runs.question_request import Asked
from symcause.cli.runs.question_run import execute
from symcause.cli.runs.run_setup import run_of


@click.command("count", cls=Asking)
@problems_argument
@question_options("count")
@form_option
@run_options
@click.pass_context
def command(ctx: click.Context, /, **_: Any) -> None:
    """How many models of the class explain the training evidence?

    PROBLEM is a file, a folder of files, or - for standard input. A bare graph is counted as its Markov
    equivalence class.

    \b
    Examples:
      symcause count problem.json
      symcause count pool.jsonl --max-parents 3 --jobs 2 --json
      symcause count problem.json --max-parents none --max-ast 8

    Exit code 0 when done, 3 if the count is unknown.
    """
    ctx.exit(execute(run_of(ctx), Asked("count", given(ctx, "count"))))
