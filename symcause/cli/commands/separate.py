"""``separate``, one of the CLI commands: the best experiment that tells two answers apart."""

from __future__ import annotations

from typing import Any

import click

from symcause.cli.command_options import (
    given,
    html_option,
    json_option,
    limit_options,
    problem_argument,
    question_options,
)
from symcause.cli.lazy_options import Asking
from symcause.cli.output.page_results import result_page
from symcause.cli.output.terminal_output import announce
from symcause.cli.runs.answer_errors import naming
from symcause.cli.runs.question_request import Asked
from symcause.cli.runs.question_run import Delivery, execute
from symcause.cli.runs.run_setup import answer_text, run_of
from symcause.errors import UsageError


@click.command("separate", cls=Asking)
@problem_argument
@click.argument("answers", type=click.Path(), metavar="A [B]", nargs=-1)
@question_options("separate")
@html_option("Also write a page: the experiment, and what each answer would show.")
@limit_options
@json_option
@click.pass_context
def command(ctx: click.Context, /, answers: tuple[str, ...], html: str | None, **_: Any) -> None:
    """The best experiment that tells two answers apart, with a witness.

    A and B are answers (JSON or raw text; for an Alternative-SCM answer its alternative is used), or the
    words gold and reference for the models of the problem. For scenarios A is the twin, and there is no B;
    with --budget A, B and whatever follows are rivals, and --rival makes one.

    \b
    Examples:
      symcause separate problem.json mine.json yours.json
      symcause separate problem.json gold answer.txt --json
      symcause separate problem.json a.json b.json --targets 2
      symcause separate problem.json a.json b.json --limit 5
      symcause separate graph.txt gold other.txt
      symcause separate one.scenario.json other.scenario.json
      symcause separate one.scenario.json other.scenario.json --budget --level 0.9
      symcause separate one.scenario.json --budget --rival no-hidden-cause

    The best experiment has the highest pair disagreement rate, then the highest cell difference rate.
    Answers that name different roots have no rates; their witness is a state that only one of the two
    models can be in. --limit lists the best N, each executed on both models, and says whether these are
    all. In linear problems the best moves most readings apart, in ShapeWorld it takes the fewest actions,
    of statements those come first for which one only looks, of tables the query, of graphs the variable at
    which most edges point the other way.

    Exit code 0 if the answers are separated, 1 if no experiment separates them, 2 if one of them is not
    valid. With --budget 0 if the units (or less) are enough, 1 if they are too few, 3 if it is open.
    """
    options = given(ctx, "separate")
    if not answers and "rival" not in options:
        raise click.UsageError("Missing argument 'A'.", ctx)
    named = dict(zip(("first", "second"), answers, strict=False))
    run = run_of(ctx, inputs=answers, outputs={"--html": html})
    texts: dict[str, object] = {"first": "", "second": ""}
    texts |= {key: _model_text(path, f"{key} answer") for key, path in named.items()}
    if answers[2:]:
        texts["more"] = tuple(map(answer_text, answers[2:]))
    asked = Asked("separate", {**options, **texts}, arguments=tuple(answers))
    with (
        naming({f"{key} answer": path for key, path in named.items()}),
        result_page(html, run.paths, asked) as collect,
    ):
        code = execute(run, asked, Delivery(collect=collect, one_problem=True))
    announce(ctx)
    ctx.exit(code)


def _model_text(path: str, place: str) -> str:
    """The text of an answer; a file with nothing in it is no model in any family."""
    text = answer_text(path)
    if not text.strip():
        remedy = "write a model into it; gold and reference are words for the problem's own"
        raise UsageError("the text is empty", file=path, place=place, remedy=remedy)
    return text
