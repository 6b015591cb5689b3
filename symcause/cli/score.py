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
@click.option(
    "--html", type=click.Path(dir_okay=False), help="Write a page with tables and pictures too."
)
@click.option(
    "--figures",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="Write every picture as SVG and its data as CSV.",
)
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
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Of the bootstrap and the baselines (0).",
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
@click.option("--baselines", "everyone", is_flag=True, help="Let all baselines answer as well.")
@click.option("--baseline", "named", multiple=True, metavar="NAME", help="Let this one answer.")
@click.option(
    "--version-space",
    is_flag=True,
    help="Tell which answers are the unique explanation (baselines imply it).",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="Time a problem for each baseline, and for counting explanations.",
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
      symcause score pool.jsonl answers.jsonl --baselines --timeout 60 --jobs 2
      symcause score pool.jsonl --baseline simplest

    With --json every answer is one line, in input order, and a last line has the tables under
    "summary"; with --out the lines of the answers go to the file and only the summary is printed.
    A row that cannot be scored is {"problem", "model", "error"} in its place. Problems that a model did
    not answer count as invalid answers of it. Baselines see neither gold nor held-out worlds; one that
    fails or runs out of time scores zero. Exit code 0 when done, 2 if a row or a problem failed.
    """
    from symcause.cli.scoring_crystals import holds_crystals
    from symcause.cli.scoring_run import Options, ScoringRun

    if options["resume"] and options["out"] is None:
        raise UsageError("--resume needs --out FILE")
    baselines = _baselines(options["everyone"], options["named"])
    if (pool, *predictions).count("-") > 1 or (pool == "-" and not predictions and not baselines):
        raise UsageError(
            "standard input is asked for twice", remedy="give one of the two as a file"
        )
    if holds_crystals(pool):
        ctx.exit(_crystals(pool, predictions, options))
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
            baselines=baselines,
            version_space=options["version_space"] or bool(baselines),
            timeout=options["timeout"],
            seed=options["seed"],
        ),
    )
    code = run.execute()
    if code == EXIT_INTERRUPTED:
        complain(f"interrupted after {run.answers} answers; their results are kept")
    _show(run, {**options, "pool": pool})
    ctx.exit(code)


def _crystals(pool: str, predictions: tuple[str, ...], options: dict[str, Any]) -> int:
    """Linear and quadratic pools have metrics of their own."""
    from symcause.cli.scoring_crystals import CrystalRun
    from symcause.reports.tables import render

    for name in ("everyone", "named", "version_space", "resume"):
        if options.get(name):
            raise UsageError("this option is for Boolean pools", value=name.replace("_", "-"))
    out, as_json = options["out"], options["as_json"]
    run = CrystalRun(pool, predictions, out, to_stdout=as_json and out is None)
    code = run.execute()
    table = run.table()
    if options["html"] is not None or options["figures"] is not None:
        from symcause.reports.page.score_page import crystal_figures

        figures = crystal_figures(table)
        _write([table], figures, {**options, "pool": pool}, run.answers, run.failed)
    document = {"answers": run.answers, "failed": run.failed, "tables": [table.to_dict()]}
    if as_json:
        emit({"summary": document})
    elif options["form"] == "json":
        emit(document)
    else:
        click.echo(render([table], options["form"]))
    return code


def _baselines(everyone: bool, named: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the baselines that are asked for, each once."""
    from symcause.families.boolean.baselines.registry import BASELINES, baseline

    names = dict.fromkeys((*(BASELINES if everyone else ()), *named))
    for name in names:
        baseline(name)  # complains about a name that is none
    return tuple(names)


def _show(run: Any, options: dict[str, Any]) -> None:
    from symcause.families.boolean.scoring.published import tables
    from symcause.reports.tables import render
    from symcause.scoring.statistics import Bootstrap

    bootstrap = Bootstrap(options["bootstrap"], options["seed"])
    found = tables(run.summary, bootstrap)
    if options["html"] is not None or options["figures"] is not None:
        from symcause.reports.page.score_page import score_figures

        figures = score_figures(run.summary, found, bootstrap)
        _write(found, figures, options, run.answers, run.summary.failures)
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


def _write(
    found: list[Any], figures: list[Any], options: dict[str, Any], answers: int, failed: int
) -> None:
    """The page, and the pictures as files."""
    from symcause.reports.page.score_page import save_figures, score_page

    if options["figures"] is not None:
        save_figures(figures, options["figures"])
    if options["html"] is None:
        return
    page = score_page(found, figures, source=options["pool"], answers=answers, failed=failed)
    try:
        Path(options["html"]).write_text(page, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write: {error.strerror}", file=options["html"]) from None
