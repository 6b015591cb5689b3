"""``symcause check``: is this answer valid and exact?"""

from __future__ import annotations

import click

from symcause.cli.answers import boolean_problem
from symcause.cli.options import json_option, problem_argument
from symcause.cli.output import emit


@click.command("check")
@problem_argument
@click.argument("answer", type=click.Path(), metavar="ANSWER")
@json_option
@click.pass_context
def command(
    ctx: click.Context, problem: str, chosen: str | None, answer: str, as_json: bool
) -> None:
    """Is this answer valid and exact?

    ANSWER is a JSON file or the raw text of a model; - is standard input. Whatever can be read is
    judged: an answer without JSON is not valid, never an error.

    \b
    Examples:
      symcause check problem.json answer.json
      symcause check pool.jsonl response.txt --id item_017 --json
      some-model < prompt.txt | symcause check problem.json -

    Exit code 0 if the answer is valid, exact on the training worlds and, where there are any, on the
    held-out worlds (Alternative-SCM: if alternative, experiment and witness are all right), else 1.
    """
    from symcause.formats.files import read_response
    from symcause.reports.score_text import check_text
    from symcause.scoring.checking import check

    task = boolean_problem(problem, chosen, answer)
    result = check(task, read_response(answer))
    if as_json:
        emit(result.document())
    else:
        click.echo(check_text(result))
    ctx.exit(0 if result.passed else 1)
