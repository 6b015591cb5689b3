"""``symcause generate alternative``: Alternative-SCM items from a pool of problems with gold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from symcause.cli.lines import Lines, refuse_overwriting
from symcause.cli.main import EXIT_MALFORMED, complain
from symcause.errors import SymcauseError, UsageError
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.formats.files import read_problems

if TYPE_CHECKING:
    from symcause.families.boolean.generator.alternatives import StoredAnswer


@click.command("alternative")
@click.argument("problems", type=click.Path(), metavar="POOL")
@click.option(
    "--answers",
    type=click.Path(),
    multiple=True,
    metavar="FILE",
    help="Take alternatives from stored answers (prediction files) instead of the exact space.",
)
@click.option("--seed", type=int, default=0, help="Seed (0).")
@click.option("--out", type=click.Path(dir_okay=False), help="Write the items to a file.")
@click.pass_context
def command(
    ctx: click.Context, problems: str, answers: tuple[str, ...], seed: int, out: str | None
) -> None:
    """Alternative-SCM items: gold and another explaining SCM that one experiment tells apart.

    One item a problem from the exact version space (problems without a separable alternative give
    none), or one for each different model among stored answers, with the systems that gave it, so
    that an evaluation can leave those out.

    \b
    Examples:
      symcause generate alternative pool.jsonl --out items.jsonl
      symcause generate alternative pool.jsonl --answers predictions.jsonl --out items.jsonl

    Exit code 0 when done, 2 if a problem could not be used.
    """
    refuse_overwriting(problems, out)
    stored = _stored(answers)
    lines = None if out is None else Lines(out, False, lambda _: True)
    failed, made, seen = False, 0, 0
    for item in read_problems(problems):
        seen += 1
        try:
            for line in _items(item.problem, item.error, stored if answers else None, seed):
                made += 1
                if lines is not None:
                    lines.write(line)
                else:
                    click.echo(line)
        except SymcauseError as error:
            failed = True
            complain(f"{item.id}: {error}")
    if lines is not None:
        lines.close()
        click.echo(f"{made} items from {seen} problems in {out}")
    ctx.exit(EXIT_MALFORMED if failed else 0)


Stored = dict[str, list[tuple[str, str]]]


def _stored(files: Sequence[str]) -> Stored:
    """(system, raw answer) by problem."""
    from symcause.formats.predictions import BadPrediction, read_predictions

    found: Stored = {}
    for file in files:
        for row in read_predictions(file):
            if isinstance(row, BadPrediction):
                complain(str(row.error))
            else:
                found.setdefault(row.instance_id, []).append((row.model, row.response))
    return found


def _items(
    problem: object, error: SymcauseError | None, stored: Stored | None, seed: int
) -> Iterator[str]:
    if error is not None:
        raise error
    if not isinstance(problem, BooleanProblem) or problem.gold is None:
        raise UsageError("Alternative-SCM items need a Boolean problem with gold")
    from symcause.families.boolean.audits.disambiguation import member_gold
    from symcause.families.boolean.files.document import write_boolean
    from symcause.families.boolean.generator.alternatives import (
        alternative_item,
        items_from_answers,
    )
    from symcause.families.boolean.generator.pipeline import certified
    from symcause.families.boolean.generator.seeds import stream
    from symcause.formats.writing import one_line

    member_gold(problem, problem.default_class())
    rng = stream(seed, problem.id, "alternative")
    items: Iterable[BooleanProblem | None]
    if stored is None:
        items = [alternative_item(problem, rng, f"{problem.id}-alternative")]
    else:
        given = stored.get(problem.id, [])
        items = items_from_answers(problem, _executable(problem, given), rng)
    for item in items:
        if item is not None:
            yield one_line(write_boolean(certified(item)))


def _executable(problem: BooleanProblem, given: Sequence[tuple[str, str]]) -> list[StoredAnswer]:
    """The answers that denote a model, with their systems."""
    from symcause.families.boolean.generator.alternatives import StoredAnswer
    from symcause.families.boolean.scoring.checking import executable

    judged = [(system, executable(problem, text).answer) for system, text in given]
    return [StoredAnswer(system, answer) for system, answer in judged if answer is not None]
