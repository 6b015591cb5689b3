"""``mcp``, one of the CLI commands: an episode as tools, over the Model Context Protocol."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from symcause.cli.command_options import file_option, given, question_options
from symcause.cli.lazy_options import Asking
from symcause.cli.output.output_files import guard
from symcause.cli.output.terminal_output import complain
from symcause.cli.output.transcript_file import Recorder, TranscriptFile
from symcause.cli.runs.question_request import Asked
from symcause.episodes.instruments import INSTRUMENTS
from symcause.episodes.play import Play
from symcause.errors import SymcauseError, UsageError
from symcause.formats.pools.problem_files import read_problem


@click.command("mcp", cls=Asking)
@click.argument("problem", type=click.Path())
@click.option("--id", "chosen", help="Pick one problem of a pool.")
@click.option(
    "--tool",
    "tools",
    multiple=True,
    type=click.Choice(tuple(INSTRUMENTS)),
    help="Turn on an instrument; may be repeated.",
)
@question_options("play", without=("agent",))
@click.option(
    "--out", type=click.Path(dir_okay=False), callback=file_option, help="Append the transcript."
)
@click.option("--resume", is_flag=True, help="Continue an interrupted episode of --out.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    problem: str,
    chosen: str | None,
    tools: tuple[str, ...],
    out: str | None,
    resume: bool,
    **_: Any,
) -> None:
    """Tools for an agent: an episode over the Model Context Protocol, on the standard streams.

    PROBLEM is a file with gold, which the agent never sees. The agent has the tools observe, act and
    answer; --tool adds instruments: consistent (does my hypothesis explain what I have seen, and if not,
    where not?), only_one (is the question settled?), next (which action is best?). The transcript records
    all calls, and score compares agents with and without instruments.

    \b
    Examples:
      symcause mcp problem.json --name my-agent --out episodes.jsonl
      symcause mcp problem.json --tool consistent --tool next --name my-agent --out episodes.jsonl
      symcause mcp pool.jsonl --id world --budget 10 --out episodes.jsonl
      symcause score pool.jsonl episodes.jsonl --table tools

    Requires the extra mcp. Exit code 0 when the agent has closed the stream, 2 for a problem that cannot be
    played or a tool that its family does not have.
    """
    options = given(ctx, "play")
    if resume and out is None:
        raise UsageError("--resume needs --out FILE")
    guard((problem,), {"--out": out})
    posed = read_problem(problem, chosen, "play")
    play = Asked("play", options).to(posed)
    assert isinstance(play, Play)
    try:
        episode = play.episode(posed, tools)
    except SymcauseError as error:
        raise error.at(file=f"{problem}#{posed.id}" if chosen else problem) from None
    from symcause.harnesses.agent_tools import AgentTools
    from symcause.harnesses.mcp_server import refuse_missing, serve

    refuse_missing()
    with ExitStack() as stack:
        where = out or str(Path(stack.enter_context(TemporaryDirectory())) / "episode.jsonl")
        file = stack.enter_context(TranscriptFile(where, resume=resume))
        record = Recorder(file, episode)
        serve(AgentTools(episode, record.note))
    if out is not None:
        complain(f"transcript in {out}")
