"""``symcause check``: is this answer valid, exact, and the only one?"""

from __future__ import annotations

from typing import Any

import click

from symcause.cli.answers import boolean_problem
from symcause.cli.main import EXIT_UNKNOWN
from symcause.cli.options import ClassOptions, class_options, json_option, problem_argument
from symcause.cli.output import emit


@click.command("check")
@problem_argument
@click.argument("answer", type=click.Path(), metavar="ANSWER")
@class_options
@click.option(
    "--require-unique", is_flag=True, help="Also demand that no other model explains the rows."
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="Time for the question of uniqueness; beyond it the answer to that is unknown.",
)
@json_option
@click.pass_context
def command(
    ctx: click.Context, /, problem: str, chosen: str | None, answer: str, **options: Any
) -> None:
    """Is this answer valid, exact, and the only one?

    ANSWER is a JSON file or the raw text of a model; - is standard input. Whatever can be read is
    judged: an answer without JSON is not valid, never an error.

    \b
    Examples:
      symcause check problem.json answer.json
      symcause check problem.json answer.json --require-unique
      symcause check pool.jsonl response.txt --id item_017 --json
      some-model < prompt.txt | symcause check problem.json -

    Exit code 0 if the answer is valid, exact on the training worlds and, where there are any, on the
    held-out worlds (Alternative-SCM: if alternative, experiment and witness are all right), else 1;
    with --require-unique also 1 if another model explains the rows, and 3 if that is unknown.
    """
    from symcause.formats.files import read_response
    from symcause.reports.score_text import check_text
    from symcause.reports.standing_text import standing_text
    from symcause.scoring.checking import check

    asked = ClassOptions(
        *(options.pop(k) for k in ("max_parents", "max_ast", "max_depth", "setting"))
    )
    task = asked.applied(boolean_problem(problem, chosen, answer))
    result = check(task, read_response(answer))
    place = _standing(task, result.scm, asked, options["timeout"])
    if options["as_json"]:
        emit({**result.document(), **place})
    else:
        click.echo(check_text(result))
        if result.scm is not None:
            click.echo(standing_text(place, asked.hypotheses(task)))
    code = 0 if result.passed else 1
    if options["require_unique"] and not code and place["unique"] is not True:
        code = EXIT_UNKNOWN if place["in_class"] is not False and place["unique"] is None else 1
    ctx.exit(code)


def _standing(
    task: Any, model: Any, asked: ClassOptions, seconds: float | None
) -> dict[str, object]:
    """Where the model stands in the version space; all null for an answer that is not valid."""
    blank: dict[str, object] = {"in_class": None, "unique": None, "count": None}
    if model is None:
        return blank
    from symcause.audits.standing import standing
    from symcause.solvers.isolation import Stopped, call

    found = call(standing, task, model, asked.hypotheses(task), seconds=seconds)
    if isinstance(found, Stopped):
        return {**blank, "count_reason": found.reason}
    document: dict[str, object] = found.to_dict(task)  # type: ignore[attr-defined]
    if task.is_alternative_task:
        document["unique"] = None
    return document
