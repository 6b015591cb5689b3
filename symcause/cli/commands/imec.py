"""``imec``, one of the CLI commands: how large a DAG's interventional Markov equivalence class is."""

from __future__ import annotations

from typing import Any

import click

from symcause.cli.command_options import form_option, given, json_option, question_options
from symcause.cli.lazy_options import Asking
from symcause.cli.option_types import Seconds
from symcause.cli.runs.question_request import Asked
from symcause.cli.runs.question_run import execute
from symcause.cli.runs.run_setup import run_of


@click.command("imec", cls=Asking)
@click.argument("problem", type=click.Path(), metavar="GRAPH")
@question_options("imec")
@form_option
@click.option(
    "--timeout", type=Seconds(), help="Stop after this time; what is known by then is kept."
)
@json_option
@click.pass_context
def command(ctx: click.Context, /, **_: Any) -> None:
    """Size of the (interventional) Markov equivalence class of the graph in GRAPH.

    GRAPH is an edge list (one A -> B per line), node-link JSON, GraphML, GML, DOT, DAGitty, Tetrad's text,
    SIF, an adjacency matrix in CSV or endpoint codes of causal-learn and pcalg; '-' is standard input. A
    partly directed graph (such as a CPDAG) stands for the class of the DAGs that agree with it. The
    observational regime is always part of the family of targets.

    \b
    Examples:
      symcause imec graph.txt
      symcause imec graph.dot --targets smoking --targets diet,sport --json
      symcause imec graph.txt --next --members 10
      symcause imec cpdag.csv --format pcalg --members 5

    Exit code 0 when done, 3 if time ran out.
    """
    ctx.exit(execute(run_of(ctx), Asked("imec", given(ctx, "imec"))))
