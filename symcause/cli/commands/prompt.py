"""The prompt command: the prompt that a language model gets."""

from __future__ import annotations

from typing import Any

import click

from symcause.cli.command_options import given, json_option, problems_argument, question_options
from symcause.cli.lazy_options import Asking
from symcause.cli.runs.question_request import Asked
from symcause.cli.runs.question_run import execute
from symcause.cli.runs.run_setup import run_of


@click.command("prompt", cls=Asking)
@problems_argument
@question_options("prompt")
@json_option
@click.pass_context
def command(ctx: click.Context, /, **_: Any) -> None:
    """The prompt a language model gets for a problem.

    It is made only from what the problem discloses and from its evidence; it contains nothing held out.

    \b
    Examples:
      symcause prompt problem.json
      symcause prompt pool.jsonl --id item_017
      symcause prompt pool.jsonl --json > prompts.jsonl
      symcause prompt pool.jsonl --allow-abstain

    With --json each document has the system instruction, the message, and both in one text; without it
    prompts are separated by form feeds. Exit code 0 when done, 2 if a problem cannot be read.
    """
    ctx.exit(execute(run_of(ctx), Asked("prompt", given(ctx, "prompt"))))
