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
      inspect eval symcause/suite -T suite=mini …
      symcause tasks inspect
      symcause tasks from-inspect logs/run.eval --out answers.jsonl
    """


@command.command("lm-eval", cls=OneValued)
@click.option(
    "--suite",
    metavar="SUITE",
    help="Write a group with a task for each part of a suite: mini, full, or a folder.",
)
@click.option("--split", metavar="NAME", help="The split of the suite that is asked (test).")
@click.option(
    "--out", type=click.Path(file_okay=False), metavar="FOLDER", help="Where the group is written."
)
def lm_eval(suite: str | None, split: str | None, out: str | None) -> None:
    """Print the folder with the task files of the lm-evaluation-harness, or write those of a suite.

    \b
    Examples:
      lm_eval --include_path "$(symcause tasks lm-eval)" --tasks symcause_replay …
      symcause tasks lm-eval --suite mini --out group
      lm_eval --include_path group --tasks symcause_mini …

    Exit code 0 when done, 2 for a suite or folder that cannot be used.
    """
    if suite is None:
        if out is not None or split is not None:
            flag = "--out" if out is not None else "--split"
            raise UsageError(f"{flag} is for a suite", remedy="name one with --suite")
        from symcause.harnesses.lm_eval_files import FOLDER

        show(str(FOLDER))
        return
    if out is None:
        raise UsageError("--suite needs --out FOLDER")
    from symcause.harnesses.suite_parts.lm_eval_suite import write_suite_tasks

    guard((), {"--out": out})
    group, *names = write_suite_tasks(suite, out, split)
    show(f"group {group} in {out}: {', '.join(names)}")


@command.command("suite", cls=OneValued)
@click.argument("suite", metavar="SUITE")
def suite(suite: str) -> None:
    """Print the folder of a suite that harnesses know by name; it is made if it is not there.

    SUITE is mini or full, kept in the cache of this machine (the variable SYMCAUSE_SUITES names another
    folder), or a folder, which is looked at.

    \b
    Examples:
      symcause tasks suite mini
      inspect eval symcause/suite -T suite=mini -T part=induction …
      symcause verify "$(symcause tasks suite mini)"

    Exit code 0 when done, 2 where there is no such suite.
    """
    from symcause.harnesses.suite_parts.suite_home import suite_folder

    show(str(suite_folder(suite)))


@command.command("inspect", cls=OneValued)
def inspect() -> None:
    """List the tasks that Inspect finds under the name symcause."""
    from symcause.harnesses.static_tasks import tasks

    show("\n".join(f"symcause/{name}" for name in (*tasks(), "episode", "suite")))


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
