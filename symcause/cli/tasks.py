"""``symcause tasks``: what evaluation harnesses need."""

from __future__ import annotations

import click

from symcause.cli.options import file_option
from symcause.cli.outputs import SideFile, guard
from symcause.cli.printing import show
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


@command.command("lm-eval")
def lm_eval() -> None:
    """Print the folder with the task files of the lm-evaluation-harness."""
    from symcause.harnesses.lm_eval_files import FOLDER

    show(str(FOLDER))


@command.command("inspect")
def inspect() -> None:
    """List the tasks that Inspect finds under the name symcause."""
    from symcause.harnesses.static import tasks

    show("\n".join(f"symcause/{name}" for name in (*tasks(), "episode")))


@command.command("from-inspect")
@click.argument("logs", type=click.Path(), nargs=-1, required=True, metavar="LOG...")
@click.option(
    "--out", type=click.Path(dir_okay=False), callback=file_option, help="Write to a file."
)
def from_inspect(logs: tuple[str, ...], out: str | None) -> None:
    """Turn logs of Inspect runs into predictions and transcripts that score reads.

    \b
    Example:
      symcause tasks from-inspect logs/*.eval --out answers.jsonl
      symcause score pool.jsonl answers.jsonl
    """
    from symcause.harnesses.inspect_logs import rows

    guard(logs, {"--out": out})
    lines = [line for log in logs for line in rows(log)]
    if not lines:
        raise UsageError("no sample in it", file=", ".join(logs))
    if out is None:
        show("\n".join(lines))
        return
    with SideFile(out) as file:
        file.write("".join(f"{line}\n" for line in lines))
    show(f"{len(lines)} lines in {out}")
