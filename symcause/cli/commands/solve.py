"""``solve``, one of the CLI commands: one explaining model, the simplest first."""

from __future__ import annotations

from typing import Any

import click

from symcause.cli.command_options import given, problems_argument, question_options, run_options
from symcause.cli.lazy_options import Asking
from symcause.cli.runs.question_request import Asked
from symcause.cli.runs.question_run import execute
from symcause.cli.runs.run_setup import run_of


@click.command("solve", cls=Asking)
@problems_argument
@question_options("solve")
@run_options
@click.pass_context
def command(ctx: click.Context, /, **_: Any) -> None:
    """One explaining model, the simplest first.

    PROBLEM is a file, a folder of files, or - for standard input.

    \b
    Examples:
      symcause solve problem.json
      symcause solve problem.json --all --limit 20 --json
      symcause solve problem.json --prefer uniform --seed 7

    Ties (Boolean): least total AST, then fewest parents, then the least parent sets and truth tables
    in problem order. Exit code 0 if solved, 1 if no member exists, 3 if unknown.
    """
    ctx.exit(execute(run_of(ctx), Asked("solve", given(ctx, "solve"))))
