"""The setup of a run from the parameters of a command, and the text of an answer argument."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from symcause.cli.output.output_files import guard, once
from symcause.cli.runs.question_run import Run
from symcause.formats.pools.problem_files import read_response

_RUN = (
    "chosen",
    "as_json",
    "jobs",
    "cluster",
    "timeout",
    "memory",
    "out",
    "resume",
    "full",
    "quiet",
    "form",
)


def run_of(
    ctx: click.Context,
    *,
    inputs: tuple[str | None, ...] = (),
    outputs: Mapping[str, str | None] | None = None,
) -> Run:
    """How the command line wants it done; refuses to write over what is read."""
    params = ctx.params
    paths = params["problems"] if "problems" in params else (params["problem"],)
    once((*paths, *inputs))
    guard((*paths, *inputs), {"--out": params.get("out"), **(outputs or {})})
    return Run(tuple(paths), **{key: params[key] for key in _RUN if key in params})


WORDS = ("gold", "reference")
"""Stand for models of the problem itself, where no file of that name exists."""


def answer_text(answer: str) -> str:
    """The text of an answer file, or a word that stands for a model of the problem."""
    if answer in WORDS and not Path(answer).exists():
        return answer
    return read_response(answer)
