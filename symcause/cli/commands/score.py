"""``score``, one of the CLI commands: metrics of every answer, and tables for a pool."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from shutil import get_terminal_size
from typing import Any

import click

from symcause.audits.documents import EXIT_INTERRUPTED, EXIT_MALFORMED
from symcause.audits.question import options as declared
from symcause.cli.command_options import (
    answer_key_option,
    deferred_options,
    file_option,
    json_option,
    stated,
)
from symcause.cli.lazy_options import Asking, none_given
from symcause.cli.option_types import Seconds
from symcause.cli.output.output_files import (
    SideFile,
    guard,
    make_folder,
    named_files,
    named_folders,
    write_files,
)
from symcause.cli.output.terminal_output import announce, complain, show
from symcause.cli.runs.run_backends import where_options
from symcause.cli.score_run.attempt_options import attempt_options
from symcause.cli.score_run.family_choice import every_scoring, sorted_out, titled_scorings
from symcause.cli.score_run.rendering_choice import (
    RenderingChoice,
    rendering_options,
    without_sense,
)
from symcause.cli.score_run.run_options import ANSWERING, Options
from symcause.cli.score_run.scoring_run import ScoringRun
from symcause.cli.score_run.summary_output import Summary, refuse_slide
from symcause.cli.score_run.system_choice import Compared
from symcause.cli.score_run.table_choice import Chosen
from symcause.cli.suites.suite_scores import is_suite_asked, score_suite, suite_options
from symcause.errors import UsageError
from symcause.scoring.bootstrap import Bootstrap

FORMATS = ("text", "markdown", "csv", "latex", "json")
LIST = ""
"""Where a folder for tables would stand: no folder, the list is asked for."""


@click.command("score", cls=Asking)
@click.argument("pool", type=click.Path(), metavar="POOL", required=False)
@click.argument("predictions", type=click.Path(), nargs=-1, metavar="[PREDICTIONS]...")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", help="Format of the tables."
)
@click.option(
    "--table", "wanted", multiple=True, metavar="NAME", help="Only this table (repeatable)."
)
@click.option(
    "--columns",
    metavar="A,B",
    help="Only these columns, in this order; a name may contain a comma.",
)
@click.option(
    "--label",
    metavar="NAME",
    help="LaTeX: the label of the table; NAME-table if there are several.",
)
@click.option(
    "--tables",
    "folder",
    type=click.Path(file_okay=False),
    metavar="[FOLDER]",
    is_flag=False,
    flag_value=LIST,
    help="Write one CSV per table: bare numbers, intervals as columns, empty cells for missing values. "
    "Without FOLDER, as the last argument: list the tables and figures of the papers and the commands "
    "that make them.",
)
@click.option(
    "--html", type=click.Path(dir_okay=False), help="Also write a page with tables and figures."
)
@click.option(
    "--slide",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    callback=file_option,
    help="Also write a slide, 16:9: finding, picture, source (.svg, .pdf).",
)
@click.option(
    "--figures",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="Write every figure as SVG, as PDF if matplotlib is installed (the extra plot), and its data as "
    "CSV.",
)
@click.option(
    "--out", type=click.Path(dir_okay=False), help="Write one JSON line per answer to a file."
)
@click.option("--resume", is_flag=True, help="Keep the results already in --out FILE.")
@where_options("Parallel processes (default 1).")
@click.option(
    "--classes",
    is_flag=True,
    help="Resample problems that are the same up to names and order as one (pools of up to 2,000).",
)
@click.option(
    "--bootstrap",
    type=click.IntRange(0, 100_000),
    default=1000,
    metavar="N",
    help="Resamples for intervals (1000); 0 leaves out intervals and paired differences.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Seed of the bootstrap and the baselines (0).",
)
@click.option(
    "--compare",
    "pairs",
    type=(str, str),
    multiple=True,
    metavar="A B",
    help="Compare these two systems, by setting too (repeatable; default: every pair of at most six).",
)
@suite_options
@answer_key_option
@rendering_options
@deferred_options(titled_scorings)
@click.option(
    "--timeout",
    type=Seconds(),
    help="Time limit per problem for each baseline and for counting explanations, and per episode for "
    "judging it.",
)
@attempt_options
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    pool: str | None,
    predictions: tuple[str, ...],
    html: str | None,
    figures: str | None,
    slide: str | None,
    folder: str | None,
    out: str | None,
    resume: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Score answers: per-answer metrics and the summary tables.

    PREDICTIONS are JSONL files with instanceId (or problem), model and response in each row (- is standard
    input; --answer-key names another key than response),
    transcripts of episodes (symcause play --out), which are judged step by step, records of CausalGame
    sessions, or logs of CausaLab runs, which are scored by their final answer; folders of transcripts or
    logs work too. A file of ReCITE evaluations among them is used as --evaluations. Without PREDICTIONS,
    the answers stored in POOL itself are scored (ReplaySCM release files, ReCITE databases), each file of
    a folder separately; problems with the same id then count as the same latent problem.

    \b
    Examples:
      symcause score pool.jsonl answers.jsonl
      symcause score pool.jsonl answers.jsonl --format latex --seed 7
      symcause score pool.jsonl answers.jsonl --table main --columns Model,n,TrainExact --format latex
      symcause score pool.jsonl answers.jsonl --compare mine baseline --table systems --format latex
      symcause score pool.jsonl answers.jsonl --answer-key output
      symcause score pool.jsonl farm-answers.jsonl --prompts farm-prompts.jsonl
      symcause score pool.jsonl answers.jsonl --tables tables
      symcause score pool.jsonl answers.jsonl --version-space --html page.html --slide talk.svg
      symcause score --tables
      symcause score pool.jsonl *.answers.jsonl --jobs 4 --out scores.jsonl --resume
      symcause score release.runtime.yaml --json > scores.jsonl
      symcause score release_folder --group-by file --jobs 2
      symcause score release.runtime.yaml --bundle analysis
      symcause score pool.jsonl answers.jsonl --baselines --timeout 60 --jobs 2
      symcause score pool.jsonl --baseline simplest
      symcause score pool.jsonl --baseline-command mine="./mine --fast" --timeout 60 --repeat 2
      symcause score renderings.jsonl answers.jsonl --baseline common-sense --table cues
      symcause score pool.jsonl episodes.jsonl
      symcause score graph_config.json tracking_simple.jsonl
      symcause score pool.jsonl runs
      symcause score recast_results.db --judge fine_grained_MODEL
      symcause score mini answers.jsonl
      symcause score public answers.jsonl --key evaluator --html page.html

    POOL may be a suite: then a row names the id of its record, whatever part that is of, and the table has
    one number for each part, systems beside the baselines of the suite (symcause generate suite --help).

    With --json every answer is one line, in input order, and a last line has the tables under
    "summary"; with --out the lines of the answers go to the file and only the summary is printed.
    A row that cannot be scored is {"problem", "model", "error"} in its place. Boolean problems that a
    model did not answer count as invalid answers; in other families only answers that were given count.
    Of several answers of a model to a problem, in whichever files, the last counts (Boolean problems,
    tables of probabilities, statements), and the lines of the others have "replaced": true; elsewhere
    all count. Baselines see neither gold nor held-out worlds nor ids; one that fails or runs out of time
    scores zero. Exit code 0 when done, 2 if a row or a problem failed, or all attempts of a baseline.
    """
    if folder == LIST:
        _list_papers(options["form"])
        return
    if is_suite_asked(ctx, pool):
        ctx.exit(score_suite(ctx.params))
    if pool is None:
        raise UsageError("there is no POOL", remedy="symcause score POOL [PREDICTIONS]...")
    kinds = () if none_given(ctx) else every_scoring()
    given = stated(ctx, {name for kind in kinds for name in declared(kind)})
    if resume and out is None:
        raise UsageError("--resume needs --out FILE")
    sources = (pool, *predictions, *options["prompts"])
    predictions, given = sorted_out(predictions, given)
    given, sense = without_sense(given)
    answered = predictions or sense or given.keys() & ANSWERING
    if sources.count("-") > 1 or (pool == "-" and not answered):
        raise UsageError("standard input is used twice", remedy="give one of the two as a file")
    guard(
        (*sources, *named_files(kinds, given)),
        {
            **{"--out": out, "--html": html, "--figures": figures, "--slide": slide},
            "--tables": folder,
            **named_folders(kinds, given),
        },
    )
    refuse_slide(slide)
    if options["label"] is not None and options["form"] != "latex":
        raise UsageError("--label needs --format latex")
    run = ScoringRun(
        pool,
        predictions,
        Options(
            given,
            jobs=options["jobs"],
            cluster=options["cluster"],
            out=out,
            resume=resume,
            to_stdout=as_json and out is None,
            timeout=options["timeout"],
            memory=options["memory"],
            effort=options["effort"],
            repeat=options["repeat"],
            seed=options["seed"],
            listed=html is not None,
            answer_keys=options["answer_keys"],
            prompts=options["prompts"],
            renderings=RenderingChoice.of(options, sense),
            classes=options["classes"],
        ),
    )
    with ExitStack() as stack:
        page = None if html is None else stack.enter_context(SideFile(html))
        for made in filter(None, (figures, folder, *named_folders(kinds, given).values())):
            make_folder(made)
        code = run.execute()
        if code == EXIT_INTERRUPTED:
            complain(f"interrupted after {run.answers} answers; their results are kept")
        scores = [scoring.systems for scoring in run.scorings.values()]
        systems = Compared(options["pairs"], scores, everyone="systems" in options["wanted"])
        for text in systems.missing:
            complain(text)
        summary = Summary(run, Bootstrap(options["bootstrap"], options["seed"]))
        summary.draw(page, figures, pool)
        summary.project(slide, pool)
        for scoring in run.scorings.values():
            write_files(scoring.files(complain))
    chosen = Chosen(options["wanted"], options["columns"])
    summary.choose(chosen)
    if folder is not None:
        summary.save(folder)
    summary.print(as_json, options["form"], options["label"])
    announce(ctx, results=True)
    ctx.exit(code if chosen.found and not systems.missing else EXIT_MALFORMED)


def _list_papers(form: str) -> None:
    """Which tables and figures of the papers can be made, and how."""
    from symcause.reports.table_formats import Setting, render

    papers = [paper for kind in every_scoring() if (paper := kind.paper()) is not None]
    width = get_terminal_size().columns if sys.stdout.isatty() else None
    show(render([paper.table() for paper in papers], form, Setting(width)))
