"""The score command: per-answer metrics and summary tables for a pool."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from shutil import get_terminal_size
from typing import Any

import click

from symcause.audits.document_json import dumps
from symcause.audits.documents import EXIT_INTERRUPTED, EXIT_MALFORMED
from symcause.audits.question import options as declared
from symcause.cli.command_options import deferred_options, json_option, stated
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
from symcause.cli.output.terminal_output import announce, complain, emit, show
from symcause.cli.runs.run_backends import where_options
from symcause.cli.score_run.family_choice import every_scoring, sorted_out
from symcause.cli.score_run.rendering_choice import (
    RenderingChoice,
    rendering_options,
    without_sense,
)
from symcause.cli.score_run.scoring_run import Options, ScoringRun
from symcause.cli.score_run.table_choice import Chosen
from symcause.episodes.judgement.episode_scores import EpisodeScoring
from symcause.errors import UsageError
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.score_table import Table
from symcause.scoring.scoring_protocol import Scoring

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
@rendering_options
@deferred_options(every_scoring)
@click.option(
    "--timeout",
    type=Seconds(),
    help="Time limit per problem for each baseline and for counting explanations, and per episode for "
    "judging it.",
)
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    pool: str | None,
    predictions: tuple[str, ...],
    html: str | None,
    figures: str | None,
    folder: str | None,
    out: str | None,
    resume: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Score answers: per-answer metrics and the summary tables.

    PREDICTIONS are JSONL files with instanceId, model and response in each row (- is standard input),
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
      symcause score pool.jsonl answers.jsonl --tables tables
      symcause score --tables
      symcause score pool.jsonl *.answers.jsonl --jobs 4 --out scores.jsonl --resume
      symcause score release.runtime.yaml --json > scores.jsonl
      symcause score release_folder --group-by file --jobs 2
      symcause score release.runtime.yaml --bundle analysis
      symcause score pool.jsonl answers.jsonl --baselines --timeout 60 --jobs 2
      symcause score pool.jsonl --baseline simplest
      symcause score renderings.jsonl answers.jsonl --baseline common-sense --table cues
      symcause score pool.jsonl episodes.jsonl
      symcause score graph_config.json tracking_simple.jsonl
      symcause score pool.jsonl runs
      symcause score recast_results.db --judge fine_grained_MODEL

    With --json every answer is one line, in input order, and a last line has the tables under
    "summary"; with --out the lines of the answers go to the file and only the summary is printed.
    A row that cannot be scored is {"problem", "model", "error"} in its place. Problems that a model did
    not answer count as invalid answers. Baselines see neither gold nor held-out worlds; one that fails or
    runs out of time scores zero. Exit code 0 when done, 2 if a row or a problem failed.
    """
    if folder == LIST:
        _list_papers(options["form"])
        return
    if pool is None:
        raise UsageError("there is no POOL", remedy="symcause score POOL [PREDICTIONS]...")
    kinds = () if none_given(ctx) else every_scoring()
    given = stated(ctx, {name for kind in kinds for name in declared(kind)})
    if resume and out is None:
        raise UsageError("--resume needs --out FILE")
    sources = (pool, *predictions)
    predictions, given = sorted_out(predictions, given)
    given, sense = without_sense(given)
    answered = predictions or sense or given.keys() & {"everyone", "named"}
    if sources.count("-") > 1 or (pool == "-" and not answered):
        raise UsageError("standard input is used twice", remedy="give one of the two as a file")
    guard(
        (*sources, *named_files(kinds, given)),
        {
            **{"--out": out, "--html": html, "--figures": figures, "--tables": folder},
            **named_folders(kinds, given),
        },
    )
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
            seed=options["seed"],
            listed=html is not None,
            renderings=RenderingChoice.of(options, sense),
        ),
    )
    with ExitStack() as stack:
        page = None if html is None else stack.enter_context(SideFile(html))
        for made in filter(None, (figures, folder, *named_folders(kinds, given).values())):
            make_folder(made)
        code = run.execute()
        if code == EXIT_INTERRUPTED:
            complain(f"interrupted after {run.answers} answers; their results are kept")
        summary = _Summary(run, Bootstrap(options["bootstrap"], options["seed"]))
        summary.draw(page, figures, pool)
        for scoring in run.scorings.values():
            write_files(scoring.files(complain))
    chosen = Chosen(options["wanted"], options["columns"])
    summary.choose(chosen)
    if folder is not None:
        summary.save(folder)
    summary.print(as_json, options["form"], options["label"])
    announce(ctx, results=True)
    ctx.exit(code if chosen.found else EXIT_MALFORMED)


