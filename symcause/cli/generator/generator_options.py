"""Generator options of the CLI: where items go, how many, and which named ones there are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from symcause.audits.document_json import dumps
from symcause.audits.instance_generator import Generator
from symcause.cli.command_options import json_option
from symcause.cli.output.terminal_output import emit, show
from symcause.cli.runs.run_backends import where_options

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Output:
    """Where the items go."""

    count: int | None
    problems: int | None
    jobs: int
    cluster: str | None
    out: str | None
    resume: bool
    certificates: str | None
    as_json: bool
    quiet: bool
    distinct: bool = False


def _written(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A path that problems can be written to."""
    if value == "-":
        text = "give a file or folder; without --out the problems are printed"
        raise click.BadParameter(text, ctx=ctx, param=param)
    return value


def output_options(command: F) -> F:
    """``--count``, ``--jobs``, ``--cluster``, ``--out``, ``--resume``, ``--certificates``, ``--json``."""
    for option in (
        click.option("--quiet", is_flag=True, help="Print only the results."),
        json_option,
        click.option(
            "--certificates",
            type=click.Path(file_okay=False),
            metavar="FOLDER",
            help="Also write each certificate to its own file.",
        ),
        click.option("--resume", is_flag=True, help="Continue an earlier run in --out FILE."),
        click.option(
            "--out",
            type=click.Path(),
            callback=_written,
            help="Write the problems to a file, or to a folder if each one has several files.",
        ),
        where_options("Parallel processes (1)."),
        click.option(
            "--distinct",
            is_flag=True,
            help="Draw again what is the same as an earlier problem up to names and order.",
        ),
        click.option(
            "--problems",
            type=click.IntRange(min=1),
            metavar="N",
            help="How many problems to make, whatever --count counts in this family.",
        ),
        click.option("--count", type=click.IntRange(min=1), help="How many to make (1)."),
    ):
        command = option(command)
    return command


def show_presets(made: Generator, *, as_json: bool) -> None:
    """The presets of a generator, one per line."""
    for name, facts in made.listing():
        if as_json:
            emit(dumps({"preset": name, **facts}))
        else:
            show(f"{name}: {', '.join(f'{key} {value}' for key, value in facts.items())}")
