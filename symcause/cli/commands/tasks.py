"""``tasks``, one of the CLI commands: problems and episodes as tasks of evaluation harnesses."""

from __future__ import annotations

import click

from symcause.cli.command_options import file_option
from symcause.cli.output.output_files import SideFile, guard
from symcause.cli.output.terminal_output import complain, show
from symcause.cli.repeated_options import OneValued
from symcause.errors import UsageError


@click.group("tasks", no_args_is_help=True)
def command() -> None:
    """Problems and episodes as tasks of evaluation harnesses.

    \b
    Examples:
      lm_eval --include_path "$(symcause tasks lm-eval)" --tasks symcause_replay …
      inspect eval symcause/replay -T pool=pool.jsonl …
      symcause tasks inspect
      symcause tasks from-inspect logs/run.eval --out answers.jsonl
    """


@command.command("lm-eval", cls=OneValued)
def lm_eval() -> None:
    """Print the folder with the task files of the lm-evaluation-harness."""
    from symcause.harnesses.lm_eval_files import FOLDER

    show(str(FOLDER))


@command.command("inspect", cls=OneValued)
def inspect() -> None:
    """List the tasks that Inspect finds under the name symcause."""
    from symcause.harnesses.static_tasks import tasks

    show("\n".join(f"symcause/{name}" for name in (*tasks(), "episode")))


@command.command("from-inspect", cls=OneValued)
@click.argument("logs", type=click.Path(), nargs=-1, required=True, metavar="LOG...")
@click.option(
    "--out", type=click.Path(dir_okay=False), callback=file_option, help="Write to a file."
)
@click.option(
    "--repeats",
    is_flag=True,
    help="Keep repeated samples from several logs of one task and model; by default the newest counts.",
)
def from_inspect(logs: tuple[str, ...], out: str | None, repeats: bool) -> None:
    """Turn logs of Inspect runs into predictions and transcripts that score reads.

    Failed samples (network, cancelled) are not answers: they are left out and reported.

    \b
    Example:
      symcause tasks from-inspect logs/*.eval --out answers.jsonl
      symcause score pool.jsonl answers.jsonl

    Exit code 0 when done, 2 if no sample has an answer.
    """
    from symcause.harnesses.inspect_tasks.inspect_logs import gathered

    guard(logs, {"--out": out})
    found = gathered(logs, repeats=repeats)
    for remark in found.remarks(repeats=repeats):
        complain(remark)
    lines = list(found.lines)
    if not lines:
        raise UsageError("no sample contains an answer", file=", ".join(logs))
    if out is None:
        show("\n".join(lines))
        return
    with SideFile(out) as file:
        file.write("".join(f"{line}\n" for line in lines))
    show(f"{len(lines)} lines in {out}")
