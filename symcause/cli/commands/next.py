"""``next``, one of the CLI commands: the experiments worth doing next, best first."""

from __future__ import annotations

from typing import Any

import click

from symcause.cli.command_options import (
    form_option,
    given,
    html_option,
    problems_argument,
    question_options,
    run_options,
)
from symcause.cli.lazy_options import Asking
from symcause.cli.output.page_results import result_page
from symcause.cli.output.terminal_output import announce
from symcause.cli.runs.question_request import Asked
from symcause.cli.runs.question_run import Delivery, execute
from symcause.cli.runs.run_setup import run_of


@click.command("next", cls=Asking)
@problems_argument
@question_options("next")
@form_option
@html_option("Also write a page: the experiments, what each leaves, and why.")
@run_options
@click.pass_context
def command(ctx: click.Context, /, html: str | None, **_: Any) -> None:
    """The experiments worth doing next, best first: members left in the worst case, and expected.

    PROBLEM is a file, a folder of files, or - for standard input; it may be a bare graph.

    \b
    Examples:
      symcause next graph.txt
      symcause next graph.txt --targets smoking --json
      symcause next episode.json
      symcause next problem.json --most-targets 2

    Exit code 0 if some admissible experiment can shrink the space, 1 if none can, 3 if unknown.
    """
    run, asked = run_of(ctx, outputs={"--html": html}), Asked("next", given(ctx, "next"))
    with result_page(html, run.paths, asked) as collect:
        code = execute(run, asked, Delivery(collect=collect))
    announce(ctx)
    ctx.exit(code)
