"""The separate command: the best experiment that tells two answers apart."""

from __future__ import annotations

from typing import Any

import click

from symcause.cli.command_options import (
    given,
    json_option,
    limit_options,
    problem_argument,
    question_options,
)
from symcause.cli.lazy_options import Asking
from symcause.cli.runs.answer_errors import naming
from symcause.cli.runs.question_request import Asked
from symcause.cli.runs.question_run import Delivery, execute
from symcause.cli.runs.run_setup import answer_text, run_of


@click.command("separate", cls=Asking)
@problem_argument
@click.argument("first", type=click.Path(), metavar="A")
@click.argument("second", type=click.Path(), metavar="[B]", required=False)
@question_options("separate")
@limit_options
@json_option
@click.pass_context
def command(ctx: click.Context, /, first: str, second: str | None, **_: Any) -> None:
    """The best experiment that tells two answers apart, with a witness.

    A and B are answers (JSON or raw text; for an Alternative-SCM answer its alternative is used), or the
    words gold and reference for the models of the problem. For scenarios A is the twin, and there is no B.

    \b
    Examples:
      symcause separate problem.json mine.json yours.json
      symcause separate problem.json gold answer.txt --json
      symcause separate problem.json a.json b.json --targets 2
      symcause separate one.scenario.json other.scenario.json

    The best experiment has the highest pair disagreement rate, then the highest cell difference rate.
    Answers that name different roots have no rates; their witness is a state that only one of the two
    models can be in. Exit code 0 if the answers are separated, 1 if no experiment separates them, 2 if
    one of them is not valid.
    """
    named = {"first": first} if second is None else {"first": first, "second": second}
    run = run_of(ctx, inputs=tuple(named.values()))
    answers = {"second": ""} | {key: answer_text(path) for key, path in named.items()}
    asked = Asked("separate", {**given(ctx, "separate"), **answers})
    with naming({f"{key} answer": path for key, path in named.items()}):
        code = execute(run, asked, Delivery(one_problem=True))
    ctx.exit(code)
