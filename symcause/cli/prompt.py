"""``symcause prompt``: the prompt that a language model gets."""

from __future__ import annotations

import click

from symcause.cli.main import EXIT_MALFORMED, complain
from symcause.cli.options import json_option, problem_argument
from symcause.cli.output import emit
from symcause.errors import SymcauseError, UsageError
from symcause.families.boolean.problem.problem import BooleanProblem


@click.command("prompt")
@problem_argument
@json_option
@click.pass_context
def command(ctx: click.Context, problem: str, chosen: str | None, as_json: bool) -> None:
    """The prompt a language model gets for a problem.

    It is made from what the setting discloses and the training worlds alone; nothing held out is in it.

    \b
    Examples:
      symcause prompt problem.json
      symcause prompt pool.jsonl --id item_017
      symcause prompt pool.jsonl --json > prompts.jsonl

    With --json each document has the system instruction, the message, and both in one text. Exit code
    0 when done, 2 if a problem cannot be read.
    """
    from symcause.families.boolean.scoring.prompts import render_prompt
    from symcause.formats.files import read_problems

    failed: list[SymcauseError] = []
    shown = 0
    for item in read_problems(problem, chosen):
        error = item.error
        if error is None and not isinstance(item.problem, BooleanProblem):
            error = UsageError("prompts are made for Boolean problems", value=item.id)
        if error is not None:
            failed.append(error)
            if as_json:
                emit({"problem": item.id, "error": str(error)})
            else:
                complain(str(error))
            continue
        assert isinstance(item.problem, BooleanProblem)
        prompt = render_prompt(item.problem)
        if as_json:
            setting = str(item.problem.setting)
            emit({"problem": item.id, "setting": setting, **prompt.to_dict()})
        else:
            click.echo(("" if shown == 0 else "\n\f") + prompt.text, nl=False)
        shown += 1
    ctx.exit(EXIT_MALFORMED if failed else 0)
