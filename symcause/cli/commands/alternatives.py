"""``alternatives``, one of the CLI commands: other explaining models, each with its best experiment."""

from __future__ import annotations

from typing import Any

import click

from symcause.cli.command_options import (
    given,
    html_option,
    problems_argument,
    question_options,
    run_options,
)
from symcause.cli.lazy_options import Asking
from symcause.cli.output.page_results import result_page
from symcause.cli.output.terminal_output import announce
from symcause.cli.runs.answer_errors import naming
from symcause.cli.runs.question_request import Asked
from symcause.cli.runs.question_run import Delivery, execute
from symcause.cli.runs.run_setup import answer_text, run_of


@click.command("alternatives", cls=Asking)
@problems_argument
@question_options("alternatives")
@html_option("Also write a page: the other models, and the experiment that tells each apart.")
@run_options
@click.pass_context
def command(ctx: click.Context, /, html: str | None, **_: Any) -> None:
    """Explaining models other than the reference, gold, or --against ANSWER, nearest first.

    PROBLEM is a file, a folder of files, or - for standard input.

    \b
    Examples:
      symcause alternatives problem.json --limit 10
      symcause alternatives problem.json --against answer.json --targets 3 --json

    The order. Boolean: fewest changed mechanisms first (a variable that is a root on one side only counts
    as one); then the least sum, over the changed ones, of the share of assignments to both mechanisms'
    parents on which they differ; then variables in the order of the problem. Crystals: fewest edges that
    only one of the two graphs has. Shapes: worlds that give the question the other answer first, then
    fewest differing pairs. If there are too many members to compare, take the member that a solver finds.

    Exit code 0 if there is none, 1 if some are found, 3 if that is unknown.
    """
    options = given(ctx, "alternatives")
    against = options.get("against")
    read = (None if against is None else str(against),)
    run = run_of(ctx, inputs=read, outputs={"--html": html})
    named = {} if against is None else {"against": str(against)}
    if against is not None:
        options["against"] = answer_text(str(against))
    asked = Asked("alternatives", options, named=named)
    with (
        naming({"--against": None if against is None else str(against)}),
        result_page(html, run.paths, asked) as collect,
    ):
        code = execute(run, asked, Delivery(collect=collect))
    announce(ctx)
    ctx.exit(code)
