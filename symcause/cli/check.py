"""``symcause check``: is this answer valid, exact, and the only one?"""

from __future__ import annotations

from typing import Any

import click

from symcause.cli.answers import boolean_problem
from symcause.cli.main import EXIT_UNKNOWN
from symcause.cli.options import (
    ClassOptions,
    Seconds,
    class_options,
    json_option,
    problem_argument,
)
from symcause.cli.output import emit
from symcause.errors import LimitError

_LONGEST = 200  # characters of a mechanism that are shown as they were written


@click.command("check")
@problem_argument
@click.argument("answer", type=click.Path(), metavar="ANSWER")
@class_options
@click.option(
    "--require-unique", is_flag=True, help="Also demand that no other model explains the rows."
)
@click.option(
    "--timeout",
    type=Seconds(),
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
    from symcause.families.boolean.report.score_text import check_text
    from symcause.families.boolean.report.standing_text import standing_text
    from symcause.families.boolean.scoring.checking import check
    from symcause.formats.files import read_response

    asked = ClassOptions(
        *(options.pop(k) for k in ("max_parents", "max_ast", "max_depth", "setting"))
    )
    task = asked.applied(boolean_problem(problem, chosen, answer))
    result = check(task, read_response(answer))
    place = _standing(task, result, asked, options["timeout"])
    if options["as_json"]:
        emit({**result.document(), "class": asked.hypotheses(task).to_dict(), **place})
    else:
        click.echo(check_text(result))
        if result.scm is not None:
            click.echo(standing_text(place, asked.hypotheses(task), result.train_exact))
    code = 0 if result.passed else 1
    if options["require_unique"] and not code and place["unique"] is not True:
        code = 1 if _is_refuted(task, place) else EXIT_UNKNOWN
    ctx.exit(code)


def _is_refuted(task: Any, place: dict[str, object]) -> bool:
    """Is it certain that the answer is not the only explanation of the class?

    To an Alternative-SCM answer the reference is another one.
    """
    return task.is_alternative_task or place["in_class"] is False or place["unique"] is False


def _standing(
    task: Any, result: Any, asked: ClassOptions, seconds: float | None
) -> dict[str, object]:
    """Where the answer stands in the version space; all null for one that is not valid."""
    blank: dict[str, object] = {"in_class": None, "unique": None, "count": None}
    if result.scm is None:
        return blank
    from symcause.families.boolean.audits.standing import standing
    from symcause.processes.isolation import Stopped, call

    try:
        found = call(standing, task, result.scm, asked.hypotheses(task), seconds=seconds)
    except LimitError as error:  # the answer is judged all the same
        return {**blank, "count_reason": str(error)}
    if isinstance(found, Stopped):
        return {**blank, "count_reason": found.reason}
    document: dict[str, Any] = found.to_dict(task)  # type: ignore[attr-defined]
    if document["nearest_alternative"] is not None:
        document["nearest_alternative"]["against"] |= _as_written(result.answer)
    if task.is_alternative_task:
        document["unique"] = None
    return document


def _as_written(answer: Any) -> dict[str, str]:
    """The mechanisms in the words of the answer, as far as they can be read at a glance."""
    from symcause.models.expressions import spell

    texts = {name: spell(expression) for name, expression in answer.mechanisms.items()}
    return {name: text for name, text in texts.items() if len(text) <= _LONGEST}
