"""``play``, one of the CLI commands: an episode by an agent, a person or a program."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
from msgspec.structs import replace

from symcause.audits.documents import Document, Result
from symcause.cli.command_options import (
    given,
    html_option,
    problems_argument,
    question_options,
    run_options,
)
from symcause.cli.lazy_options import Asking
from symcause.cli.output.page_results import result_page
from symcause.cli.output.terminal_output import complain, show
from symcause.cli.output.transcript_file import Recorder, TranscriptFile
from symcause.cli.runs.episode_players import person, program
from symcause.cli.runs.question_request import Asked
from symcause.cli.runs.question_run import Delivery, Run, execute
from symcause.cli.runs.run_setup import run_of
from symcause.episodes.play import Play
from symcause.errors import SymcauseError, UsageError
from symcause.formats.pools.problem_files import read_problem


@click.command("play", cls=Asking)
@problems_argument
@question_options("play")
@click.option("--stdio", is_flag=True, help="A program plays: JSON lines on the standard streams.")
@html_option("Also write a page that plays the episode step by step.")
@run_options
@click.pass_context
def command(ctx: click.Context, /, stdio: bool, html: str | None, **_: Any) -> None:
    """An episode: act, see, answer, and be judged step by step.

    PROBLEM is a file with gold, which the player never sees. With --agent a built-in agent
    plays (whole pools, too); with --stdio a program does; without either, you do. --out FILE appends the
    transcript line by line; --resume continues an interrupted episode.

    \b
    Examples:
      symcause play problem.json
      symcause play problem.json --agent greedy --seed 3
      symcause play pool.jsonl --agent random --out episodes.jsonl --jobs 2
      symcause play problem.json --stdio --name my-model --out episode.jsonl
      symcause audit problem.json --log episode.jsonl --html episode.html

    Exit code 0 if the answer is right, 1 if it is wrong or there is none, 3 if that is unknown, 130 if
    interrupted.
    """
    options = given(ctx, "play")
    run = run_of(ctx, outputs={"--html": html})
    if stdio and "agent" in options:
        raise UsageError(
            "--agent and --stdio exclude each other", remedy="leave out one of the two"
        )
    if run.resume and run.out is None:
        raise UsageError("--resume needs --out FILE")
    with ExitStack() as stack:
        if "agent" not in options:
            run = _played(run, options, stdio, stack)
        code = _judged(run, options, html)
    ctx.exit(code)


def _played(run: Run, options: dict[str, object], stdio: bool, stack: ExitStack) -> Run:
    """Let somebody play the one problem; the run that judges what was played."""
    if len(run.paths) > 1 or run.paths == ("-",):
        raise UsageError("one problem at a time", remedy="name one file, and --id to pick from it")
    problem = read_problem(run.paths[0], run.chosen, "play")
    asked = Asked("play", options).to(problem)
    assert isinstance(asked, Play)
    try:
        episode = asked.episode(problem)  # what cannot be played is refused, whoever would have
    except SymcauseError as error:
        raise error.at(file=run.paths[0]) from None
    if not stdio and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "there is no player: this is not a terminal",
            remedy="give --agent NAME, or --stdio for a program",
        )
    where = run.out or str(Path(stack.enter_context(TemporaryDirectory())) / "episode.jsonl")
    with TranscriptFile(where, resume=run.resume) as file:
        record = Recorder(file, episode)
        try:
            if not episode.over:
                (program if stdio else person)(episode, record)
        except KeyboardInterrupt:
            if run.out is not None:
                complain(f"the episode so far is in {run.out}; --resume continues it")
            raise
    return replace(run, out=where, resume=True, as_json=run.as_json or stdio)


def _judged(run: Run, options: dict[str, object], html: str | None) -> int:
    """Play what is to be played by agents, judge everything, and keep the transcripts."""
    asked = Asked("play", options, {"transcripts": run.out if run.resume else None})
    plain = replace(run, out=None, resume=False)
    with (
        result_page(html, run.paths, asked) as collect,
        _kept(run, options) as keep,
    ):

        def take(document: Result, problem: object) -> None:
            if isinstance(document, Document) and keep is not None:
                keep(document, problem)
            if collect is not None:
                collect(document, problem)

        code = execute(plain, asked, Delivery(collect=take))
    if "agent" in options and run.out is not None and not (run.as_json or run.quiet):
        show(f"transcript in {run.out}")
    return code


@contextmanager
def _kept(run: Run, options: dict[str, object]) -> Iterator[Any]:
    """What writes the transcripts of documents to ``--out``; None if nothing is to be written."""
    if run.out is None or "agent" not in options:
        yield None
        return
    from symcause.episodes.transcripts.document_transcript import transcript_of

    with TranscriptFile(run.out, resume=run.resume) as file:

        def keep(document: Document, problem: object) -> None:
            play = Asked("play", options).to(problem)
            assert isinstance(play, Play)
            file.take(transcript_of(document, play.episode(problem)))

        yield keep
