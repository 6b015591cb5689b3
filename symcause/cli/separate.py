"""``symcause separate``: the best experiment between two answers."""

from __future__ import annotations

import click

from symcause.cli.answers import answer_model, boolean_problem
from symcause.cli.options import json_option, problem_argument
from symcause.cli.output import emit


@click.command("separate")
@problem_argument
@click.argument("first", type=click.Path(), metavar="A")
@click.argument("second", type=click.Path(), metavar="B")
@click.option(
    "--targets",
    type=click.IntRange(1, 3),
    default=1,
    metavar="N",
    help="Variables that the experiment may set at once (1).",
)
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    problem: str,
    chosen: str | None,
    first: str,
    second: str,
    targets: int,
    as_json: bool,
) -> None:
    """The best experiment that tells two answers apart, with a witness.

    A and B are answers (JSON or raw text; of an Alternative-SCM answer its alternative counts), or the
    words gold and reference for the models of the problem.

    \b
    Examples:
      symcause separate problem.json mine.json yours.json
      symcause separate problem.json gold answer.txt --json
      symcause separate problem.json a.json b.json --targets 2

    The best experiment has the highest pair disagreement rate, then the highest cell difference rate.
    Answers that name different roots have no rates; their witness is a state that only one of the two
    models can be in. Exit code 0 if the answers are separated, 1 if no experiment separates them, 2 if
    one of them is not valid.
    """
    from symcause.families.boolean.models.experiments import best_experiment
    from symcause.families.boolean.report.score_text import separation_text
    from symcause.families.boolean.scoring.documents import separation_document

    task = boolean_problem(problem, chosen, first, second)
    a, b = answer_model(task, first), answer_model(task, second)
    found = best_experiment(a, b, targets=targets)
    shown = separation_document(found, same_roots=a.roots == b.roots)
    document = {"problem": task.id, "targets": targets, **shown}
    if as_json:
        emit(document)
    else:
        click.echo(separation_text(document))
    ctx.exit(0 if found is not None else 1)