def _list_papers(form: str) -> None:
    """Which tables and figures of the papers can be made, and how."""
    from symcause.reports.table_formats import Setting, render

    papers = [paper for kind in every_scoring() if (paper := kind.paper()) is not None]
    width = get_terminal_size().columns if sys.stdout.isatty() else None
    show(render([paper.table() for paper in papers], form, Setting(width)))


class _Summary:
    """The tables and pictures of every family in a run."""

    def __init__(self, run: ScoringRun, bootstrap: Bootstrap) -> None:
        self._run, self._bootstrap = run, bootstrap
        self._parts = [(name, s, s.summary_tables(bootstrap)) for name, s in run.scorings.items()]
        self._parts = [part for part in self._parts if part[2]]

    @property
    def tables(self) -> list[Table]:
        return [table for _, _, tables in self._parts for table in tables]

    def draw(self, page: SideFile | None, folder: str | None, source: str) -> None:
        """The page, and the pictures as files."""
        if page is None and folder is None:
            return
        from symcause.reports.page.run_list import scored_runs
        from symcause.reports.page.score_page import save_figures, score_page

        drawn = [(tables, self._figures(name, s, tables)) for name, s, tables in self._parts]
        drawn.sort(key=lambda part: not part[1])  # what the main picture is about comes first
        figures = [figure for _, found in drawn for figure in found]
        if folder is not None:
            save_figures(figures, folder)
        if page is not None:
            page.write(
                score_page(
                    [table for tables, _ in drawn for table in tables],
                    figures,
                    source=source,
                    answers=self._run.answers,
                    failed=self._run.failures,
                    runs=scored_runs(self._run.listed, self._run.scorings, source),
                )
            )

    def _figures(self, name: str, scoring: Scoring[Any, Any], tables: list[Table]) -> list[Any]:
        if isinstance(scoring, EpisodeScoring):  # of all families, so none of them draws it
            from symcause.reports.figures.scores.episode_shares import episode_figures

            return list(episode_figures(scoring.scores, self._bootstrap))
        from symcause.reports.figures.scores.rendering_deltas import rendering_figures

        own = scoring.figures(tables, self._bootstrap)
        return [*own, *rendering_figures(scoring.renderings, self._bootstrap)]

    def choose(self, chosen: Chosen) -> None:
        """From now on only the tables and columns that were asked for."""
        named = [(name, table) for name, _, tables in self._parts for table in tables]
        kept = chosen.among(named, complain)
        parts = [(name, s, [t for other, t in kept if other == name]) for name, s, _ in self._parts]
        self._parts = [part for part in parts if part[2]]

    def save(self, folder: str) -> None:
        """One CSV a table."""
        from symcause.reports.table_formats import save_tables

        try:
            save_tables([(name, t) for name, _, tables in self._parts for t in tables], folder)
        except OSError as error:
            told = f"cannot be written: {error.strerror or error}"
            raise UsageError(told, file=folder) from None

    def print(self, as_json: bool, form: str, label: str | None) -> None:
        document = {
            "answers": self._run.answers,
            "failed": self._run.failures,
            "seed": self._bootstrap.seed,
            "bootstrap": self._bootstrap.resamples,
            "tables": [
                {"family": name, **table.to_dict()}
                for name, _, tables in self._parts
                for table in tables
            ],
        }
        if as_json:
            emit(dumps({"summary": document}))
        elif form == "json":
            emit(dumps(document))
        elif self._parts:
            from symcause.reports.table_formats import Setting, render

            width = get_terminal_size().columns if sys.stdout.isatty() else None
            show(render(self.tables, form, Setting(width, label)))
        elif self._run.answers == 0:
            complain("no answer was scored")
