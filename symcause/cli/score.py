"""``symcause score``: per-answer metrics and summary tables for a pool."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from symcause.cli.main import EXIT_INTERRUPTED, complain
from symcause.cli.options import json_option
from symcause.cli.output import emit
from symcause.errors import UsageError

FORMATS = ("text", "markdown", "csv", "latex", "json")


@click.command("score")
@click.argument("pool", type=click.Path(), metavar="POOL")
@click.argument("predictions", type=click.Path(), nargs=-1, metavar="[PREDICTIONS]...")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="Of the tables.")
@click.option("--html", type=click.Path(dir_okay=False), help="Write the tables to a page too.")
@click.option("--out", type=click.Path(dir_okay=False), help="Write answers' JSON lines to a file.")
@click.option("--resume", is_flag=True, help="Keep the results already in --out FILE.")
@click.option(
    "--jobs", type=click.IntRange(1, 512), default=1, metavar="N", help="Processes (default 1)."
)
@click.option(
    "--bootstrap",
    type=click.IntRange(0, 100_000),
    default=1000,
    metavar="N",
    help="Resamples for intervals (1000); 0 leaves intervals and paired differences out.",
)
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, metavar="N", help="Of the bootstrap."
)
@click.option(
    "--pair-by",
    default="latent",
    metavar="KEY",
    help="Metadata key that problems with the same latent model share (latent).",
)
@click.option(
    "--group-by",
    metavar="KEY",
    help="What names the rows of the tables: a metadata key, or 'file' (default: the setting).",
)
@click.option(
    "--answered-only", is_flag=True, help="Leave problems without an answer out of all rates."
)
@json_option
@click.pass_context
def command(ctx: click.Context, /, pool: str, predictions: tuple[str, ...], **options: Any) -> None:
    """Score answers: per-answer metrics and the summary tables.

    PREDICTIONS are JSONL files with instanceId, model and response in each row (- is standard input).
    Without any, the answers stored in POOL itself are scored (ReplaySCM release files), each file of a
    folder on its own; problems of the same id are then the same latent problem.

    \b
    Examples:
      symcause score pool.jsonl answers.jsonl
      symcause score pool.jsonl answers.jsonl --format latex --seed 7
      symcause score pool.jsonl *.answers.jsonl --jobs 4 --out scores.jsonl --resume
      symcause score release.runtime.yaml --json > scores.jsonl
      symcause score release_folder --group-by file --jobs 2

    With --json every answer is one line, in input order, and a last line has the tables under
    "summary"; with --out the lines of the answers go to the file and only the summary is printed.
    A row that cannot be scored is {"problem", "model", "error"} in its place. Problems that a model did
    not answer count as invalid answers of it. Exit code 0 when done, 2 if a row or a problem failed.
    """
    from symcause.cli.scoring_run import Options, ScoringRun

    if options["resume"] and options["out"] is None:
        raise UsageError("--resume needs --out FILE")
    if (pool, *predictions).count("-") > 1 or (pool == "-" and not predictions):
        raise UsageError(
            "standard input is asked for twice", remedy="give one of the two as a file"
        )
    run = ScoringRun(
        pool,
        predictions,
        Options(
            jobs=options["jobs"],
            out=options["out"],
            resume=options["resume"],
            to_stdout=options["as_json"] and options["out"] is None,
            group_by=options["group_by"],
            pair_by=options["pair_by"],
            answered_only=options["answered_only"],
        ),
    )
    code = run.execute()
    if code == EXIT_INTERRUPTED:
        complain(f"interrupted after {run.answers} answers; their results are kept")
    _show(run, options)
    ctx.exit(code)


def _show(run: Any, options: dict[str, Any]) -> None:
    from symcause.reports.tables import render
    from symcause.scoring.published import tables
    from symcause.scoring.statistics import Bootstrap

    found = tables(run.summary, Bootstrap(options["bootstrap"], options["seed"]))
    if options["html"] is not None:
        try:
            Path(options["html"]).write_text(render(found, "html") + "\n", encoding="utf-8")
        except OSError as error:
            raise UsageError(f"cannot write: {error.strerror}", file=options["html"]) from None
    document = {
        "answers": run.answers,
        "failed": run.summary.failures,
        "seed": options["seed"],
        "bootstrap": options["bootstrap"],
        "tables": [table.to_dict() for table in found],
    }
    if options["as_json"]:
        emit({"summary": document})
    elif options["form"] == "json":
        emit(document)
    elif found:
        click.echo(render(found, options["form"]))
    elif run.answers == 0:
        complain("no answer was scored")
